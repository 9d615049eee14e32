// The talk at a table: what is said and written.
import { all } from "./common.js";
import { light } from "./pointing.js";
import { promiseForm } from "./promising.js";

// What somebody is writing belongs to the form it is written in, and each thread has forms of its own. It is kept by
// table, seat and form for as long as this tab is open, so that it is there again whenever that thread is.
const known = new WeakSet();
const keyOf = (form) => {
  const { table, seat } = document.getElementById("main").dataset;
  return `draft ${table} ${seat} ${form.id}`;
};
const fieldsOf = (form) => all("textarea, select, input:not([type=hidden])", form);

function keep(form) {
  sessionStorage.setItem(keyOf(form), JSON.stringify(fieldsOf(form).map((one) => [one.name, one.value])));
}

function takeUp(form) {
  if (known.has(form)) return;
  known.add(form);
  for (const [name, value] of JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "[]")) {
    const field = fieldsOf(form).find((one) => one.name === name);
    if (field && (!field.options || [...field.options].some((one) => one.value === value))) field.value = value;
  }
}

// What was sent is no draft any more, unless it was refused; a form that folds gives its room to the answer.
function sent(form) {
  if (!form?.matches?.("[data-draft]") || document.getElementById("refusal")) return;
  sessionStorage.removeItem(keyOf(form));
  form.reset();
  document.getElementById(form.id)?.closest("details")?.removeAttribute("open");
}

// The page has changed, perhaps as a form was sent: the newest words are in sight, from their first line on.
// The last message from its first line on; if it asks for an answer, its buttons.
function showLast(messages) {
  const last = messages.lastElementChild;
  messages.scrollTop = last.querySelector(".answers") ? messages.scrollHeight : last.offsetTop - messages.offsetTop;
}

// The thread that is open is in sight among the others, and whoever has tapped a player writes at once.
let writes = false;
function showThread() {
  const row = document.querySelector(".threads");
  const open = row?.querySelector("[aria-current]");
  if (open) row.scrollTop = open.offsetTop - row.firstElementChild.offsetTop - open.offsetHeight;
  if (writes && matchMedia("(pointer: fine)").matches) document.querySelector(".say textarea")?.focus();
  writes = false;
}

// The pane becomes higher where nothing is asked, and lower again: what stands at its end stays there.
let below = 0; // how much there is below what is in sight
const belowOf = (messages) => messages.scrollHeight - messages.scrollTop - messages.clientHeight;
const height = new ResizeObserver(([{ target }]) => {
  target.scrollTop = target.scrollHeight - target.clientHeight - below;
});
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target.id === "messages") below = belowOf(target);
  },
  true,
);

let thread = ""; // the one that is open, in the order of all
let newest = ""; // the thread that is open, and its last message
export function listen(source) {
  sent(source);
  all("[data-draft]").forEach(takeUp);
  all(".promise-form").forEach(promiseForm);
  const messages = document.getElementById("messages");
  const now = all(".thread")
    .map((one) => one.id + (one.ariaCurrent ?? ""))
    .join(" ");
  if (now !== thread || writes) showThread();
  thread = now;
  const last = `${document.querySelector(".say")?.id} ${messages?.dataset.last}`;
  if (messages && last !== newest) {
    showLast(messages);
    if (newest && !document.querySelector(".promise[open]")) messages.closest(".talk").scrollTop = 0;
    if (newest) light(messages.lastElementChild.querySelector("[data-points]")?.dataset.points);
  }
  newest = last;
  if (!messages) return;
  below = belowOf(messages);
  height.observe(messages);
}

for (const name of ["input", "change"]) {
  document.addEventListener(name, ({ target }) => {
    if (target.form?.matches("[data-draft]")) keep(target.form);
  });
}

// Tapping a player while no card is chosen opens the thread with them.
export function whisperTo(seat) {
  const one = document.querySelector(`.thread[data-thread="${seat}"]`);
  if (!one) return;
  location.replace("#talk");
  writes = true;
  one.click();
}

document.addEventListener("click", ({ target }) => {
  const seat = target.closest("[data-whose]:not(.legal)");
  const inside = target.closest("a, button, summary, input, [data-domain].legal");
  const aims = /\b(seat|faction)\b/.test(document.getElementById("stage")?.dataset.wants ?? "");
  if (seat && !inside && !aims) whisperTo(seat.dataset.whose);
});

// What opens below the talk is in sight, with its button.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(".talk details[open]")) target.scrollIntoView({ block: "nearest" });
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || !event.target.matches(".say textarea") || !event.target.value.trim())
    return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
