// What can be tapped on the board, which is in sight, needs no list beside it: the list is folded, as long as the board
// offers all of it. On a small screen the names of a crowd are too small to find there: part of a name finds them here.
import { all } from "./common.js";
import { labelOf } from "./sentence.js";

const small = matchMedia("(max-width: 49.99rem)");
const folded = new WeakSet(); // whoever opens a list again finds it open

function onBoard(list) {
  const [first, ...more] = all("[data-control]", list);
  const domain = first?.dataset.control;
  const choices = first?.matches("select") ? all("option[data-choice]", first) : [first, ...more];
  const drawn = new Set(
    all(`#stage [data-domain="${domain}"]`)
      .filter((one) => (one.ownerSVGElement ?? one).getClientRects().length)
      .map((one) => one.dataset.value),
  );
  return Boolean(domain) && choices.every((one) => drawn.has(one.value));
}

export function foldLists() {
  all("[data-sift]").forEach(sift);
  for (const list of all("details[data-list]")) {
    const drawn = onBoard(list) && !(small.matches && list.querySelector("[data-sift]"));
    list.classList.toggle("drawn", drawn);
    if (list.open && drawn && !folded.has(list)) list.open = false;
    if (!drawn) list.open = true;
    folded[drawn ? "add" : "delete"](list);
    named(list);
  }
}

const chipsOf = (field) => all(".chip", field.closest("fieldset"));
function sift(field) {
  const wanted = field.value.trim().toLowerCase();
  for (const chip of chipsOf(field))
    chip.hidden = !chip.querySelector("[data-label]").textContent.toLowerCase().includes(wanted);
}

document.addEventListener("input", ({ target }) => target.matches("[data-sift]") && sift(target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-sift]")) return;
  event.preventDefault();
  chipsOf(event.target)
    .find((chip) => !chip.hidden)
    ?.click();
});

// A list that is folded says what is picked.
function named(list) {
  const control = list.querySelector("[data-control]");
  list.querySelector("[data-picked]").textContent = labelOf(control.form, control.name);
}

document.addEventListener("composed", ({ target }) => all("details[data-list]", target).forEach(named));
