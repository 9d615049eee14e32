// The board and the form: what can be tapped is marked, and a tap picks it.
import { bump, enough, holderOf, inputsOf, isGoal, whole } from "./amounts.js";
import { choicesOf, choose, chosenAct, domainOf, fieldsOf, isOn, openFor, picksOf } from "./choices.js";
import { all } from "./common.js";
import { changed, openForm, settle } from "./composer.js";
import { explain } from "./outlook.js";
import { toast } from "./small.js";
import { whisperTo } from "./talk.js";

// What can be tapped now: by domain, the values that are open, those of the field that comes next, and those that are
// picked.
function targets(form) {
  const act = form && chosenAct(form);
  const found = { act, domains: new Set(), open: new Set(), next: new Set(), picked: new Set(), fields: new Map() };
  if (!act) return found;
  const names = fieldsOf(act);
  const picks = picksOf(act);
  const wants = (name) =>
    holderOf(form, name)
      ? !holderOf(form, name).hidden && !enough(holderOf(form, name))
      : picks[names.indexOf(name)] === undefined && choicesOf(form, name).length;
  const next = names.find(wants);
  for (const name of names) {
    const holder = holderOf(form, name);
    if (holder) {
      held(found, holder, name === next);
      continue;
    }
    const choices = choicesOf(form, name);
    const open = openFor(act, name, picks);
    found.fields.set(
      name.split(".").pop(),
      new Map(choices.map((one, place) => [one.value, { open: open.has(place), on: isOn(one) }])),
    );
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

export function markBoard() {
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
  const at = all(`[data-domain="${part.dataset.follows}"]`).find((one) =>
    picked.has(`${one.dataset.domain} ${one.dataset.value}`),
  );
  part.classList.toggle("on", Boolean(at) && domains.has(own));
  if (at) part.setAttribute("transform", `translate(${at.dataset.x} ${at.dataset.y})`);
  for (const mirror of all("[data-mirror]", part)) {
    const drawn = all(`[data-picture="${mirror.dataset.mirror}"]`).find((one) =>
      picked.has(`${one.dataset.picture} ${one.dataset.of}`),
    );
    mirror.replaceChildren(...(drawn ? [drawn.cloneNode(true)] : []));
    mirror.firstElementChild?.removeAttribute("data-picture");
  }
}

// Where nothing of what comes next is in sight on a board that is larger than its box, the first of it is shown.
function toNext() {
  const glows = all("#stage [data-zoom] .glow");
  const box = glows[0]?.closest("[data-zoom]").getBoundingClientRect();
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
  };
  if (box && !glows.some(seen)) glows[0].scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("change", (event) => event.target.closest("form.composer") && setTimeout(toNext));

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
  if (!act) return seat ? whisperTo(value) : toast("Choose a card first, then tap the board.");
  const before = needs ? settleNeed(form, act, needs) : "";
  const inputs = fieldsOf(act).flatMap((name) => (holderOf(form, name) ? inputsOf(holderOf(form, name)) : []));
  const input = inputs.find((one) => one.dataset.control === domain && one.dataset.of === value && Number(one.max) > 0);
  const fields = fieldsOf(act)
    .map((name) => choicesOf(form, name))
    .filter((choices) => choices.some((one) => domainOf(one) === domain && one.value === value));
  const it = (choices) => choices.find((one) => one.value === value);
  const fit = (choices) => !(it(choices).closest(".chip") ?? it(choices)).classList.contains("unfit");
  if (input && !(isGoal(input) && fields.some(fit))) {
    if (!(before && Number(input.min) > 0)) bump(input);
    return changed(form, input.name);
  }
  if (!fields.length && before) return changed(form, before);
  if (!fields.length || (!fields.some(fit) && !fields.some((choices) => isOn(it(choices)))))
    explain(form, domain, value);
  if (!fields.length) return;
  const empty = (choices) => !choices.some(isOn);
  const choices =
    fields.find((one) => isOn(it(one))) ??
    fields.find((one) => empty(one) && fit(one)) ??
    fields.find(fit) ??
    fields[0];
  const again = isOn(it(choices)) && (it(choices).type === "checkbox" || Boolean(act.dataset.together));
  choose(it(choices), !again);
  changed(form, it(choices).name ?? it(choices).closest("select").name);
}

// A place that no card can be aimed at now says why, if the card that is made up is aimed at places of its kind.
function ask(piece) {
  const form = openForm();
  const [domain, value] = needOf(piece.dataset.why);
  if (form && chosenAct(form) && targets(form).domains.has(domain)) explain(form, domain, value);
}

// The place that a piece stands for is picked with it; the name of its field, if it was not picked before.
function settleNeed(form, act, needs) {
  const [fields, value] = needOf(needs);
  const name = fieldsOf(act).find((one) => fields.split("|").includes(one.split(".").pop()));
  const choice = name && choicesOf(form, name).find((one) => one.value === value);
  if (!choice || isOn(choice)) return "";
  choose(choice, true);
  settle(form, name);
  return name;
}

// Looking at a piece lights up what it points at and says what it needs.
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

// The page has changed: what is looked at may say something else.
export function lookAgain() {
  look(document.querySelector("[data-tip]:hover") ?? document.activeElement?.closest("[data-tip]"));
}

// Whoever begins to pick places has seen enough of the story: what can be tapped lies on the board as it is now.
function backToTheBoard(form) {
  const wanted = [...targets(form).domains].some((domain) => domain && domain !== "seat");
  if (wanted && document.getElementById("reveal")) document.querySelector("[data-skip]")?.click();
}

// A finger that hits nothing of the board means what can be picked beside it, half of 44 px away at most.
function beside({ pointerType, target, clientX: x, clientY: y }) {
  if (pointerType !== "touch" || !target.closest("#stage") || target.closest("a, button, [data-tip], [data-why]"))
    return null;
  const away = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const near = all("#stage [data-domain].legal.open").map((one) => [away(one), one]);
  return near.filter(([far]) => far <= 22).sort(([one], [other]) => one - other)[0]?.[1];
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-domain].legal") ?? beside(event);
  if (target) {
    event.preventDefault();
    pick(target);
  }
  const barred = target ? null : event.target.closest("[data-why]");
  if (barred) ask(barred);
});

document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("[data-domain].legal");
  if (target && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    pick(target);
    if (!target.matches(".seat"))
      all(".glow")
        .find((one) => one.getClientRects().length)
        ?.focus();
  }
});

document.addEventListener("composed", markBoard);
document.addEventListener("toggle", markBoard, true);
document.addEventListener("change", (event) => {
  if (event.target.name === "act" && event.target.form?.matches("[data-composer]")) backToTheBoard(event.target.form);
});
