// Keys for cards, steps and panes. They say nothing while somebody types, and can be switched off.
import { all } from "./common.js";
import { openForm } from "./composer.js";

const KEYS = [
  ["1 to 9", "choose that card"],
  ["← →", "among cards: the next one; on the board: the next one to pick; in a story: the step before or behind"],
  ["Shift ← →", "on the board: the next piece or place, whether it can be picked or not"],
  ["b", "go to the board: what can be picked now; Enter picks it"],
  ["h", "go to the card that you have chosen, or to the button that seals"],
  ["t", "go to the talk"],
  ["u", "undo the last choice"],
  ["Enter", "on a card: do or seal what is made up; on the board: pick"],
  ["Escape", "close what is open"],
  ["?", "this list"],
];
const OFF = "keys off";
let box = null;

const off = () => localStorage.getItem(OFF) === "yes";
const shown = (one) => one.checkVisibility({ visibilityProperty: true }); // what is folded still has its rectangles

function opened() {
  box = document.body.appendChild(Object.assign(document.createElement("dialog"), { className: "keys-box" }));
  box.setAttribute("aria-labelledby", "keys-title");
  box.innerHTML = `<h2 id="keys-title">Keys</h2><dl></dl>
    <label class="check"><input type="checkbox"><span>Single letters and numbers do something</span></label>
    <form method="dialog"><button class="button small">Close</button></form>`;
  box.querySelector("dl").replaceChildren(
    ...KEYS.flatMap(([key, words]) => {
      const dt = document.createElement("dt");
      dt.append(Object.assign(document.createElement("kbd"), { textContent: key }));
      return [dt, Object.assign(document.createElement("dd"), { textContent: words })];
    }),
  );
  box.querySelector("input").checked = !off();
  box.addEventListener("change", ({ target }) => localStorage.setItem(OFF, target.checked ? "" : "yes"));
  return box;
}

function choose(number) {
  const cards = all(".card-input, .option.shut .card", openForm() ?? undefined).filter((one) =>
    shown(one.labels?.[0] ?? one),
  );
  const card = cards[number - 1];
  if (card?.matches("input")) {
    card.focus({ preventScroll: true });
    card.click();
  }
}

const first = (...wanted) => wanted.flatMap((one) => all(one)).find((one) => shown(one.labels?.[0] ?? one));

// The card that is chosen; else the button that hands in what is made up; else what there is to choose or to open.
const toAnswer = () =>
  first(
    "#composer .composer .card-input:checked",
    "#composer .composer .seal-button:not([aria-disabled=true])",
    "#composer .composer .card-input",
    "#answer-now, #change > summary, #own-make > summary",
    "#composer",
  );

const toBoard = () => first("#board-frame .glow", "#board-frame .legal.open", "#board-frame .target", "#board-frame");

const ACTIONS = {
  b: () => toBoard()?.focus(),
  h: () => toAnswer()?.focus(),
  t: () => all(".say textarea").find(shown)?.focus(),
  u: () => openForm()?.querySelector("[data-undo]:not([hidden])")?.click(),
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-keys]")) (box ?? opened()).showModal();
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, dialog[open]")) return;
  const action = key === "?" ? () => (box ?? opened()).showModal() : off() ? null : (ACTIONS[key] ?? numbered(key));
  if (!action) return;
  event.preventDefault();
  action();
});

const numbered = (key) => (/^[1-9]$/.test(key) ? () => choose(Number(key)) : null);
