// A card says what it does before it is chosen: to whoever points at it, comes to it by key, or keeps a finger on it.
const HOLD = 450; // milliseconds for which a finger stays
let bubble = null;
let timer = 0;

function say(card) {
  const words = document.getElementById(card.dataset.hint)?.textContent.trim().replace(/\s+/g, " ");
  if (!words) return;
  bubble ??= document.body.appendChild(Object.assign(document.createElement("p"), { className: "hint", hidden: true }));
  bubble.setAttribute("aria-hidden", "true"); // aria-describedby says the same
  bubble.textContent = words;
  bubble.hidden = false;
  const at = card.getBoundingClientRect();
  bubble.style.left = `${Math.max(8, Math.min(at.left, innerWidth - bubble.offsetWidth - 8))}px`;
  const above = at.top - bubble.offsetHeight - 8;
  bubble.style.top = `${above > 8 ? above : at.bottom + 8}px`;
}

function hush() {
  clearTimeout(timer);
  if (bubble) bubble.hidden = true;
}

const cardOf = (event) => event.target.closest?.("[data-hint]");
const chosen = (card) => card.previousElementSibling?.checked; // its text stands below the cards

document.addEventListener("pointerover", (event) => {
  const card = cardOf(event);
  hush();
  if (card && event.pointerType === "mouse" && !chosen(card)) timer = setTimeout(say, 250, card);
});
document.addEventListener("pointerdown", (event) => {
  const card = cardOf(event);
  hush();
  if (card && event.pointerType !== "mouse") timer = setTimeout(say, HOLD, card);
});
for (const name of ["pointerup", "pointercancel", "scroll", "keydown"]) document.addEventListener(name, hush, true);
document.addEventListener("contextmenu", (event) => {
  if (cardOf(event) && event.pointerType !== "mouse") event.preventDefault();
});
