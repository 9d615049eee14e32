// What a form says: the sentence of what somebody will do, and what is missing in it.
import { enough, holderOf, isOrder, saidOf } from "./amounts.js";
import { choicesOf, chosenAct, domainOf, isOn, picksOf } from "./choices.js";
import { all } from "./common.js";
import { fitting, rowsOf } from "./rows.js";

const TEXT = "textarea, input[type=text]";

export function labelOf(form, name) {
  const holder = holderOf(form, name);
  if (holder) return saidOf(holder);
  const control = form.elements[name];
  if (!control) return "";
  if (control.tagName === "SELECT")
    return control.selectedOptions[0]?.matches("[data-choice]") ? control.selectedOptions[0].textContent.trim() : "";
  if (control.matches?.(TEXT)) return control.value;
  const picked = all(`[name="${CSS.escape(name)}"]:checked`, form);
  if (!picked.length && form.querySelector(`fieldset[data-low="0"] [name="${CSS.escape(name)}"][type=checkbox]`))
    return "none";
  return picked.map((one) => one.parentElement.querySelector("[data-label]").textContent.trim()).join(" and ");
}

// The phrase of the action that is left, where actions share a card. What is picked in the usual way need not be said.
function phraseOf(act, brief = false) {
  if (!act?.dataset.phrases) return (brief && briefOf(act)) || (act?.dataset.phrase ?? "");
  const rows = rowsOf(act.dataset.together);
  const [left] = fitting(rows, picksOf(act));
  return left ? JSON.parse(act.dataset.phrases)[rows.indexOf(left)] : act.dataset.phrase;
}

function briefOf(act) {
  const text = (name) => {
    const control = act.form.elements[name];
    return control?.matches?.(TEXT) ? control.value : undefined;
  };
  const as = (name) => text(name) ?? choicesOf(act.form, name).find(isOn)?.value;
  const asked = (name) => text(name) !== undefined || choicesOf(act.form, name).length > 0;
  const briefs = act?.dataset.briefs ? JSON.parse(act.dataset.briefs) : [];
  const usually = (usual) => Object.entries(usual).every(([name, value]) => !asked(name) || as(name) === value);
  return briefs.find(([, usual]) => usually(usual))?.[0];
}

export function missing(form) {
  const act = chosenAct(form);
  if (!act) return ["act"];
  const names = [...phraseOf(act, true).matchAll(/\{([^}]+)\}/g)].map((found) => found[1]);
  return names.filter((name) => (holderOf(form, name) ? !enough(holderOf(form, name)) : !labelOf(form, name)));
}

export function wanted(form, name) {
  if (name === "act") return "Choose a card first.";
  const control = choicesOf(form, name)[0];
  const field = name.split(".").pop().replaceAll("_", " ");
  if (holderOf(form, name))
    return isOrder(holderOf(form, name))
      ? `Choose the ${field}: tap them in your order, or give each a number.`
      : `Say how many ${field}: tap the pieces, or use the numbers.`;
  if (!control || domainOf(control) === "seat") return "Choose a player: tap the table or the list.";
  return `Choose the ${field}: tap it, or choose it from the list.`;
}

// On a phone the question may be out of sight while its form is not.
const narrow = matchMedia("(max-width: 40rem)");
function asked(output) {
  const question = output.closest(".hand")?.querySelector("#hand-title")?.textContent ?? "";
  return narrow.matches && question ? `${question} ${output.dataset.empty}` : output.dataset.empty;
}

// Writes the sentence; whether everything is said.
export function tell(form, output) {
  const act = chosenAct(form);
  const open = missing(form);
  const said = act && phraseOf(act, true).replace(/\{([^}]+)\}/g, (_, name) => labelOf(form, name) || "…");
  output.textContent = act ? (open.length ? `You will ${said}` : `You will ${said}.`) : asked(output);
  output.classList.toggle("waiting-for", open.length > 0);
  return open.length === 0;
}
