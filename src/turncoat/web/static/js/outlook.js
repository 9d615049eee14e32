// What the server says of an answer that is being made up: what it would come to, and why something cannot be picked.
import { choicesOf, chosenAct, domainOf, fieldsOf } from "./choices.js";
import { toast } from "./small.js";

// What the answer would come to, in the words of the server, which alone knows the rules. A page that changes meanwhile
// keeps what was said of the same answer, and another answer what was said of the last, until it is said anew.
const root = document.documentElement;
const asked = new WeakMap(); // by form: the last question, what the page showed then, and what was answered
export async function foresee(form, ready) {
  const line = form.querySelector("[data-outlook]");
  if (!line) return;
  if (!ready) asked.delete(form);
  const before = asked.get(form);
  const words = ready ? question(form, line) : "";
  const now = document.getElementById("main").dataset.shown;
  const lines = before?.words === words || before?.now === now ? before.lines : [];
  show(line, lines);
  if (!ready || (before?.words === words && before.now === now)) return;
  const one = { words, now, lines };
  asked.set(form, one);
  try {
    const answer = await fetch(words);
    const { broken = [], lines: rest = [] } = answer.ok ? await answer.json() : {};
    one.lines = [...broken.map((words) => [words, "broken"]), ...rest.map((words) => [words, ""])];
    if (asked.get(form) !== one) return;
    show(line, one.lines);
    await tryOut(form, line, one);
  } catch {
    if (asked.get(form) !== one) return; // without a network there is no outlook
    asked.delete(form);
    show(line, []);
  }
}

const THINKING = 1000; // milliseconds for which an answer must have been left alone

// What came of the answer when bots played on from it: the first games are told of before the last are played.
async function tryOut(form, line, one) {
  if (!line.dataset.trial || !one.lines.length) return;
  const before = one.lines;
  const all = line.dataset.trialOf;
  const told = (lines, played) => {
    const rest = played === undefined ? [] : [[`Being played: ${played} of ${all}`, "tried"]];
    one.lines = [...before, ...lines.map((words) => [words, "tried"]), ...rest];
    show(form.querySelector("[data-outlook]") ?? line, one.lines);
  };
  told([], 0);
  await new Promise((resolve) => setTimeout(resolve, THINKING));
  for (let batches = 1; asked.get(form) === one; batches += 1) {
    const answer = await fetch(`${one.words.replace("/outlook", "/trial")}&batches=${batches}`);
    if (asked.get(form) !== one) return;
    const { lines = [], played, more } = answer.ok ? await answer.json() : {};
    if (asked.get(form) !== one) return;
    told(lines, more ? played : undefined);
    if (!more) return;
  }
}

function question(form, line) {
  const key = chosenAct(form)?.value ?? "";
  const query = new URLSearchParams(
    [...new FormData(form)].filter(([name]) => name === "act" || name.startsWith(`${key}.`)),
  );
  return `${line.dataset.outlook}${line.dataset.outlook.includes("?") ? "&" : "?"}${query}`;
}

function show(line, sentences) {
  line.replaceChildren(
    ...sentences.map(([words, className]) =>
      Object.assign(document.createElement("span"), { textContent: `${words} `, className }),
    ),
  );
  line.hidden = !sentences.length;
  // On a phone the hand ends where these words begin.
  if (line.matches(".composer > .commit > *")) root.style.setProperty("--foretold", `${line.offsetHeight}px`);
}

// Why something cannot be picked on this card, in the words of the server.
export async function explain(form, domain, value) {
  const act = chosenAct(form);
  const address = form.querySelector("[data-outlook]")?.dataset.outlook.replace("/outlook", "/why");
  const usual = domain === "seat" ? "That card is not aimed at anybody." : "That card is not aimed at this.";
  const none = !fieldsOf(act).some((name) =>
    choicesOf(form, name).some((one) => one.value === value && domainOf(one) === domain),
  );
  if (!address) return none && toast(usual);
  try {
    const answer = await fetch(
      `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ act: act.value, domain, value })}`,
    );
    const words = answer.ok ? (await answer.json()).why : "";
    if (words || none) toast(words || usual);
  } catch {
    if (none) toast(usual);
  }
}
