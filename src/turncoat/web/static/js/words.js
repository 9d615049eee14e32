// Words for the chance of a game: drawn and kept here, sealed at once, opened when the host begins. Nobody has to do
// anything.
import { sha256 } from "./sha256.js";

const here = new Map(); // for browsers that keep nothing
const sent = new Set(); // what is under way, or has arrived
let sealing = "";

function kept(digest) {
  try {
    return localStorage.getItem(`words ${digest}`) ?? here.get(digest) ?? "";
  } catch {
    return here.get(digest) ?? "";
  }
}

function keep(digest, words) {
  here.set(digest, words);
  try {
    localStorage.setItem(`words ${digest}`, words);
  } catch {
    /* until the page is left */
  }
}

function drawn() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(form, field, value) {
  if (sent.has(value)) return;
  sent.add(value);
  const body = new URLSearchParams({ _csrf: form.elements._csrf.value, [field]: value });
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  } catch {
    sent.delete(value);
    setTimeout(() => send(form, field, value), 2000);
  }
}

function seal(form, own) {
  const words = `${own} ${drawn()}`.trim();
  const digest = sha256(`${form.dataset.words}/${words}`);
  sealing = form.dataset.words;
  keep(digest, words);
  send(form, "digest", digest);
}

export function takePart() {
  const form = document.getElementById("words");
  if (!form) return;
  const { words: place, digest, opening } = form.dataset;
  const words = digest && kept(digest);
  const elsewhere = document.getElementById("words-elsewhere");
  if (elsewhere) elsewhere.hidden = Boolean(words);
  if (opening && words) send(form, "open", words);
  if (!digest && sealing !== place && !form.elements.words.disabled) seal(form, "");
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "words") return;
  event.preventDefault();
  seal(event.target, event.target.elements.words.value.trim());
  event.target.elements.words.value = "";
});
