// The line to the server: whether there is one, and that the page shows what the server has told of last.
import { toast } from "./small.js";

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

let composing = false; // whoever has just answered by key goes on from the form, not from the top of the page
document.addEventListener("htmx:before:swap", () => { composing = Boolean(document.activeElement?.closest("#composer")); });

export function goOnComposing() {
  if (composing && document.activeElement === document.body) document.getElementById("composer")?.focus({ preventScroll: true });
}

// What was asked for before somebody turned the page must not turn it back.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.id !== "main") return;
  const asked = new URL(ctx.request.action, location.href).searchParams;
  const wanted = new URL(ctx.sourceElement.getAttribute("hx-get"), location.href).searchParams;
  for (const [name, value] of new FormData(document.getElementById("watching") ?? undefined)) wanted.append(name, value);
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
