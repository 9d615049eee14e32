// The fields of one action: what is picked, and what still goes with it. The rows of data-together say which go
// together.
import { holderOf, inputsOf, isShared, whole } from "./amounts.js";
import { all } from "./common.js";
import { fitting, openIn, rowsOf, without } from "./rows.js";

export function chosenAct(form) {
  return form.querySelector('input[name="act"]:checked, input[name="act"][type="hidden"]');
}

export function fieldsOf(act) {
  return (act?.dataset.fields ?? "").split(" ").filter(Boolean);
}

let looked = new WeakMap(); // by form: what was looked up in it; a page that has changed is looked at anew

export function lookAnew() {
  looked = new WeakMap();
}

export function choicesOf(form, name) {
  const known = looked.get(form) ?? new Map();
  looked.set(form, known);
  if (!known.has(name)) known.set(name, lookedUp(form, name));
  return known.get(name);
}

function lookedUp(form, name) {
  const select = form.querySelector(`select[name="${CSS.escape(name)}"]`);
  if (!select) return all(`input[name="${CSS.escape(name)}"]:is([type=radio], [type=checkbox])`, form);
  return all("option[data-choice]", select).sort((one, other) => one.dataset.n - other.dataset.n);
}

export const isOn = (choice) => (choice.matches("option") ? choice.selected : choice.checked);
export const domainOf = (choice) =>
  (choice.matches("option") ? choice.closest("select") : choice).dataset.control ?? "";

export function choose(choice, on) {
  if (!choice.matches("option")) choice.checked = on;
  else if (on) choice.selected = true;
  else if (choice.selected) choice.closest("select").selectedIndex = 0;
}

// What is picked, by the place of its field: a choice, or the kinds of which there is an amount.
export function pickOf(form, name) {
  const holder = holderOf(form, name);
  if (holder) {
    const kinds = isShared(holder) ? inputsOf(holder).flatMap((one, key) => (whole(one) ? [key] : [])) : [];
    return kinds.length ? kinds : undefined;
  }
  const choice = choicesOf(form, name).findIndex(isOn);
  return choice < 0 ? undefined : choice;
}

export const picksOf = (act) => fieldsOf(act).map((name) => pickOf(act.form, name));

// The choices of a field that go with everything else that is picked; some fields must differ from each other.
export function openFor(act, name, picks) {
  const names = fieldsOf(act);
  const place = names.indexOf(name);
  const choices = choicesOf(act.form, name);
  const open = act.dataset.together
    ? openIn(fitting(rowsOf(act.dataset.together), without(picks, place)), place)
    : new Set(choices.keys());
  const differ = (act.dataset.distinct ?? "").split(" ");
  if (!differ.includes(name)) return open;
  const taken = names
    .filter((one, other) => one !== name && differ.includes(one) && picks[other] !== undefined)
    .map((one) => choicesOf(act.form, one)[picks[names.indexOf(one)]].value);
  return new Set([...open].filter((choice) => !choices[choice].value || !taken.includes(choices[choice].value)));
}

export const goes = (act, place, picks) => {
  const name = fieldsOf(act)[place];
  return holderOf(act.form, name)
    ? fitting(rowsOf(act.dataset.together), picks).length > 0
    : openFor(act, name, picks).has(picks[place]);
};
