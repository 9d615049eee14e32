// Arrow keys go from one piece or place of a board to the nearest one that way; on a board to be travelled (data-
// travel) one place is met by Tab, and the arrows reach them all. From what can be picked now they go on to the next
// that can, and with Shift to whatever is there.
import { all } from "./common.js";

const stopsOf = (board) => all(board.matches("[data-travel]") ? "[data-tip]" : '[tabindex="0"]', board);

// What can be picked as well as this: what comes next; else what is open.
function pickable(from) {
  const kind = [".glow", ".open"].find((one) => from.matches(`#board-frame .legal${one}`));
  const found = kind ? all(`#board-frame .legal${kind}`).filter((one) => one.checkVisibility()) : [];
  return found.length > 1 ? found : [];
}

// The nearest that way; where none is, the next one in their order.
function onward(from, key, stops) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
  return neighbour(from, key, stops) ?? stops.at((stops.indexOf(from) + step) % stops.length);
}

function neighbour(from, key, stops = stopsOf(from.ownerSVGElement)) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = from.getBoundingClientRect();
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(here);
  const far = (one) => {
    const [u, v] = middle(one.getBoundingClientRect());
    const along = (u - x) * dx + (v - y) * dy;
    return along > 4 ? along + 2 * Math.abs((u - x) * dy + (v - y) * dx) : Infinity;
  };
  const near = stops
    .filter((one) => one !== from)
    .map((one) => [far(one), one]);
  return near.filter(([way]) => way < Infinity).sort(([one], [other]) => one - other)[0]?.[1];
}

function travel(from, key) {
  const stops = stopsOf(from.ownerSVGElement);
  const wanted = stops.filter((one) => one.matches(".glow, .aimed"));
  if (key === "Home") return wanted[0] ?? stops[0];
  if (key === "End") return wanted.at(-1) ?? stops.at(-1);
  return key.startsWith("Arrow") ? neighbour(from, key) : undefined;
}

document.addEventListener("focusin", (event) => {
  const board = event.target.ownerSVGElement;
  if (!board?.matches("[data-travel]")) return;
  for (const one of all('[tabindex="0"]', board)) one.setAttribute("tabindex", "-1");
  event.target.setAttribute("tabindex", "0");
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const picks = key.startsWith("Arrow") && !event.shiftKey && target.closest ? pickable(target) : [];
  const going = picks.length
    ? onward(target, key, picks)
    : target.closest?.("[data-travel] [data-tip]") && travel(target, key);
  const arrow = target.ownerSVGElement && target.matches("[data-x], .direction") && key.startsWith("Arrow");
  if (!going && !arrow) return;
  event.preventDefault();
  (going || neighbour(target, key))?.focus();
});
