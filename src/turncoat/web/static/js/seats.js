// Marks at the seats, wherever they are drawn: a dot where somebody has said something new, a smaller one
// where somebody is connected, a cross where a promise is
// broken.
import { all } from "./common.js";

// In the part of the story that is told; else since the last promise that was judged.
function broken() {
  const told = document.getElementById("reveal");
  return told ? told.dataset.broke : document.getElementById("talk")?.dataset.broken;
}

const MARKS = {
  "talk-dot": { from: () => document.getElementById("threads")?.dataset.speakers, says: "has spoken", sign: "" },
  "here-dot": { from: () => document.getElementById("threads")?.dataset.here, says: "is connected", sign: "" },
  "broken-mark": { from: broken, says: "has broken a promise", sign: "✗" },
};

function plain(name, { says, sign }) {
  const mark = document.createElement("i");
  Object.assign(mark, { className: `${name} seat-mark`, title: says, textContent: sign });
  return mark;
}

function drawn(name, { says, sign }, seat) {
  // The seat's own plate: what lies round it does not count. A new word is marked beside the seal, on the upper edge.
  // Some boards say where the marks go, and how large they are there (data-marks).
  const [left, top, scale] = (seat.dataset.marks ?? "").split(" ");
  const square = { x: -20, y: -20, width: 40, height: 40 };
  const { x, y, width, height } = scale ? square : (seat.querySelector(":scope > .mat") ?? seat).getBBox();
  const make = (tag, at, text = "") => {
    const one = document.createElementNS(seat.namespaceURI, tag);
    for (const [key, value] of Object.entries(at)) one.setAttribute(key, value);
    one.textContent = text;
    return one;
  };
  const r = sign ? 13 : name === "here-dot" ? 6 : 9;
  const said = name === "talk-dot";
  const cx = said ? x + width * 0.7 : x;
  const cy = said || sign ? y : y + height / 2;
  const mark = make("g", { class: `${name} seat-mark` });
  if (scale) mark.setAttribute("transform", `translate(${left} ${top}) scale(${scale})`);
  mark.append(make("title", {}, says), make("circle", { cx, cy, r }));
  if (sign) mark.append(make("text", { x: cx, y: cy + 6, "text-anchor": "middle", "font-size": 18 }, sign));
  return mark;
}

export function markSeats() {
  for (const [name, mark] of Object.entries(MARKS)) {
    const seats = (mark.from() ?? "").split(" ");
    for (const seat of all("[data-whose]")) {
      const there = seat.querySelector(`:scope > .${name}`);
      if (!seats.includes(seat.dataset.whose)) there?.remove();
      else if (!there) seat.append(seat.namespaceURI.endsWith("svg") ? drawn(name, mark, seat) : plain(name, mark));
    }
  }
}
