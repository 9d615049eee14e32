// What has been handed in and not been answered yet: an order shows at once as being sent, until the server says what
// became of it. Its form waits beneath, filled in as it was. An answer that takes long is spoken of.
import { missing } from "./sentence.js";
import { toast } from "./small.js";

const LONG = 3000; // milliseconds
const sent = new Map(); // by form: the clock that runs until it is answered, and the words that are shown meanwhile

function show(form, words) {
  const hand = form.closest(".hand");
  if (!hand || hand.querySelector(":scope > .being-sent")) return;
  const note = document.getElementById("being-sent").content.firstElementChild.cloneNode(true);
  note.querySelector("b").textContent = words;
  if (hand.contains(document.activeElement)) hand.focus({ preventScroll: true });
  hand.classList.add("is-sending");
  hand.prepend(note);
}

function hide() {
  for (const note of document.querySelectorAll(".being-sent")) note.remove();
  for (const hand of document.querySelectorAll(".is-sending")) hand.classList.remove("is-sending");
}

function answered(form) {
  if (!sent.has(form)) return;
  clearTimeout(sent.get(form).clock);
  sent.delete(form);
  hide();
  document.getElementById("no-answer").hidden = true;
}

// What has been sent already is not sent again before it is answered, however often the key is pressed.
function handedIn(event) {
  const form = event.target;
  if (!form.matches("[hx-post]")) return;
  if (sent.has(form)) {
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  const order = form.matches("[data-composer]");
  if (order && missing(form).length) return;
  const words = order ? (form.querySelector("[data-summary]")?.textContent ?? "") : "";
  const clock = setTimeout(() => {
    document.getElementById("no-answer").hidden = false;
  }, LONG);
  sent.set(form, { clock, words });
  if (words) show(form, words);
}
document.addEventListener("submit", handedIn, { capture: true });

document.addEventListener("htmx:finally:request", ({ detail }) => answered(detail.ctx?.sourceElement));
document.addEventListener("htmx:error", ({ detail }) => noAnswer(detail.ctx?.sourceElement));

// A server that fails, or the proxy before it, answers with a page of its own: it does not take the table's place.
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status < 500 || ctx.text.includes("data-title=")) return;
  if (!document.querySelector("main[data-title]")) return;
  event.preventDefault();
  noAnswer(ctx.sourceElement);
});

function noAnswer(form) {
  if (!form?.matches?.("form[hx-post]")) return;
  answered(form);
  toast("No answer came. What you wrote is still here: if this page does not show that it has arrived, send it again.");
  document.getElementById("main").dispatchEvent(new CustomEvent("again"));
}

// Somebody else's news may have come in between: what is being sent is shown still.
export function goOnSending(source) {
  answered(source);
  for (const [form, { words }] of sent) {
    if (!form.isConnected) answered(form);
    else if (words) show(form, words);
  }
}
