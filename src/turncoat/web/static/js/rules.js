// A rule's number opens the rule with its neighbours where one is reading; the page behind it stays as it is.
const texts = new Map(); // by address: what has been read once is there at once
let box = null;

function opened() {
  box = document.body.appendChild(Object.assign(document.createElement("dialog"), { className: "rule-box" }));
  box.setAttribute("aria-labelledby", "rule-title");
  box.innerHTML =
    '<button type="button" class="icon-button close" aria-label="Close">×</button><div tabindex="-1"></div>';
  box.addEventListener("click", (event) => {
    if (event.target === box || event.target.closest(".close")) box.close();
  });
  return box;
}

async function passage(address) {
  if (!texts.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    texts.set(address, await answer.text());
  }
  return texts.get(address);
}

// Beside the number, below it or above it, wherever there is room; on a phone at the foot of the screen (style sheet).
function place(link) {
  const from = link.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = box;
  const below = from.bottom + 8;
  box.style.left = `${Math.max(8, Math.min(from.left, innerWidth - wide - 8))}px`;
  box.style.top = `${below + high < innerHeight ? below : Math.max(8, from.top - high - 8)}px`;
}

async function show(link, address) {
  const text = await passage(address);
  box ??= opened();
  const inside = box.lastElementChild;
  inside.innerHTML = text;
  const { number } = inside.querySelector("ul").dataset;
  inside.querySelector(`[data-number="${number}"].rule-number`).closest("li").className = "wanted";
  if (box.open) return inside.focus();
  box.showModal();
  place(link);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.closest("article.rulebook")) return;
  const { pathname, hash } = new URL(link.href);
  event.preventDefault();
  show(link, `${pathname}/${hash.slice(1)}`).catch(() => location.assign(link.href));
});
