// Arrow keys go from one piece or place of a board to the nearest one that way; on a board to be travelled (data-
// travel) one place is met by Tab, and the arrows reach them all.
import { all } from "./common.js";

const stopsOf = (board) => all(board.matches("[data-travel]") ? "[data-tip]" : '[tabindex="0"]', board);

function neighbour(from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = from.getBoundingClientRect();
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(here);
  const far = (one) => {
    const [u, v] = middle(one.getBoundingClientRect());
    const along = (u - x) * dx + (v - y) * dy;
    return along > 4 ? along + 2 * Math.abs((u - x) * dy + (v - y) * dx) : Infinity;
  };
  const near = stopsOf(from.ownerSVGElement)
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
  const going = target.closest?.("[data-travel] [data-tip]") && travel(target, key);
  const arrow = target.ownerSVGElement && target.matches("[data-x], .direction") && key.startsWith("Arrow");
  if (!going && !arrow) return;
  event.preventDefault();
  (going || neighbour(target, key))?.focus();
});
