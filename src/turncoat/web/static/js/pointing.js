// A place or a piece in a message lights up on the reader's own board, when it is said and when it is tapped. Whoever
// writes a message taps on the board what it is to point at.
const mark = Object.assign(document.createElement("i"), { className: "pointed", hidden: true });
mark.setAttribute("aria-hidden", "true");
document.body.append(mark);
let shining = 0;
let lit = null;

function dim() {
  mark.hidden = true;
}

export function light(at) {
  lit = document.getElementById(`table-${at}`);
  const seen = lit?.checkVisibility({ visibilityProperty: true });
  const { left, top, width, height } = seen ? lit.getBoundingClientRect() : {};
  clearTimeout(shining);
  mark.hidden = !width;
  if (!width) return;
  const inPixels = { left: left - 6, top: top - 6, width: width + 12, height: height + 12 };
  for (const [name, value] of Object.entries(inPixels)) mark.style[name] = `${value}px`;
  shining = setTimeout(dim, 6000);
}

// The light goes out when the board moves below it; the talk scrolls to its last message without that.
function moved({ target }) {
  if (!target.contains || target.contains(lit)) dim();
}
for (const name of ["scroll", "resize"]) addEventListener(name, moved, true);

// What of the board was tapped that a message can point at.
function tapped(target, choice) {
  const known = new Set([...choice.options].map(({ value }) => `table-${value}`));
  let one = target;
  while (one && !known.has(one.id)) one = one.parentElement;
  return one?.id.slice("table-".length);
}

document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("[data-tab]")) dim(); // on a phone the board goes out of sight
    const words = event.target.closest("a[data-points]");
    const choice = document.getElementById("point-at");
    const at = choice && !words ? tapped(event.target, choice) : "";
    if (!words && !at) return;
    event.preventDefault();
    event.stopPropagation();
    location.replace(words ? "#stage" : "#talk");
    if (at) choice.value = at;
    requestAnimationFrame(() => light(at || words.dataset.points));
  },
  true,
);
document.addEventListener("change", ({ target }) => target.id === "point-at" && light(target.value));
