// What the server says of an answer that is being made up: what it would come to, and why something cannot be picked.
import { choicesOf, chosenAct, domainOf, fieldsOf } from "./choices.js";
import { toast } from "./small.js";

// What the answer would come to, in the words of the server, which alone knows the rules.
let outlooks = 0;
export async function foresee(form, ready) {
  const line = form.querySelector("[data-outlook]");
  if (!line) return;
  const key = chosenAct(form)?.value ?? "";
  const query = new URLSearchParams(
    [...new FormData(form)].filter(([name]) => name === "act" || name.startsWith(`${key}.`)),
  );
  const words = `${line.dataset.outlook}${line.dataset.outlook.includes("?") ? "&" : "?"}${query}`;
  if (!ready) return show(line, []);
  if (line.dataset.asked === words) return;
  line.dataset.asked = words;
  const number = ++outlooks;
  try {
    const answer = await fetch(words);
    if (number === outlooks && line.dataset.asked === words) show(line, answer.ok ? (await answer.json()).lines : []);
  } catch {
    /* without a network there is no outlook */
  }
}

function show(line, sentences) {
  if (!sentences.length) line.dataset.asked = "";
  line.replaceChildren(
    ...sentences.map((sentence) => Object.assign(document.createElement("span"), { textContent: `${sentence} ` })),
  );
  line.hidden = !sentences.length;
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
