// How far the reader has read. Words in sight count as read; what has happened does once it was told to its end. This
// is told to the server, which tells the other windows of this reader. What is not read is counted: in the list of
// threads, on the tab of the talk, in the name of the browser's tab, and as a dot at the seat of whoever has spoken.
import { all } from "./common.js";
import { untold } from "./reveal.js";
import { markSeats } from "./seats.js";
import { owes } from "./since.js";

const main = () => document.querySelector("main[data-title]");
const threads = () => document.getElementById("threads");
const marks = () => Number(threads()?.dataset.marks ?? 0);
const thread = () => threads()?.querySelector("[aria-current]")?.dataset.thread;
let asking = false;
let asked = ""; // the thread and the still for which the list is asked
let overtaken = false; // the list that has just come is out of date
let refused = 0; // so many of them in a row
let told = 0; // the marks of this reader that were told last

// The step of a story at which the page is: what tells its end is not in the list before it is told.
function watching() {
  const fields = all("#watching [name=round], #watching [name=frame]");
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

const where = () => JSON.stringify([thread(), watching()]);
const newest = (page) => Math.max(0, ...[...page.querySelectorAll(".thread")].map((one) => Number(one.dataset.last)));

function swapThreads(method, action, source, values) {
  if (asking || !window.htmx) return;
  asking = true;
  asked = where();
  const how = { target: "#threads", select: "#threads", swap: "outerMorph" };
  window.htmx.ajax(method, action, { ...how, source, values: { ...watching(), ...values } }).finally(() => {
    asking = false;
    const again = overtaken;
    overtaken = false;
    if (again) return swapThreads("GET", source.dataset.threads, source);
    const now = inSight();
    if (["said", "story"].some((what) => (now[what] ?? 0) > (values?.[what] ?? 0))) readOn();
  });
}

// A list is out of date that was asked for in another thread, or at another still, or before the newest words that the
// page shows by now. It is asked for again; words can also have gone, as when somebody is muted.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.id !== "reading") return;
  const coming = new DOMParser().parseFromString(ctx.text, "text/html");
  overtaken = refused < 3 && (asked !== where() || newest(coming) < newest(document));
  refused = overtaken ? refused + 1 : 0;
  if (overtaken) event.preventDefault();
});

// In a lobby the talk can be below what the window shows.
function shown(messages) {
  if (!messages?.checkVisibility({ visibilityProperty: true })) return false;
  const { top, bottom } = messages.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

// What is in sight, as far as it goes beyond what has been read.
function inSight() {
  const list = threads();
  const messages = document.getElementById("messages");
  const found = {};
  if (!list || !list.dataset.marks || document.hidden) return found;
  const story = Number(main()?.dataset.heard ?? 0);
  const last = Number(messages?.dataset.last ?? 0);
  if (story > Number(list.dataset.story) && !untold() && !owes()) found.story = story;
  if (shown(messages) && last > Number(list.dataset.read)) found.said = last;
  return found;
}

export function unread() {
  return Number(threads()?.dataset.unread ?? 0);
}

function markTab() {
  const mark = document.getElementById("unread");
  if (!mark) return;
  mark.hidden = !unread();
  mark.firstChild.nodeValue = String(unread() || "");
}

// What others have just said is announced once to those who listen to the page; not what was there when it came.
let heard = null;
function announce() {
  const now = new Map(all(".thread").map((one) => [one.dataset.thread, Number(one.dataset.last)]));
  const words = all(".thread")
    .filter((one) => heard && Number(one.dataset.last) > (heard.get(one.dataset.thread) ?? 0))
    .map((one) => [one.dataset.thread, one.querySelector(".thread-last").textContent])
    .filter(([, said]) => !said.startsWith("You:"))
    .map(([thread, said]) => (thread ? `Whispered. ${said}` : said));
  const place = document.getElementById("spoken");
  if (words.length && place) {
    place.textContent = words.join(" ");
    document.dispatchEvent(new CustomEvent("spoken"));
  }
  if (now.size) heard = now;
}

export function readOn() {
  announce();
  markTab();
  markSeats();
  const found = inSight();
  const form = document.getElementById("reading");
  if (Object.keys(found).length && form) swapThreads("POST", form.action, form, found);
  else if (told > marks() && threads()?.dataset.marks) swapThreads("GET", form.dataset.threads, form);
}

document.addEventListener("news", ({ detail: { table, seat, kind, number } }) => {
  const one = main();
  if (kind !== "read" || !one || one.dataset.table !== table || (one.dataset.seat ?? "") !== String(seat ?? "")) return;
  told = number;
  readOn();
});
// Who is connected is told to the minute, whatever happens at the table.
setInterval(() => {
  const form = document.getElementById("reading");
  if (form && !document.hidden && !("over" in main().dataset)) swapThreads("GET", form.dataset.threads, form);
}, 60000);

document.addEventListener("visibilitychange", readOn);
addEventListener("load", readOn);
addEventListener("hashchange", readOn);
let scrolled = 0;
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(readOn, 200);
});
