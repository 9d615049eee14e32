// The line to the server: whether there is one, and that the page shows what the server has told of last.
import { keyOf, makeLine } from "./line.js";
import { unread } from "./read.js";

const offline = document.getElementById("offline");
for (const name of ["online", "offline"])
  addEventListener(name, () => {
    offline.hidden = navigator.onLine;
  });
offline.hidden = navigator.onLine;
const live = document.getElementById("live");
const main = () => document.querySelector("main[data-title]");
const list = () => document.querySelector("[data-own-tables]");

// A browser has six connections to a server: all its tabs share one line, and a tab needs it only for a list of tables,
// or while the game goes on. Where tabs cannot share, only one that is looked at holds a line.
const worker = window.SharedWorker && new SharedWorker(new URL("shared.js", document.currentScript.src));
const line = worker ? null : makeLine(hear);
worker?.port.addEventListener("message", ({ data }) => hear(data));
worker?.port.start();
let joined = null;

function wanted() {
  if (main()) return "over" in main().dataset ? null : keyOf(main().dataset);
  return list() ? keyOf({ table: "" }) : null;
}

export function joinLine(again = false) {
  const key = wanted();
  line?.want(key === null || document.hidden ? [] : [key]);
  if (worker && (again || key !== joined)) worker.port.postMessage(key);
  joined = key;
  if (key === null) lost(false);
}
addEventListener("pagehide", () => worker?.port.postMessage(null));
addEventListener("pageshow", ({ persisted }) => persisted && joinLine(true));

function hear(news) {
  if ("broken" in news) return lost(news.broken);
  if (news.kind === "asked") heardElsewhere(news);
  document.dispatchEvent(new CustomEvent("news", { detail: news }));
  if (list()) return heardOf(news);
  if (!main() || keyOf(news) !== keyOf(main().dataset)) return;
  if (news.kind === "beside") main().dispatchEvent(new CustomEvent("again"));
  if (news.kind !== "changed") return;
  told = String(news.number);
  asks = 0;
  if (main().dataset.shown === told) return;
  live.dispatchEvent(new CustomEvent("changed"));
  setTimeout(catchUp, 700);
}

function lost(on) {
  const line = document.getElementById("reconnecting");
  if (!line || line.hidden !== on) return;
  line.hidden = !on;
  if (!on) main()?.dispatchEvent(new CustomEvent("again")); // a seat may have been lost meanwhile
}

document.addEventListener("visibilitychange", () => {
  joinLine(!document.hidden);
  nameTab();
  if (!document.hidden) main()?.dispatchEvent(new CustomEvent("again"));
});

// A list of one's own tables is fetched anew when a table begins or ceases to wait for the reader.
const asked = new Map();
function heardOf({ table, seat, kind, number }) {
  const card = list().querySelector(`[data-table="${CSS.escape(table)}"]`);
  if (kind === "changed") return drawAgain(card?.querySelector(".card-board"), number);
  if (kind !== "asked") return;
  const before = asked.get(keyOf({ table, seat })) ?? Boolean(card?.matches(".your-turn"));
  asked.set(keyOf({ table, seat }), number > 0);
  if (before === number > 0) return;
  const target = `#${list().id}`;
  window.htmx?.ajax("GET", location.href, { target, select: target, swap: "outerMorph" });
}

// The small board of a table shows what its reader may see now.
function drawAgain(picture, number) {
  if (!picture) return;
  const address = new URL(picture.src);
  if (address.searchParams.get("shown") === String(number)) return;
  address.searchParams.set("shown", String(number));
  picture.src = address.href;
}

// A game to be watched goes on in its picture, while somebody looks at the page.
setInterval(() => {
  const picture = document.querySelector("[data-live-board] img");
  if (picture && !document.hidden) drawAgain(picture, Date.now());
}, 15000);

// The line on top of a table says how many other tables wait for the reader. The page comes with that number; the
// stream begins with what is so at all of them, and then tells what changes.
const waits = new Map();
let counting = 0;
function heardElsewhere(news) {
  waits.set(keyOf(news), news.number > 0 ? news.table : "");
  clearTimeout(counting);
  counting = setTimeout(countElsewhere, 400);
}

function countElsewhere() {
  const link = document.getElementById("elsewhere-waits");
  if (!link || !(main() || list())) return;
  const here = main()?.dataset.table;
  const number = new Set([...waits.values()].filter((table) => table && table !== here)).size;
  link.hidden = number === 0;
  link.querySelector("b").textContent = String(number);
  link.querySelector("span").textContent = (here ? "more " : "") + (number === 1 ? "table" : "tables");
}

// The tab says whose turn it is, and how much has been said that was not read.
export function nameTab() {
  if (list()?.dataset.title) document.title = list().dataset.title;
  if (!main()) return;
  document.title = (unread() ? `(${unread()}) ` : "") + main().dataset.title;
}
document.addEventListener("htmx:finally:swap", nameTab); // htmx itself names it by what it has fetched

let composing = false; // whoever has just answered by key goes on from the form, not from the top of the page
document.addEventListener("htmx:before:swap", () => {
  composing = Boolean(document.activeElement?.closest("#composer"));
});

export function goOnComposing() {
  if (composing && document.activeElement === document.body)
    document.getElementById("composer")?.focus({ preventScroll: true });
}

// What was asked for before somebody turned the page must not turn it back.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.id !== "main") return;
  const asked = new URL(ctx.request.action, location.href).searchParams;
  const wanted = new URL(ctx.sourceElement.getAttribute("hx-get"), location.href).searchParams;
  for (const [name, value] of new FormData(document.getElementById("watching") ?? undefined))
    wanted.append(name, value);
  const shown = ["round", "frame", "to", "since", "counter", "point"];
  if (shown.every((name) => (asked.get(name) ?? "") === (wanted.get(name) ?? ""))) return;
  event.preventDefault();
  ctx.sourceElement.dispatchEvent(new CustomEvent("again"));
});

// A page that shows something else than it was told of asks again: its answer may have been overtaken on the way.
let told = "";
let asks = 0;
function catchUp() {
  if (!told || !main()?.dataset.shown || main().dataset.shown === told || asks++ > 3) return;
  main().dispatchEvent(new CustomEvent("again"));
  setTimeout(catchUp, 1500);
}
