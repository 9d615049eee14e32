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
