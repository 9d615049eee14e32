// Everything works without this; here the board is wired to the forms, the reveal is played, and times count down.
const root = document.documentElement;
root.classList.add("has-script");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/* --- the composer ------------------------------------------------------------------------- */

const history = new WeakMap();

function openForm() {
  return document.querySelector(".beside[open] form[data-composer]") ?? document.querySelector("form[data-composer]:not(.single)");
}

function chosenAct(form) {
  return form.querySelector('input[name="act"]:checked, input[name="act"][type="hidden"]');
}

function labelOf(form, name) {
  const control = form.elements[name];
  if (!control) return "";
  if (control.tagName === "SELECT") return control.value ? control.selectedOptions[0].textContent.trim() : "";
  if (control.type === "number" || control.tagName === "TEXTAREA") return control.value;
  const picked = all(`[name="${CSS.escape(name)}"]:checked`, form);
  return picked.map((one) => one.parentElement.querySelector("[data-label]").textContent.trim()).join(" and ");
}

function missing(form) {
  const act = chosenAct(form);
  const names = [...(act?.dataset.phrase ?? "").matchAll(/\{([^}]+)\}/g)].map((found) => found[1]);
  return act ? names.filter((name) => !labelOf(form, name)) : ["act"];
}

function summarise(form) {
  const act = chosenAct(form);
  const open = missing(form);
  const output = form.querySelector("[data-summary]");
  const button = form.querySelector(".commit button:not([type])");
  const said = act?.dataset.phrase.replace(/\{([^}]+)\}/g, (_, name) => labelOf(form, name) || "…");
  output.textContent = act ? (open.length ? `You will ${said}` : `You will ${said}.`) : output.dataset.empty;
  output.classList.toggle("waiting-for", open.length > 0);
  button.setAttribute("aria-disabled", String(open.length > 0));
  const undo = form.querySelector("[data-undo]");
  if (undo) undo.hidden = !(history.get(form)?.length > 1);
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

function markBoard() {
  const form = openForm();
  const act = form && chosenAct(form);
  const key = act?.value ?? "";
  const controls = form ? all('[data-control="seat"]', form).filter((one) => one.name.startsWith(`${key}.`)) : [];
  const values = controls.flatMap((one) => (one.tagName === "SELECT" ? [one.value] : one.checked ? [one.value] : []));
  const visible = form && !form.closest("details:not([open])");
  document.getElementById("stage")?.classList.toggle("picking", Boolean(visible) && controls.length > 0);
  for (const seat of all(".seat.legal")) {
    const aimed = values.includes(seat.dataset.value) && key !== "";
    seat.classList.forEach((name) => name.startsWith("aimed") && seat.classList.remove(name));
    if (aimed) seat.classList.add("aimed", `aimed-${key.split("~")[0]}`);
    seat.setAttribute("aria-pressed", String(aimed));
  }
}

function changed(form) {
  const past = history.get(form) ?? [];
  past.push(snapshot(form));
  history.set(form, past);
  summarise(form);
  markBoard();
}

function pick(value) {
  const form = openForm();
  if (!form) return;
  form.closest("details")?.setAttribute("open", "");
  const key = chosenAct(form)?.value;
  const fits = all('[data-control="seat"]', form).filter((one) => !key || one.name.startsWith(`${key}.`));
  const control = fits.find((one) => (one.tagName === "SELECT" ? [...one.options].some((option) => option.value === value) : one.value === value));
  if (!key) return toast("Choose a card first, then tap a player.");
  if (!control) return toast("That card is not aimed at anybody.");
  if (control.tagName === "SELECT") control.value = value;
  else control.checked = control.type === "checkbox" ? !control.checked : true;
  changed(form);
}

document.addEventListener("click", (event) => {
  const seat = event.target.closest(".seat.legal");
  if (seat) {
    event.preventDefault();
    pick(seat.dataset.value);
  }
  const undo = event.target.closest("[data-undo]");
  if (undo) {
    const past = history.get(undo.form);
    past.pop();
    restore(undo.form, past.at(-1));
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
  const seat = event.target.closest?.(".seat.legal");
  if (seat && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    pick(seat.dataset.value);
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

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-composer]")) changed(form);
  if (form?.matches(".promise-form")) promiseForm(form);
});
document.addEventListener("toggle", markBoard, true);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-composer]") && missing(form).length) {
    event.preventDefault();
    toast(missing(form)[0] === "act" ? "Choose a card first." : "Choose a player: tap the table or the list.");
  }
  if (form.id === "theme") {
    event.preventDefault();
    changeTheme(form);
  }
});

function promiseForm(form) {
  const { kind, act, "offer.act": offer } = Object.fromEntries(new FormData(form));
  all("[data-when-kind]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenKind === kind));
  all("[data-when-act]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenAct === act));
  all("[data-when-offer]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenOffer === offer));
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
  link.click();
}

let request = "";

// Nodes outlive what they were filled in for: a new question starts with an empty form, and so does the next sentence.
function emptied(source) {
  const now = document.querySelector('form[data-composer] [name="request"]')?.value ?? "";
  if (request && now !== request) all("form[data-composer]").forEach((form) => { form.reset(); history.delete(form); });
  request = now;
  if (source?.matches?.("[data-composer]") && !document.getElementById("refusal")) source.closest("details")?.removeAttribute("open");
  if (source?.matches?.(".say, .promise-form, .single") && !document.getElementById("refusal")) {
    all(".say, .promise-form, .single").forEach((form) => { form.reset(); history.delete(form); });
  }
}

function refresh(event) {
  emptied(event?.detail?.ctx?.sourceElement);
  for (const form of all("form[data-composer]")) {
    if (!history.has(form)) history.set(form, [snapshot(form)]);
    summarise(form);
  }
  all(".promise-form").forEach(promiseForm);
  markBoard();
  countDown();
  const messages = document.getElementById("messages");
  if (messages) messages.scrollTop = messages.scrollHeight;
  if (document.getElementById("reveal")) play(playing);
  if (document.readyState === "complete") newReveal();
}

// What was asked for before somebody turned the page must not turn it back.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.id !== "main") return;
  const asked = new URL(ctx.request.action, location.href).searchParams;
  const wanted = new FormData(document.getElementById("watching") ?? undefined);
  if (["round", "frame", "to"].every((name) => (asked.get(name) ?? "") === (wanted.get(name) ?? ""))) return;
  event.preventDefault();
  ctx.sourceElement.dispatchEvent(new CustomEvent("again"));
});
document.addEventListener("htmx:after:swap", refresh);
addEventListener("load", newReveal);
refresh();
