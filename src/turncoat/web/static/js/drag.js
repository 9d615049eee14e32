// A piece that is dragged onto another does what tapping both of them in the form beside the question would do. Where
// the question itself has that action, it is made up there, and still to be sent.
import { choicesOf, choose, fieldsOf, openFor, picksOf } from "./choices.js";
import { all } from "./common.js";
import { changed } from "./composer.js";
import { explain } from "./outlook.js";

const FAR = 8; // pixels after which a press is a drag
let dragged = null;

function settle() {
  dragged?.piece.classList.remove("dragged");
  if (dragged) dragged.piece.style.translate = "";
  for (const one of all(".drop-here")) one.classList.remove("drop-here");
}

// The click at the end of a drag is no tap.
function barred(event) {
  event.preventDefault();
  event.stopPropagation();
}

const below = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");

// The form that has this action for this piece and this goal; hidden forms count as well.
function send({ dataset: { drag, who } }, goal) {
  for (const form of all(".beside form[data-composer]")) {
    if (form.elements.act?.value.split("~")[0] !== drag) continue;
    const piece = form.querySelector(`input[type="checkbox"][value="${who}"]`);
    const target = form.querySelector(`select option[value="${goal}"]`);
    if (!piece || !target) continue;
    for (const one of all('input[type="checkbox"]', form)) one.checked = one === piece;
    target.selected = true;
    form.requestSubmit();
    return;
  }
}

// The card of the question with this action, aimed at the goal; why it cannot be aimed there.
function aim({ dataset: { drag } }, goal) {
  const form = document.querySelector(".hand > form[data-composer]:not(.single)");
  const act = form?.querySelector(`input[name="act"][value="${drag}"]`);
  if (!act) return;
  act.checked = true;
  const name = fieldsOf(act).find((one) => choicesOf(form, one).some(({ value }) => value === goal));
  const place = name ? choicesOf(form, name).findIndex(({ value }) => value === goal) : -1;
  const open = place >= 0 && openFor(act, name, picksOf(act)).has(place);
  if (open) choose(choicesOf(form, name)[place], true);
  changed(form, open ? name : "");
  if (!open) explain(form, "combatant", goal);
}

document.addEventListener("pointerdown", (event) => {
  const piece = event.button ? null : event.target.closest("[data-drag]");
  dragged = piece && { piece, x: event.clientX, y: event.clientY, far: false };
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  dragged.far ||= Math.hypot(x, y) > FAR;
  if (!dragged.far) return;
  const scale = dragged.piece.ownerSVGElement?.getScreenCTM()?.a || 1;
  dragged.piece.classList.add("dragged");
  dragged.piece.style.translate = `${x / scale}px ${y / scale}px`;
  for (const one of all(".drop-here")) one.classList.remove("drop-here");
  below(event)?.classList.add("drop-here");
});

document.addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const goal = dragged.far && below(event);
  const { piece, far } = dragged;
  settle();
  dragged = null;
  if (!far) return;
  addEventListener("click", barred, true);
  setTimeout(() => removeEventListener("click", barred, true)); // where no click follows, the next one counts
  if (!goal) return;
  send(piece, goal.dataset.drop);
  aim(piece, goal.dataset.drop);
});

document.addEventListener("pointercancel", () => {
  settle();
  dragged = null;
});

document.addEventListener("dragstart", (event) => event.target.closest?.("[data-drag]") && event.preventDefault());
