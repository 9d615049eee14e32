// Everything works without this; here the board is wired to the forms, the reveal is played, and times count down.
import { alike, capsIn, fitting, nearest, openIn, rangeIn, rowsOf, steady, withNumber, without } from "./rows.js";

const root = document.documentElement;
root.classList.add("has-script");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/* --- the composer ------------------------------------------------------------------------- */

const history = new WeakMap();

// What is made up: the form somebody is in or has opened last beside the question, else that of the question.
function openForm() {
  const beside = all(".beside[open] form[data-composer]").filter((form) => !form.closest("details:not([open])"));
  return beside.find((form) => form.matches(":focus-within")) ?? beside.find((form) => form.closest("details.one-of")) ?? beside[0] ?? document.querySelector("form[data-composer]:not(.single)");
}

function chosenAct(form) {
  return form.querySelector('input[name="act"]:checked, input[name="act"][type="hidden"]');
}

function labelOf(form, name) {
  const holder = holderOf(form, name);
  if (holder) return saidOf(holder);
  const control = form.elements[name];
  if (!control) return "";
  if (control.tagName === "SELECT") return control.selectedOptions[0]?.matches("[data-choice]") ? control.selectedOptions[0].textContent.trim() : "";
  if (control.tagName === "TEXTAREA") return control.value;
  const picked = all(`[name="${CSS.escape(name)}"]:checked`, form);
  if (!picked.length && form.querySelector(`fieldset[data-low="0"] [name="${CSS.escape(name)}"][type=checkbox]`)) return "none";
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
  const as = (name) => { const one = choicesOf(act.form, name).find(isOn); return one ? one.value : undefined; };
  const briefs = act?.dataset.briefs ? JSON.parse(act.dataset.briefs) : [];
  const usually = (usual) => Object.entries(usual).every(([name, value]) => !choicesOf(act.form, name).length || as(name) === value);
  return briefs.find(([, usual]) => usually(usual))?.[0];
}

function missing(form) {
  const act = chosenAct(form);
  if (!act) return ["act"];
  const names = [...phraseOf(act).matchAll(/\{([^}]+)\}/g)].map((found) => found[1]);
  return names.filter((name) => (holderOf(form, name) ? !enough(holderOf(form, name)) : !labelOf(form, name)));
}

/* Numbers, amounts and orders: what they hold, and between which limits. */

const holderOf = (form, name) => form.querySelector(`[data-holds="${CSS.escape(name)}"]`);
const inputsOf = (holder) => all("[data-amount], [data-place]", holder);
const whole = (input) => Math.max(0, Math.floor(Number(input.value) || 0));
const isShared = (holder) => Boolean(holder.dataset.low) && !isOrder(holder);
const isOrder = (holder) => Boolean(holder.querySelector("[data-place]"));
const named = (holder) => inputsOf(holder).filter((one) => whole(one) > 0).sort((one, other) => whole(one) - whole(other));
const sumOf = (holder) => (isOrder(holder) ? named(holder).length : inputsOf(holder).reduce((sum, one) => sum + whole(one), 0));

function limitsOf(holder) {
  const [only] = inputsOf(holder);
  return holder.dataset.low ? [Number(holder.dataset.low), Number(holder.dataset.high)] : [Number(only.min), Number(only.max)];
}

function enough(holder) {
  const [low, high] = limitsOf(holder);
  const sum = sumOf(holder);
  return sum >= low && sum <= high && inputsOf(holder).every((one) => whole(one) <= Number(one.max));
}

function saidOf(holder) {
  if (!holder.dataset.low) return inputsOf(holder)[0].value;
  const label = (one) => one.closest(".field").querySelector("[data-label]");
  if (isOrder(holder)) return named(holder).map((one) => label(one).textContent.trim()).join(", ");
  const counted = (one) => `${whole(one)} ${whole(one) === 1 ? label(one).dataset.one : label(one).dataset.many}`;
  return inputsOf(holder).filter((one) => whole(one)).map(counted).join(" and ") || (limitsOf(holder)[0] ? "" : "nothing");
}

// One more, or the next place in the order; what has no room left goes back to nothing.
function bump(input) {
  const holder = input.closest("[data-holds]");
  const [low, high] = limitsOf(holder);
  if (isOrder(holder)) {
    const at = whole(input);
    if (!at && sumOf(holder) < high) input.value = sumOf(holder) + 1;
    else if (at && low < inputsOf(holder).length) {
      for (const one of inputsOf(holder)) if (whole(one) > at) one.value = whole(one) - 1;
      input.value = 0;
    }
  } else if (whole(input) < Number(input.max) && (!holder.dataset.low || sumOf(holder) < high)) input.value = whole(input) + 1;
  else input.value = input.min;
}

// Limits that depend on what has been picked. Of several numbers the one changed last stands and the others follow it, so
// that a bid and the ally's share of it, or forces and their price, always go together.
function limit(act, picks, changedPlace) {
  const rows = rowsOf(act.dataset.together);
  let left = fitting(rows, picks);
  const held = fieldsOf(act).map((name, place) => ({ place, holder: holderOf(act.form, name) })).filter(({ holder }) => holder);
  for (const one of held.filter(({ holder }) => isShared(holder))) left = share(one.holder, one.place, rows, picks, left);
  const numbers = held.filter(({ holder }) => !isShared(holder) && !isOrder(holder));
  numbers.sort((one, other) => (other.place === changedPlace) - (one.place === changedPlace));
  const free = left;
  for (const { holder, place } of numbers) left = bound(holder, place, free, left);
  for (const { holder, place } of held.filter(({ holder }) => isOrder(holder))) arrange(holder, alike(left, place) ? left[0][place] : null);
}

// A number: its limits are those of everything that can still be picked, its value one that goes with the others.
function bound(holder, place, free, left) {
  const range = rangeIn(free, place);
  const [input] = inputsOf(holder);
  holder.hidden = !range || range.high === 0;
  if (!range) {
    input.value = input.min;
    return left;
  }
  Object.assign(input, { min: range.low, max: range.high });
  input.value = nearest(left, place, whole(input));
  said(holder, `${range.low} to ${range.high}`);
  return withNumber(left, place, whole(input));
}

// Amounts: what can still be taken of each kind. Kinds that go with nothing picked so far can be tapped on the board.
function share(holder, place, rows, picks, left) {
  const shown = picks[place] || alike(left, place) || steady(left, place);
  const range = shown ? rangeIn(left, place) : null;
  holder.hidden = !range || range.high === 0;
  if (!range) {
    inputsOf(holder).forEach((one) => { one.value = 0; });
    return left;
  }
  const caps = capsIn(left, place);
  const others = capsIn(fitting(rows, without(picks, place)).filter((row) => row[place]), place);
  Object.assign(holder.dataset, range);
  inputsOf(holder).forEach((one, key) => {
    one.max = caps[key] || others[key];
    one.value = Math.min(whole(one), caps[key]);
    one.closest(".field").hidden = !caps[key];
    const cap = one.closest(".field").querySelector("[data-cap]");
    if (cap) cap.textContent = `up to ${caps[key]}`;
  });
  for (const one of inputsOf(holder)) one.value = whole(one) - Math.min(whole(one), Math.max(0, sumOf(holder) - range.high));
  said(holder, range.low ? `${range.low} to ${range.high} in all` : `up to ${range.high} in all`);
  const fits = withNumber(left, place, sumOf(holder));
  return picks[place] && fits.length ? fits : left;
}

function arrange(holder, cell) {
  holder.hidden = !cell || cell.high === 0;
  if (!cell) return inputsOf(holder).forEach((one) => { one.value = one.min; });
  Object.assign(holder.dataset, { low: cell.low, high: cell.high });
  inputsOf(holder).forEach((one, number) => {
    one.max = cell.open.includes(number) ? cell.high : 0;
    one.closest(".field").hidden = !Number(one.max);
  });
  if (cell.open.length === 1 && cell.low) inputsOf(holder)[cell.open[0]].value = 1;
}

function said(holder, words) {
  const range = holder.querySelector("[data-range]");
  if (range) range.textContent = words;
}

// What is still to be shared out, where it must come to an exact number.
function count(form) {
  for (const slider of all("[data-slide]", form)) {
    const { min, max, value } = numberOf(slider);
    Object.assign(slider, { min, max });
    slider.value = value;
  }
  for (const holder of all("fieldset[data-holds]", form)) {
    const [low, high] = limitsOf(holder);
    const range = holder.querySelector("[data-range]");
    if (low === high && range && !isOrder(holder)) range.textContent = `${sumOf(holder)} of ${high}`;
    holder.classList.toggle("short", !enough(holder));
  }
}

// On a phone the question may be out of sight while its form is not.
const narrow = matchMedia("(max-width: 40rem)");
function asked(output) {
  const question = output.closest(".hand")?.querySelector("#hand-title")?.textContent ?? "";
  return narrow.matches && question ? `${question} ${output.dataset.empty}` : output.dataset.empty;
}

function summarise(form) {
  const act = chosenAct(form);
  const open = missing(form);
  const output = form.querySelector("[data-summary]");
  const button = form.querySelector(".commit button:not([type])");
  const said = act && phraseOf(act, true).replace(/\{([^}]+)\}/g, (_, name) => labelOf(form, name) || "…");
  output.textContent = act ? (open.length ? `You will ${said}` : `You will ${said}.`) : asked(output);
  output.classList.toggle("waiting-for", open.length > 0);
  button.setAttribute("aria-disabled", String(open.length > 0));
  count(form);
  foresee(form, open.length === 0);
  const undo = form.querySelector("[data-undo]");
  if (undo) undo.hidden = !(history.get(form)?.length > 1);
}

// What the answer would come to, in the words of the server, which alone knows the rules.
let outlooks = 0;
async function foresee(form, ready) {
  const line = form.querySelector("[data-outlook]");
  if (!line) return;
  const key = chosenAct(form)?.value ?? "";
  const query = new URLSearchParams([...new FormData(form)].filter(([name]) => name === "act" || name.startsWith(`${key}.`)));
  const words = `${line.dataset.outlook}${line.dataset.outlook.includes("?") ? "&" : "?"}${query}`;
  if (!ready) return show(line, []);
  if (line.dataset.asked === words) return;
  line.dataset.asked = words;
  const number = ++outlooks;
  try {
    const answer = await fetch(words);
    if (number === outlooks && line.dataset.asked === words) show(line, answer.ok ? (await answer.json()).lines : []);
  } catch { /* without a network there is no outlook */ }
}

function show(line, sentences) {
  if (!sentences.length) line.dataset.asked = "";
  line.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("span"), { textContent: `${sentence} ` })));
  line.hidden = !sentences.length;
}

function snapshot(form) {
  return all("input:not([type=hidden]), select, textarea", form).map((one) => (one.matches("[type=radio], [type=checkbox]") ? one.checked : one.value));
}

function restore(form, values) {
  all("input:not([type=hidden]), select, textarea", form).forEach((one, place) => {
    if (one.matches("[type=radio], [type=checkbox]")) one.checked = values[place];
    else one.value = values[place];
  });
}

/* Fields of one action: what is picked, and what still goes with it. The rows of data-together say which go together. */

const order = new WeakMap(); // by form: the fields picked by hand, in that order

function fieldsOf(act) {
  return (act?.dataset.fields ?? "").split(" ").filter(Boolean);
}

let looked = new WeakMap(); // by form: what was looked up in it; a page that has changed is looked at anew

function choicesOf(form, name) {
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

const isOn = (choice) => (choice.matches("option") ? choice.selected : choice.checked);
const domainOf = (choice) => (choice.matches("option") ? choice.closest("select") : choice).dataset.control ?? "";

function set(choice, on) {
  if (!choice.matches("option")) choice.checked = on;
  else if (on) choice.selected = true;
  else if (choice.selected) choice.closest("select").selectedIndex = 0;
}

// What is picked, by the place of its field: a choice, or the kinds of which there is an amount.
function pickOf(form, name) {
  const holder = holderOf(form, name);
  if (holder) {
    const kinds = isShared(holder) ? inputsOf(holder).flatMap((one, key) => (whole(one) ? [key] : [])) : [];
    return kinds.length ? kinds : undefined;
  }
  const choice = choicesOf(form, name).findIndex(isOn);
  return choice < 0 ? undefined : choice;
}

const picksOf = (act) => fieldsOf(act).map((name) => pickOf(act.form, name));

// The choices of a field that go with everything else that is picked; some fields must differ from each other.
function left(act, name, picks) {
  const names = fieldsOf(act);
  const place = names.indexOf(name);
  const choices = choicesOf(act.form, name);
  const open = act.dataset.together ? openIn(fitting(rowsOf(act.dataset.together), without(picks, place)), place) : new Set(choices.keys());
  const differ = (act.dataset.distinct ?? "").split(" ");
  if (!differ.includes(name)) return open;
  const taken = names.filter((one, other) => one !== name && differ.includes(one) && picks[other] !== undefined).map((one) => choicesOf(act.form, one)[picks[names.indexOf(one)]].value);
  return new Set([...open].filter((choice) => !choices[choice].value || !taken.includes(choices[choice].value)));
}

const goes = (act, place, picks) => {
  const name = fieldsOf(act)[place];
  return holderOf(act.form, name) ? fitting(rowsOf(act.dataset.together), picks).length > 0 : left(act, name, picks).has(picks[place]);
};

// Forces of two places that never go together: those that were tapped last stay.
function keepOnly(holder, changed) {
  for (const one of inputsOf(holder)) if (one.name !== changed) one.value = 0;
}

// The pick made last stands; earlier ones that do not go with it are taken back, and what is left without a choice is picked.
function settle(form, changed) {
  const act = chosenAct(form);
  if (!act?.dataset.together) return;
  const names = fieldsOf(act);
  const last = names.find((name) => changed === name || (changed && changed.startsWith(`${name}.`) && holderOf(form, name)));
  const place = names.indexOf(last);
  if (last && isShared(holderOf(form, last) ?? form) && !goes(act, place, solo(names, place, pickOf(form, last)))) keepOnly(holderOf(form, last), changed);
  const earlier = (order.get(form) ?? []).filter((name) => names.includes(name) && name !== last);
  const usual = names.filter((name) => name !== last && !earlier.includes(name) && !holderOf(form, name) && choicesOf(form, name).some((one) => isOn(one) && (one.defaultChecked || one.defaultSelected)));
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
  order.set(form, [...earlier, ...(last ? [last] : [])].filter((name) => made.includes(name)));
  names.forEach((name, at) => { if (picks[at] === undefined) taken(form, name); });
  pickTheRest(act, names, picks);
  names.forEach((name) => {
    if (holderOf(form, name)) return;
    const open = left(act, name, picks);
    choicesOf(form, name).forEach((one, number) => (one.matches("option") ? one : one.closest(".chip")).classList.toggle("unfit", !open.has(number)));
  });
  limit(act, picks, place);
}

const solo = (names, place, pick) => names.map((_, one) => (one === place ? pick : undefined));

// A pick is taken back.
function taken(form, name) {
  const holder = holderOf(form, name);
  if (!holder) choicesOf(form, name).forEach((one) => set(one, false));
  else if (isShared(holder)) inputsOf(holder).forEach((one) => { one.value = 0; });
}

// What leaves no choice is picked.
function pickTheRest(act, names, picks) {
  for (let more = true; more;) {
    more = false;
    names.forEach((name, at) => {
      if (picks[at] !== undefined || holderOf(act.form, name)) return;
      const open = left(act, name, picks);
      if (open.size !== 1) return;
      [picks[at]] = open;
      set(choicesOf(act.form, name)[picks[at]], true);
      more = true;
    });
  }
}

// What can be tapped now: by domain, the values that are open, those of the field that comes next, and those that are picked.
function targets(form) {
  const act = form && chosenAct(form);
  const found = { act, domains: new Set(), open: new Set(), next: new Set(), picked: new Set(), fields: new Map() };
  if (!act) return found;
  const names = fieldsOf(act);
  const picks = picksOf(act);
  const wants = (name) => (holderOf(form, name) ? !holderOf(form, name).hidden && !enough(holderOf(form, name)) : picks[names.indexOf(name)] === undefined && choicesOf(form, name).length);
  const next = names.find(wants);
  for (const name of names) {
    const holder = holderOf(form, name);
    if (holder) {
      held(found, holder, name === next);
      continue;
    }
    const choices = choicesOf(form, name);
    const open = left(act, name, picks);
    found.fields.set(name.split(".").pop(), new Map(choices.map((one, place) => [one.value, { open: open.has(place), on: isOn(one) }])));
    choices.forEach((one, place) => {
      const key = `${domainOf(one)} ${one.value}`;
      found.domains.add(domainOf(one));
      if (open.has(place)) found.open.add(key);
      if (open.has(place) && name === next) found.next.add(key);
      if (isOn(one)) found.picked.add(key);
    });
  }
  return found;
}

function held(found, holder, next) {
  if (holder.hidden) return;
  for (const one of inputsOf(holder)) {
    const key = `${one.dataset.control} ${one.dataset.of}`;
    found.domains.add(one.dataset.control);
    if (Number(one.max) > 0) found.open.add(key);
    if (next && Number(one.max) > 0) found.next.add(key);
    if (whole(one) > 0) found.picked.add(key);
  }
}

const needOf = (needs) => [needs.slice(0, needs.indexOf(" ")), needs.slice(needs.indexOf(" ") + 1)];

// Some pieces mean a place as well (data-needs): they are open where that place is picked, or can be picked with them.
function stands(piece, found) {
  if (!piece.dataset.needs) return "picked";
  const [fields, value] = needOf(piece.dataset.needs);
  const name = fields.split("|").find((one) => found.fields.has(one));
  if (!name) return found.fields.size ? "no" : "picked";
  const choices = found.fields.get(name);
  const it = choices.get(value);
  if (it?.on) return "picked";
  return it?.open && ![...choices.values()].some((one) => one.on) ? "open" : "no";
}

// Some places stand for something larger as well (data-or): for that where the card asks for it and not for them.
function meaning(piece, domains) {
  const { domain, value, or = "" } = piece.dataset;
  return or && !domains.has(domain) && domains.has(needOf(or)[0]) ? needOf(or) : [domain, value];
}

function markBoard() {
  const form = openForm();
  const shown = form && !form.closest("details:not([open])");
  const found = targets(form);
  const { act, domains, open, next, picked } = found;
  const verb = (act?.value ?? "").split("~")[0];
  const stage = document.getElementById("stage");
  stage?.classList.toggle("picking", Boolean(shown) && domains.has("seat"));
  if (stage) stage.dataset.wants = shown ? [...domains].join(" ") : "";
  for (const one of all("[data-domain].legal")) {
    const key = meaning(one, domains).join(" ");
    const place = stands(one, found);
    const aimed = picked.has(key) && place === "picked";
    [...one.classList].filter((name) => name.startsWith("aimed")).forEach((name) => one.classList.remove(name));
    if (aimed) one.classList.add("aimed", `aimed-${verb}`);
    const reachable = act ? open.has(key) && place !== "no" : Boolean(one.dataset.act && shown);
    one.classList.toggle("open", reachable);
    one.classList.toggle("glow", next.has(key) && place === "picked");
    one.setAttribute("aria-pressed", String(aimed));
    if (one.matches("[data-quiet]")) one.setAttribute("tabindex", reachable ? "0" : "-1");
  }
  for (const one of all("[data-follows]")) follow(one, domains, picked);
}

// A part of the board that goes where something was picked, such as a rose of directions round a space.
function follow(part, domains, picked) {
  const own = part.querySelector("[data-domain]")?.dataset.domain;
  const at = all(`[data-domain="${part.dataset.follows}"]`).find((one) => picked.has(`${one.dataset.domain} ${one.dataset.value}`));
  part.classList.toggle("on", Boolean(at) && domains.has(own));
  if (at) part.setAttribute("transform", `translate(${at.dataset.x} ${at.dataset.y})`);
  for (const mirror of all("[data-mirror]", part)) {
    const drawn = all(`[data-picture="${mirror.dataset.mirror}"]`).find((one) => picked.has(`${one.dataset.picture} ${one.dataset.of}`));
    mirror.replaceChildren(...(drawn ? [drawn.cloneNode(true)] : []));
    mirror.firstElementChild?.removeAttribute("data-picture");
  }
}

function changed(form, name = "") {
  settle(form, name);
  const past = history.get(form) ?? [];
  past.push([snapshot(form), order.get(form) ?? []]);
  history.set(form, past);
  summarise(form);
  markBoard();
}

function pick(piece) {
  const form = openForm();
  if (!form) return;
  const { needs, act: wish } = piece.dataset;
  form.closest("details")?.setAttribute("open", "");
  const card = wish && !chosenAct(form) ? form.querySelector(`input[name="act"][value="${wish}"]`) : null;
  if (card) card.checked = true;
  const act = chosenAct(form);
  const [domain, value] = meaning(piece, targets(form).domains);
  const seat = domain === "seat";
  if (!act) return toast(seat ? "Choose a card first, then tap a player." : "Choose a card first, then tap the board.");
  const before = needs ? settleNeed(form, act, needs) : "";
  const inputs = fieldsOf(act).flatMap((name) => (holderOf(form, name) ? inputsOf(holderOf(form, name)) : []));
  const input = inputs.find((one) => one.dataset.control === domain && one.dataset.of === value && Number(one.max) > 0);
  const fields = fieldsOf(act).map((name) => choicesOf(form, name)).filter((choices) => choices.some((one) => domainOf(one) === domain && one.value === value));
  const it = (choices) => choices.find((one) => one.value === value);
  const fit = (choices) => !(it(choices).closest(".chip") ?? it(choices)).classList.contains("unfit");
  if (input && !(isGoal(input) && fields.some(fit))) {
    if (!(before && Number(input.min) > 0)) bump(input);
    return changed(form, input.name);
  }
  if (!fields.length && before) return changed(form, before);
  if (!fields.length || (!fields.some(fit) && !fields.some((choices) => isOn(it(choices))))) explain(form, domain, value);
  if (!fields.length) return;
  const empty = (choices) => !choices.some(isOn);
  const choices = fields.find((one) => isOn(it(one))) ?? fields.find((one) => empty(one) && fit(one)) ?? fields.find(fit) ?? fields[0];
  const again = isOn(it(choices)) && (it(choices).type === "checkbox" || Boolean(act.dataset.together));
  set(it(choices), !again);
  changed(form, it(choices).name ?? it(choices).closest("select").name);
}

// A place that no card can be aimed at now says why, if the card that is made up is aimed at places of its kind.
function ask(piece) {
  const form = openForm();
  const [domain, value] = needOf(piece.dataset.why);
  if (form && chosenAct(form) && targets(form).domains.has(domain)) explain(form, domain, value);
}

// Why something cannot be picked on this card, in the words of the server.
async function explain(form, domain, value) {
  const act = chosenAct(form);
  const address = form.querySelector("[data-outlook]")?.dataset.outlook.replace("/outlook", "/why");
  const usual = domain === "seat" ? "That card is not aimed at anybody." : "That card is not aimed at this.";
  const none = !fieldsOf(act).some((name) => choicesOf(form, name).some((one) => one.value === value && domainOf(one) === domain));
  if (!address) return none && toast(usual);
  try {
    const answer = await fetch(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ act: act.value, domain, value })}`);
    const words = answer.ok ? (await answer.json()).why : "";
    if (words || none) toast(words || usual);
  } catch { if (none) toast(usual); }
}

// Who has said how many go from where means a goal by the next place, even by one where more could be taken.
const isGoal = (input) => isShared(input.closest("[data-holds]")) && !whole(input) && enough(input.closest("[data-holds]"));

// The place that a piece stands for is picked with it; the name of its field, if it was not picked before.
function settleNeed(form, act, needs) {
  const [fields, value] = needOf(needs);
  const name = fieldsOf(act).find((one) => fields.split("|").includes(one.split(".").pop()));
  const choice = name && choicesOf(form, name).find((one) => one.value === value);
  if (!choice || isOn(choice)) return "";
  set(choice, true);
  settle(form, name);
  return name;
}

/* Looking at a piece lights up what it points at and says what it needs. */

function look(piece) {
  all(".lit, .looked").forEach((one) => one.classList.remove("lit", "looked"));
  const line = document.querySelector("[data-tip-line]");
  if (!piece || !line) return;
  line.textContent = piece.dataset.tip || piece.getAttribute("aria-label");
  piece.classList.add("looked");
  document.getElementById(piece.dataset.lights)?.classList.add("lit");
  all(`[data-lights="${CSS.escape(piece.id)}"]`).forEach((one) => one.classList.add("lit"));
}
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const piece = event.target.closest?.("[data-tip]");
    if (piece) look(piece);
  });
}

/* Arrow keys go from one piece or place of a board to the nearest one that way; on a board to be travelled (data-travel)
   one place is met by Tab, and the arrows reach them all. */
const stopsOf = (board) => all(board.matches("[data-travel]") ? "[data-tip]" : '[tabindex="0"]', board);
function neighbour(from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = from.getBoundingClientRect();
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(here);
  const far = (one) => {
    const [u, v] = middle(one.getBoundingClientRect());
    const along = (u - x) * dx + (v - y) * dy;
    return along > 4 ? along + 2 * Math.abs((u - x) * dy + (v - y) * dx) : Infinity;
  };
  const near = stopsOf(from.ownerSVGElement).filter((one) => one !== from).map((one) => [far(one), one]);
  return near.filter(([way]) => way < Infinity).sort(([one], [other]) => one - other)[0]?.[1];
}

function travel(from, key) {
  const stops = stopsOf(from.ownerSVGElement);
  const wanted = stops.filter((one) => one.matches(".glow, .aimed"));
  if (key === "Home") return wanted[0] ?? stops[0];
  if (key === "End") return wanted.at(-1) ?? stops.at(-1);
  return key.startsWith("Arrow") ? neighbour(from, key) : undefined;
}

document.addEventListener("focusin", (event) => {
  const board = event.target.ownerSVGElement;
  if (!board?.matches("[data-travel]")) return;
  for (const one of all('[tabindex="0"]', board)) one.setAttribute("tabindex", "-1");
  event.target.setAttribute("tabindex", "0");
});

let toTheStage = false; // whoever asks for a story from below the board is taken to where it is told

document.addEventListener("click", (event) => {
  toTheStage ||= event.isTrusted && Boolean(event.target.closest("[data-reveal]"));
  const target = event.target.closest("[data-domain].legal");
  if (target) {
    event.preventDefault();
    pick(target);
  }
  const barred = target ? null : event.target.closest("[data-why]");
  if (barred) ask(barred);
  const step = event.target.closest("[data-step]");
  if (step) {
    const input = step.parentElement.querySelector("input");
    const wanted = step.dataset.step === "all" ? Number(input.max) : whole(input) + Number(step.dataset.step);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), wanted));
    changed(input.form, input.name);
  }
  const wish = event.target.closest("[data-root]");
  if (wish) wished(wish.dataset.root, !root.classList.contains(wish.dataset.root));
  const undo = event.target.closest("[data-undo]");
  if (undo) {
    const past = history.get(undo.form);
    past.pop();
    const [values, made] = past.at(-1);
    restore(undo.form, values);
    order.set(undo.form, made);
    settle(undo.form, "");
    summarise(undo.form);
    markBoard();
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(document.getElementById(copy.dataset.copy));
  if (event.target.closest("[data-play]")) {
    goesOn = false;
    play(!playing);
  }
});

document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("[data-domain].legal");
  if (target && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    pick(target);
    if (!target.matches(".seat")) all(".glow").find((one) => one.getClientRects().length)?.focus();
  }
  const going = event.target.closest?.("[data-travel] [data-tip]") && travel(event.target, event.key);
  if (going) {
    event.preventDefault();
    going.focus();
    return;
  }
  if (event.target.ownerSVGElement && event.target.matches("[data-x], .direction") && event.key.startsWith("Arrow")) {
    event.preventDefault();
    neighbour(event.target, event.key)?.focus();
    return;
  }
  if (event.target.closest?.("input, textarea, select")) {
    if (event.key === "Enter" && !event.shiftKey && event.target.id === "say-text" && event.target.value.trim()) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
    return;
  }
  const step = { ArrowRight: "step-next", ArrowLeft: "step-back" }[event.key];
  if (step && document.getElementById("reveal")) document.getElementById(step)?.click();
});

// A slider beside a number: the number follows it, and it follows the number.
const numberOf = (slider) => (slider.matches("[data-slide]") ? slider.closest("[data-holds]").querySelector("[data-amount]") : null);
document.addEventListener("input", (event) => {
  const number = numberOf(event.target);
  if (number) number.value = event.target.value;
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-composer]")) changed(form, (numberOf(event.target) ?? event.target).name);
  if (form?.matches("[data-composer]") && event.target.name === "act") backToTheBoard(form);
  if (form?.matches(".promise-form")) promiseForm(form);
});
document.addEventListener("toggle", markBoard, true);

// Whoever begins to pick places has seen enough of the story: what can be tapped lies on the board as it is now.
function backToTheBoard(form) {
  const wanted = [...targets(form).domains].some((domain) => domain && domain !== "seat");
  if (wanted && document.getElementById("reveal")) document.querySelector("[data-skip]")?.click();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-composer]") && missing(form).length) {
    event.preventDefault();
    const lacks = missing(form)[0];
    toast(wanted(form, lacks));
    const where = lacks === "act" ? form.querySelector(".cards") : all(".glow").find((one) => one.getClientRects().length);
    where?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  }
  if (form.id === "theme") {
    event.preventDefault();
    changeTheme(form);
  }
});

function wanted(form, name) {
  if (name === "act") return "Choose a card first.";
  const control = choicesOf(form, name)[0];
  const field = name.split(".").pop().replaceAll("_", " ");
  if (holderOf(form, name)) return isOrder(holderOf(form, name)) ? `Choose the ${field}: tap them in your order, or give each a number.` : `Say how many ${field}: tap the pieces, or use the numbers.`;
  if (!control || domainOf(control) === "seat") return "Choose a player: tap the table or the list.";
  return `Choose the ${field}: tap it, or choose it from the list.`;
}

function promiseForm(form) {
  const { kind, act, "offer.act": offer } = Object.fromEntries(new FormData(form));
  all("[data-when-kind]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenKind === kind));
  all("[data-when-act]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenAct === act));
  all("[data-when-offer]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenOffer === offer));
}

// What a reader wants to be shown, or covered, stays so on this device.
function wished(name, on) {
  root.classList.toggle(name, on);
  try { localStorage.setItem(`wish ${name}`, on ? "yes" : ""); } catch { /* it holds until the page is left */ }
  wishes();
}

function wishes() {
  for (const one of all("[data-root]")) {
    let kept = "";
    try { kept = localStorage.getItem(`wish ${one.dataset.root}`) ?? ""; } catch { kept = root.classList.contains(one.dataset.root) ? "yes" : ""; }
    root.classList.toggle(one.dataset.root, Boolean(kept));
    one.setAttribute("aria-pressed", String(Boolean(kept)));
  }
}

/* --- small things --------------------------------------------------------------------------- */

function toast(words) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = words;
  document.getElementById("toasts").replaceChildren(line);
  fade(line);
}

function fade(line) {
  setTimeout(() => line.remove(), 5000);
}
all("#toasts .toast").forEach(fade);

async function copyLink(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    toast("Copied. Send it to one player only: whoever has the link has the seat.");
  } catch {
    input.select();
    toast("Press Ctrl+C to copy the link.");
  }
}

function changeTheme(form) {
  const dark = root.dataset.theme === "dark" || (root.dataset.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  form.elements.theme.value = root.dataset.theme;
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" }).catch(() => {});
}

const units = [["day", 86400000], ["hour", 3600000], ["minute", 60000], ["second", 1000]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
function countDown() {
  for (const one of all("[data-due]")) {
    const left = Number(one.dataset.due) - Date.now();
    const [unit, size] = units.find(([, size]) => left >= size) ?? units[3];
    one.textContent = left > 0 ? relative.format(Math.floor(left / size), unit) : "any moment";
    one.title = new Date(Number(one.dataset.due)).toLocaleString();
    one.classList.toggle("soon", left < 60000);
  }
  for (const one of all("[data-at]")) {
    const at = new Date(Number(one.dataset.at));
    const today = at.toDateString() === new Date().toDateString();
    one.textContent = today ? at.toLocaleTimeString([], { timeStyle: "short" }) : at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}
setInterval(countDown, 1000);

const offline = document.getElementById("offline");
for (const name of ["online", "offline"]) addEventListener(name, () => { offline.hidden = navigator.onLine; });
offline.hidden = navigator.onLine;
const reconnecting = document.getElementById("reconnecting");
document.addEventListener("htmx:sse:error", () => { if (reconnecting) reconnecting.hidden = false; });
document.addEventListener("htmx:error", (event) => {
  if (event.target.closest("form[hx-post]")) toast("This did not reach the server and does not count. Try again in a moment.");
});
for (const name of ["htmx:sse:after:connection", "htmx:sse:after:message"]) {
  document.addEventListener(name, () => { if (reconnecting) reconnecting.hidden = true; });
}
for (const zone of all('[data-zone="own"]')) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

/* --- the reveal ------------------------------------------------------------------------------ */

let playing = false;
let goesOn = false; // a reveal that began by itself leads back to the table when it has been told
let timer = 0;
let shown = "";

function seenSoFar(main) {
  const key = `seen ${main.dataset.table}`;
  if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, main.dataset.revealed);
  return Number(sessionStorage.getItem(key));
}

function stay() {
  const caption = document.getElementById("caption")?.textContent ?? "";
  return 1500 + Math.min(3500, caption.length * 28);
}

function play(on) {
  const reveal = document.getElementById("reveal");
  const button = document.getElementById("play");
  const here = reveal && `${reveal.dataset.round} ${reveal.dataset.frame}`;
  const unchanged = on && playing && here === shown;
  playing = on && Boolean(reveal);
  shown = here;
  if (!unchanged) clearTimeout(timer);
  if (!reveal || !button) return;
  button.hidden = false;
  reveal.classList.toggle("is-playing", on);
  button.setAttribute("aria-label", on ? "Pause" : "Play");
  if (on && !unchanged) timer = setTimeout(turnPage, stay());
}

function turnPage() {
  const next = document.getElementById("step-next");
  if (next?.tagName === "A") return next.click();
  play(false);
  const following = goesOn && document.querySelector("[data-following]");
  if (following) {
    playing = true;
    return following.click();
  }
  if (goesOn) document.querySelector("[data-skip]")?.click();
  goesOn = false;
}

function newReveal() {
  const main = document.querySelector("[data-revealed]");
  if (!main) return;
  const last = Number(main.dataset.revealed);
  const before = seenSoFar(main);
  const link = document.querySelector(`[data-reveal="${last}"]`);
  const news = last > before && link && !document.getElementById("reveal");
  if (news && window.htmx && !link.dataset.htmxPowered) return setTimeout(newReveal, 30); // else the link would leave the page
  sessionStorage.setItem(`seen ${main.dataset.table}`, String(last));
  if (!news) return;
  playing = goesOn = !still.matches;
  const unseen = all("[data-reveal]").find((one) => Number(one.dataset.reveal) > before);
  (unseen ?? link).click();
}

let request = "";

// Nodes outlive what they were filled in for: a new question starts with an empty form, and so does the next sentence.
function emptied(source) {
  const now = document.querySelector('form[data-composer] [name="request"]')?.value ?? "";
  if (request && now !== request) all("form[data-composer]").forEach((form) => { form.reset(); history.delete(form); order.delete(form); });
  request = now;
  if (source?.matches?.("[data-composer]") && !document.getElementById("refusal")) source.closest("details")?.removeAttribute("open");
  if (source?.matches?.(".say, .promise-form, .single") && !document.getElementById("refusal")) {
    all(".say, .promise-form, .single").forEach((form) => { form.reset(); history.delete(form); });
  }
}

function refresh(event) {
  looked = new WeakMap();
  emptied(event?.detail?.ctx?.sourceElement);
  for (const form of all("form[data-composer]")) {
    if (!history.has(form)) history.set(form, [[snapshot(form), []]]);
    settle(form, "");
    summarise(form);
  }
  all(".promise-form").forEach(promiseForm);
  wishes();
  look(document.querySelector("[data-tip]:hover") ?? document.activeElement?.closest("[data-tip]"));
  markBoard();
  countDown();
  const messages = document.getElementById("messages");
  if (messages) messages.scrollTop = messages.scrollHeight;
  if (document.getElementById("reveal")) play(playing);
  if (toTheStage && document.getElementById("reveal")) {
    toTheStage = false;
    document.getElementById("stage")?.scrollIntoView({ block: "start" });
  }
  if (composing && document.activeElement === document.body) document.getElementById("composer")?.focus({ preventScroll: true });
  if (document.readyState === "complete") newReveal();
}

let composing = false; // whoever has just answered by key goes on from the form, not from the top of the page
document.addEventListener("htmx:before:swap", () => { composing = Boolean(document.activeElement?.closest("#composer")); });

// What was asked for before somebody turned the page must not turn it back.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.id !== "main") return;
  const asked = new URL(ctx.request.action, location.href).searchParams;
  const wanted = new FormData(document.getElementById("watching") ?? undefined);
  if (["round", "frame", "to", "since"].every((name) => (asked.get(name) ?? "") === (wanted.get(name) ?? ""))) return;
  event.preventDefault();
  ctx.sourceElement.dispatchEvent(new CustomEvent("again"));
});
// A page that shows something else than the stream has told of asks again: its answer may have been overtaken on the way.
let told = "";
let asks = 0;
function catchUp() {
  const main = document.getElementById("main");
  if (!told || !main?.dataset.shown || main.dataset.shown === told || asks++ > 3) return;
  main.dispatchEvent(new CustomEvent("again"));
  setTimeout(catchUp, 1500);
}
document.getElementById("live")?.addEventListener("changed", ({ detail }) => {
  try { told = JSON.parse(detail.data).face ?? ""; } catch { told = ""; }
  asks = 0;
  setTimeout(catchUp, 700);
});
document.addEventListener("htmx:after:swap", refresh);
addEventListener("load", newReveal);
refresh();
