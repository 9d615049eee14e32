// Sounds, for whoever wants them: it is your turn, the seals break, somebody speaks. They are made of a few tones.
import { root } from "./common.js";

let context = null;

function tone(from, to, at, length, shape) {
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const loudness = context.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(loudness).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

// Each is a list of tones: from and to which pitch, after how long, how long, and how it sounds.
const SOUNDS = {
  turn: [
    [523, 523, 0.5, 0.25, "sine"],
    [784, 784, 0.68, 0.45, "sine"],
  ],
  seals: [
    [190, 60, 0, 0.09, "square"],
    [160, 50, 0.11, 0.08, "square"],
    [240, 70, 0.2, 0.12, "square"],
  ],
  word: [[620, 930, 0, 0.16, "triangle"]],
};

// A browser lets nothing sound before somebody has touched the page.
function ready() {
  if (!root.classList.contains("with-sound")) return;
  context ??= new AudioContext();
  context.resume();
}
for (const name of ["pointerdown", "keydown", "click"]) document.addEventListener(name, ready);

let loud = true; // of all tabs that hear the same news only the one that was looked at last sounds

function sound(name) {
  if (!root.classList.contains("with-sound") || !loud) return;
  document.dispatchEvent(new CustomEvent("sounded", { detail: name }));
  if (context?.state === "running") for (const one of SOUNDS[name]) tone(...one);
}

const known = new Map(); // the number that was told last, by table, seat and kind
document.addEventListener("spoken", () => sound("word")); // by others who are not muted, at the table that is shown

document.addEventListener("news", ({ detail: { table, seat, kind, number, ...news } }) => {
  loud = news.loud ?? true;
  const place = `${table} ${seat} ${kind}`;
  const before = known.get(place);
  known.set(place, number);
  if (before === undefined || before === number || seat === null) return;
  if (kind === "asked" && number) sound("turn");
  if (kind === "said" && table !== document.getElementById("main")?.dataset.table) sound("word");
});

// The page of a table knows of a reveal.
const main = () => document.querySelector("main[data-revealed]");
let revealed = Number(main()?.dataset.revealed);
document.addEventListener("htmx:after:swap", () => {
  if (!main() || Number(main().dataset.revealed) === revealed) return;
  revealed = Number(main().dataset.revealed);
  sound("seals");
});
