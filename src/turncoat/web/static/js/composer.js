// The forms in which answers are made up: what is picked, what goes with it, and the way back.
import { count, holderOf, inputsOf, isShared, numberOf, whole } from "./amounts.js";
import { choicesOf, choose, chosenAct, fieldsOf, goes, isOn, lookAnew, openFor, pickOf } from "./choices.js";
import { all, still } from "./common.js";
import { limit } from "./limits.js";
import { foresee } from "./outlook.js";
import { missing, tell, wanted } from "./sentence.js";
import { toast } from "./small.js";

const history = new WeakMap(); // by form: what it held after each change, and what was picked by hand
const order = new WeakMap(); // by form: the fields picked by hand, in that order

// What is made up: the form somebody is in or has opened last beside the question, else that of the question.
export function openForm() {
  const beside = all(".beside[open] form[data-composer]").filter((form) => !form.closest("details:not([open])"));
  return (
    beside.find((form) => form.matches(":focus-within")) ??
    beside.find((form) => form.closest("details.one-of")) ??
    beside[0] ??
    document.querySelector("form[data-composer]:not(.single)")
  );
}

function summarise(form) {
  const ready = tell(form, form.querySelector("[data-summary]"));
  form.querySelector(".commit button:not([type])").setAttribute("aria-disabled", String(!ready));
  count(form);
  foresee(form, ready);
  const undo = form.querySelector("[data-undo]");
  if (undo) undo.hidden = !(history.get(form)?.length > 1);
}

function snapshot(form) {
  return all("input:not([type=hidden]), select, textarea", form).map((one) =>
    one.matches("[type=radio], [type=checkbox]") ? one.checked : one.value,
  );
}

function restore(form, values) {
  all("input:not([type=hidden]), select, textarea", form).forEach((one, place) => {
    if (one.matches("[type=radio], [type=checkbox]")) one.checked = values[place];
    else one.value = values[place];
  });
}

// Forces of two places that never go together: those that were tapped last stay.
function keepOnly(holder, changed) {
  for (const one of inputsOf(holder)) if (one.name !== changed) one.value = 0;
}

// The pick made last stands; earlier ones that do not go with it are taken back, and what is left without a choice is
// picked.
export function settle(form, changed) {
  const act = chosenAct(form);
  if (!act?.dataset.together) return;
  const names = fieldsOf(act);
  const last = names.find(
    (name) => changed === name || (changed && changed.startsWith(`${name}.`) && holderOf(form, name)),
  );
  const place = names.indexOf(last);
  if (last && isShared(holderOf(form, last) ?? form) && !goes(act, place, solo(names, place, pickOf(form, last))))
    keepOnly(holderOf(form, last), changed);
  const earlier = (order.get(form) ?? []).filter((name) => names.includes(name) && name !== last);
  const usual = names.filter(
    (name) =>
      name !== last &&
      !earlier.includes(name) &&
      (holderOf(form, name)
        ? inputsOf(holderOf(form, name)).some((one) => whole(one) && one.value === one.defaultValue)
        : choicesOf(form, name).some((one) => isOn(one) && (one.defaultChecked || one.defaultSelected))),
  );
  const picks = names.map(() => undefined);
  const made = [];
  for (const name of [...(last ? [last] : []), ...earlier, ...usual]) {
    const at = names.indexOf(name);
    const pick = pickOf(form, name);
    if (pick === undefined) continue;
    picks[at] = pick;
    if (goes(act, at, picks)) made.push(name);
    else picks[at] = undefined;
  }
  order.set(
    form,
    [...earlier, ...(last ? [last] : [])].filter((name) => made.includes(name)),
  );
  names.forEach((name, at) => {
    if (picks[at] === undefined) taken(form, name);
  });
  pickTheRest(act, names, picks);
  names.forEach((name) => {
    if (holderOf(form, name)) return;
    const open = openFor(act, name, picks);
    choicesOf(form, name).forEach((one, number) =>
      (one.matches("option") ? one : one.closest(".chip")).classList.toggle("unfit", !open.has(number)),
    );
  });
  limit(act, picks, place);
}

const solo = (names, place, pick) => names.map((_, one) => (one === place ? pick : undefined));

// A pick is taken back.
function taken(form, name) {
  const holder = holderOf(form, name);
  if (!holder) choicesOf(form, name).forEach((one) => choose(one, false));
  else if (isShared(holder))
    inputsOf(holder).forEach((one) => {
      one.value = 0;
    });
}

// What leaves no choice is picked.
function pickTheRest(act, names, picks) {
  for (let more = true; more;) {
    more = false;
    names.forEach((name, at) => {
      if (picks[at] !== undefined || holderOf(act.form, name)) return;
      const open = openFor(act, name, picks);
      if (open.size !== 1) return;
      [picks[at]] = open;
      choose(choicesOf(act.form, name)[picks[at]], true);
      more = true;
    });
  }
}

// Whoever draws what is picked hears of it by this event.
const composed = (form) => form.dispatchEvent(new CustomEvent("composed", { bubbles: true }));

export function changed(form, name = "") {
  settle(form, name);
  const past = history.get(form) ?? [];
  past.push([snapshot(form), order.get(form) ?? []]);
  history.set(form, past);
  summarise(form);
  composed(form);
  setTimeout(() => showNumbers(form));
}

// On a phone the numbers that are wanted next come into sight between the cards and the button.
const small = matchMedia("(max-width: 49.99rem)");
function showNumbers(form) {
  const [next] = missing(form);
  if (small.matches && next && next !== "act") holderOf(form, next)?.scrollIntoView({ block: "nearest" });
}

function undone(form) {
  const past = history.get(form);
  past.pop();
  const [values, made] = past.at(-1);
  restore(form, values);
  order.set(form, made);
  settle(form, "");
  summarise(form);
  composed(form);
}

let request = "";

// Nodes outlive what they were filled in for: a new question starts with an empty form, and so does the next action.
function emptied(source) {
  const now = document.querySelector('form[data-composer] [name="request"]')?.value ?? "";
  if (request && now !== request)
    all("form[data-composer]").forEach((form) => {
      form.reset();
      history.delete(form);
      order.delete(form);
    });
  request = now;
  if (source?.matches?.("[data-composer]") && !document.getElementById("refusal"))
    source.closest("details")?.removeAttribute("open");
  if (source?.matches?.(".single") && !document.getElementById("refusal")) {
    source.reset();
    history.delete(source);
  }
}

// The page has changed: its forms are looked at anew.
export function renew(source) {
  lookAnew();
  emptied(source);
  for (const form of all("form[data-composer]")) {
    if (!history.has(form)) history.set(form, [[snapshot(form), []]]);
    settle(form, "");
    summarise(form);
  }
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const input = step.parentElement.querySelector("input");
    const wanted = step.dataset.step === "all" ? Number(input.max) : whole(input) + Number(step.dataset.step);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), wanted));
    changed(input.form, input.name);
  }
  const undo = event.target.closest("[data-undo]");
  if (undo) undone(undo.form);
});

// A slider beside a number: the number follows it, and it follows the number.
document.addEventListener("input", (event) => {
  const number = numberOf(event.target);
  if (number) number.value = event.target.value;
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-composer]")) changed(form, (numberOf(event.target) ?? event.target).name);
});

// Before anything is sent: the server would say the same again.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches("[data-composer]") || !missing(form).length) return;
    event.preventDefault();
    event.stopPropagation();
    const lacks = missing(form)[0];
    toast(wanted(form, lacks));
    const list = form.querySelector(`[name="${lacks}"]`)?.closest("details[data-list]");
    if (list) list.open = true;
    const where =
      lacks === "act" ? form.querySelector(".cards") : all(".glow").find((one) => one.getClientRects().length);
    where?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  },
  true,
);
