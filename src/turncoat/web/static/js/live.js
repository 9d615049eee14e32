// The line to the server: whether there is one, and that the page shows what the server has told of last.
import { toast } from "./small.js";

const offline = document.getElementById("offline");
for (const name of ["online", "offline"])
  addEventListener(name, () => {
    offline.hidden = navigator.onLine;
  });
offline.hidden = navigator.onLine;
const reconnecting = document.getElementById("reconnecting");
document.addEventListener("htmx:error", (event) => {
  if (event.target.closest("form[hx-post]"))
    toast("This did not reach the server and does not count. Try again in a moment.");
});
// A browser has six connections to a server: only a tab that is looked at holds a stream, and only while the game goes
// on.
const live = document.getElementById("live");
const main = () => document.querySelector("main[data-title]");
let stream = null;
export function holdStream() {
  const wanted = live && !document.hidden && main() && !("over" in main().dataset);
  if (Boolean(wanted) === Boolean(stream)) return;
  if (wanted) return openStream();
  closeStream();
  lost(false);
}

function openStream() {
  stream = new EventSource(live.dataset.stream);
  stream.addEventListener("open", () => lost(false));
  stream.addEventListener("changed", ({ data }) =>
    live.dispatchEvent(new CustomEvent("changed", { detail: { data } })),
  );
  stream.addEventListener("error", () => {
    lost(true);
    if (stream?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    closeStream();
    setTimeout(holdStream, 5000);
  });
}

function closeStream() {
  stream?.close();
  stream = null;
}

function lost(on) {
  if (reconnecting) reconnecting.hidden = !on;
}

document.addEventListener("visibilitychange", () => {
  holdStream();
  nameTab();
  if (!document.hidden) main()?.dispatchEvent(new CustomEvent("again"));
});

// The tab says whose turn it is, and how much has been said since somebody looked at it.
let read = null;
export function nameTab() {
  if (!main()) return;
  const said = Number(main().dataset.said);
  if (read === null || !document.hidden) read = said;
  document.title = (said > read ? `(${said - read}) ` : "") + main().dataset.title;
}

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
  if (["round", "frame", "to", "since"].every((name) => (asked.get(name) ?? "") === (wanted.get(name) ?? ""))) return;
  event.preventDefault();
  ctx.sourceElement.dispatchEvent(new CustomEvent("again"));
});

// A page that shows something else than the stream has told of asks again: its answer may have been overtaken on the
// way.
let told = "";
let asks = 0;
function catchUp() {
  if (!told || !main()?.dataset.shown || main().dataset.shown === told || asks++ > 3) return;
  main().dispatchEvent(new CustomEvent("again"));
  setTimeout(catchUp, 1500);
}
live?.addEventListener("changed", ({ detail }) => {
  try {
    told = JSON.parse(detail.data).table_view ?? "";
  } catch {
    told = "";
  }
  asks = 0;
  setTimeout(catchUp, 700);
});
