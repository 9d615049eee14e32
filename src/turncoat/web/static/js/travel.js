// What is new on a board and on its way sets out along its path: a group with data-along names the path, and its last
// part is what travels. It begins where the path begins and comes to rest where it is drawn, half way along.
import { still } from "./common.js";

const steps = 12;
const takes = 900; // milliseconds

const travellers = () => [...document.querySelectorAll("[data-along]")];
let known = new Set(travellers().map((one) => one.id));

function setOut(group) {
  const path = document.getElementById(group.dataset.along);
  const rider = group.lastElementChild;
  if (!path?.getTotalLength || !rider) return;
  const half = path.getTotalLength() / 2;
  const rest = path.getPointAtLength(half);
  const way = Array.from({ length: steps + 1 }, (_, step) => path.getPointAtLength((half * step) / steps));
  rider.animate(
    { translate: way.map(({ x, y }) => `${x - rest.x}px ${y - rest.y}px`) },
    { duration: takes, easing: "ease-out" },
  );
  for (const part of group.children)
    if (part !== rider) part.animate({ opacity: [0, 1] }, { duration: takes, easing: "ease-in" });
}

document.addEventListener("htmx:after:swap", () => {
  const now = travellers();
  if (!still.matches) now.filter((one) => !known.has(one.id)).forEach(setOut);
  known = new Set(now.map((one) => one.id));
});

// Between turns pieces that are drawn together go from where there are fewer of them now to where they newly stand:
// data-stands has their kind, their place and their number.
function standing() {
  const found = new Map();
  if (document.getElementById("reveal")) return found;
  for (const group of document.querySelectorAll("[data-stands]")) {
    const [kind, place, number] = group.dataset.stands.split("|");
    const { x, y, width, height } = group.getBoundingClientRect();
    found.set(`${kind}|${place}`, { group, kind, number: Number(number), x: x + width / 2, y: y + height / 2 });
  }
  return found;
}

let stood = new Map();
document.addEventListener("htmx:before:swap", () => {
  stood = standing();
});
document.addEventListener("htmx:after:swap", () => {
  const now = standing();
  if (still.matches || !stood.size) return;
  for (const [key, { group, kind, number, x, y }] of now) {
    if (number <= (stood.get(key)?.number ?? 0)) continue;
    const from = [...stood].find(([old, one]) => one.kind === kind && (now.get(old)?.number ?? 0) < one.number)?.[1];
    const scale = group.getScreenCTM()?.a;
    if (!from || !scale) continue;
    const way = [`${(from.x - x) / scale}px ${(from.y - y) / scale}px`, "0px 0px"];
    const joins = stood.has(key); // others stand there already: what comes is a likeness
    const goes = joins ? group.parentNode.appendChild(group.cloneNode(true)) : group;
    if (joins) goes.removeAttribute("id");
    const going = goes.animate({ translate: way }, { duration: takes, easing: "ease-out" });
    if (joins) going.onfinish = () => goes.remove();
  }
});
