// The page comes with a bar that says what is new since this reader was last here. It stays, and nothing that has
// happened counts as seen, until it is watched, skipped or put away.
const away = 120000; // whoever looks away for a moment has not been away
const grace = 15000; // a page that was left open needs a moment to catch up
let hiddenAt = 0;
let left = 0; // what had been heard when the page was last looked at
let since = null; // what had been heard when a reader who has just come back went away

let owed = null; // what had been heard before that which the bar tells
let asked = false; // the bar, after a story that began by itself has taken its place

const main = () => document.querySelector("main[data-heard]");

export const owes = () => owed !== null || since !== null;

function holdOn() {
  const bar = document.querySelector("#since[data-since]");
  const pending = document.querySelector("#watching [name=since]");
  if (bar) [owed, asked] = [Number(bar.dataset.since), false];
  else if (owed === null || pending || document.getElementById("reveal")) return;
  else if (asked) [owed, asked] = [null, false];
  else [since, asked] = [owed, true];
}

function keep() {
  const one = main();
  if (!one || document.hidden) return;
  left = Number(one.dataset.heard);
}

// Back at a page that was left open: the bar is asked for like any other change of the page.
function ask() {
  const one = main();
  const watching = document.getElementById("watching");
  if (since === null || !one || !watching || Number(one.dataset.heard) <= since || document.getElementById("reveal"))
    return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "since", value: since });
  since = null;
  if (document.querySelector("#since[data-since]")) return;
  watching.append(field);
  one.dispatchEvent(new CustomEvent("again"));
}

function back() {
  since = left;
  setTimeout(() => {
    since = null;
  }, grace);
  ask();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (hiddenAt && Date.now() - hiddenAt > away) back();
  keep();
});
document.addEventListener("htmx:after:swap", () => {
  holdOn();
  ask();
  keep();
});
document.addEventListener("click", (event) => {
  if (event.isTrusted && event.target.closest?.("#since-watch, #since-done, #answer-now, [data-skip]")) owed = null;
});
holdOn();
keep();

// Parts of the story that have come up since the reader's last answer, and that have not been watched, are marked.
const fresh = new Set();
const told = new Set(); // parts that have told themselves
const parts = () => [...document.querySelectorAll(".rounds-strip [data-reveal]")];
const called = new Map(); // a part that was told so far and is told to its end now is called otherwise
for (const one of parts()) called.set(one.dataset.reveal, one.textContent);

function mark() {
  const telling = document.getElementById("reveal")?.dataset.part;
  if (telling) told.add(telling);
  for (const one of parts()) {
    const number = one.dataset.reveal;
    if (told.delete(number)) fresh.delete(number);
    else if (called.get(number) !== one.textContent) fresh.add(number);
    called.set(number, one.textContent);
    one.classList.toggle("fresh", fresh.has(number));
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form.composer")) fresh.clear();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-reveal]");
  if (link) fresh.delete(link.dataset.reveal);
});
document.addEventListener("htmx:after:swap", mark);
