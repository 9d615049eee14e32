// The story of a round, still by still: it plays by itself when there is news, and can be stepped and skipped.
import { all, still } from "./common.js";

let playing = false;
let goesOn = false; // a reveal that began by itself leads back to the table when it has been told
let timer = 0;
let shown = "";
let coming = false; // a story was asked for and is under way; the page can change meanwhile
let toTheStage = false; // whoever asks for a story from below the board is taken to where it is told

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
  const following = goesOn && document.querySelector("[data-following]");
  if (following) {
    playing = true;
    return following.click();
  }
  if (goesOn) document.querySelector("[data-skip]")?.click();
  goesOn = false;
}

// Something has happened that is told now, or is going to be.
export function untold() {
  const main = document.querySelector("[data-revealed]");
  if (!main) return false;
  const waits = coming || Number(main.dataset.revealed) > seenSoFar(main);
  return waits || document.getElementById("reveal") !== null;
}

export function newReveal(event) {
  const main = document.querySelector("[data-revealed]");
  if (!main) return;
  const last = Number(main.dataset.revealed);
  const before = seenSoFar(main);
  // Whoever missed how the game ended comes to a page that tells it.
  if (event && document.getElementById("reveal") && !new URLSearchParams(location.search).has("round")) {
    goesOn = !still.matches;
    play(goesOn);
  }
  const link = document.querySelector(`[data-reveal="${last}"]`);
  const told = document.getElementById("reveal") || (event && document.querySelector("#since[data-since]"));
  const news = Boolean(last > before && link && !told);
  // Else the link would leave the page.
  if (news && window.htmx && !link.dataset.htmxPowered) return setTimeout(newReveal, 30, event);
  sessionStorage.setItem(`seen ${main.dataset.table}`, String(last));
  coming ||= news;
  main.classList.toggle("untold", coming); // who has won is not said before
  if (!news) return;
  playing = goesOn = !still.matches;
  const unseen = all("[data-reveal]:not([data-own])").find((one) => Number(one.dataset.reveal) > before);
  (unseen ?? link).click();
}

// The page has changed while a story is told, or because somebody asked for one.
export function goOnTelling() {
  if (!document.getElementById("reveal")) return;
  coming = false;
  play(playing);
  if (!toTheStage) return;
  toTheStage = false;
  document.getElementById("stage")?.scrollIntoView({ block: "start" });
}

document.addEventListener("click", (event) => {
  toTheStage ||= event.isTrusted && Boolean(event.target.closest("[data-reveal]"));
  if (event.target.closest("[data-play]")) {
    goesOn = false;
    play(!playing);
  }
});

// Arrow keys that mean nothing else step through the story.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.target.closest?.("input, textarea, select")) return;
  const step = { ArrowRight: "step-next", ArrowLeft: "step-back" }[event.key];
  if (step && document.getElementById("reveal")) document.getElementById(step)?.click();
});
