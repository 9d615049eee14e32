// Promises and requests that are put together: what can be picked, and what a tap on the board picks.
import { all } from "./common.js";

// Nobody can do anything to himself: whoever is to do it is no target of it.
function spareDoer(form, prefix, doer) {
  for (const option of all(`select[data-seats^="${prefix}"] option`, form)) {
    option.hidden = option.disabled = option.value !== "" && option.value === doer;
    if (option.disabled && option.selected) option.parentElement.value = "";
  }
}

export function promiseForm(form) {
  const { kind: said, who, act, "offer.act": offer } = Object.fromEntries(new FormData(form));
  const kind = said.startsWith("promise") ? "promise" : "request";
  const own = document.getElementById("main").dataset.seat;
  spareDoer(form, "act", kind === "promise" ? own : who);
  spareDoer(form, "offer", own);
  all("[data-when-kind]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenKind === kind));
  all("[data-when-act]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenAct === act));
  all("[data-when-offer]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenOffer === offer));
  // A gift names what is given and to whom, unless it is one that will not be given.
  const gives = all("label.on > [data-needed]", form).filter(inSight);
  const denied = (one) => (one.name.startsWith("offer.") ? form.elements["offer.will"] : said.endsWith(" not"));
  form.querySelector("button.to-whom").disabled = gives.some((one) => !one.value && !denied(one));
}

// Taps on the board are for the form that was touched last: this one, or that of the answer.
// (The page may have changed since then, so the form is looked up when it is needed.)
let promising = false;
const taker = () => promising && document.querySelector(".promise[open] form");
const inSight = (field) => !field.closest("label:not(.on), [data-when-kind]:not(.on)");

// Which choice of a field a part of the board stands for: somebody, or what its id names (`place-O1`, `p-basin-9`).
function choiceOf(field, drawn) {
  const rest = /^table-(token|pawn|foe|seat)-(\d+)$/.exec(drawn.id)?.[2];
  const people = ["seat", "combatant"].includes(field.dataset.of);
  const id = people ? (drawn.dataset.whose ?? rest ?? "") : drawn.id.replace(/^table-[a-z]+-/, "");
  return [...field.options]
    .filter(({ value, disabled }) => value && !disabled && (id === value || (!people && id.startsWith(`${value}-`))))
    .sort((one, other) => other.value.length - one.value.length)[0];
}

const sizeOf = (field) => all(`[data-when-act="${field.closest("label").dataset.whenAct}"]`, field.form).length;

// The first field in sight that is empty, else the last that is full; while no action is chosen, that of the action
// that has the fewest.
function fieldFor(form, drawn) {
  const fields = all("select[data-of]", form).filter((field) => choiceOf(field, drawn));
  const seen = fields.filter(inSight);
  const found = seen.find(({ value }) => !value) ?? seen.at(-1);
  if (found || form.elements.act.value) return found;
  const [first] = fields.filter((one) => one.closest("[data-when-act]")).sort((a, b) => sizeOf(a) - sizeOf(b));
  if (first) form.elements.act.value = first.closest("label").dataset.whenAct;
  return first;
}

function fill(form, target) {
  for (let drawn = target; drawn?.closest("#stage"); drawn = drawn.parentElement) {
    const field = fieldFor(form, drawn);
    if (!field) continue;
    field.value = choiceOf(field, drawn).value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return field;
  }
}

document.addEventListener(
  "click",
  (event) => {
    const form = taker();
    const field = form && event.target.closest("#stage") && fill(form, event.target);
    if (!field) return;
    event.preventDefault();
    event.stopPropagation();
    location.replace("#talk"); // a phone shows the board without the form
    field.focus();
  },
  true,
);

function touched({ target }) {
  if (target.form?.matches("[data-composer]")) promising = false;
  if (target.closest?.(".promise[open]")) promising = true;
}
for (const name of ["focusin", "change", "toggle"]) document.addEventListener(name, touched, true);
for (const name of ["change", "input"]) {
  document.addEventListener(name, ({ target: { form } }) => form?.matches(".promise-form") && promiseForm(form));
}
