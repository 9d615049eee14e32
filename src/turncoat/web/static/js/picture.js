// The end of a game as a picture to be shared: drawn here, from what the page shows, and sent nowhere.
const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 60;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = (one) => getComputedStyle(one).fontFamily;

function text(pen, words, x, y, face, ink, most) {
  pen.font = face;
  pen.fillStyle = ink;
  pen.fillText(words, x, y, most);
}

function ranking(pen, serif) {
  [...document.querySelectorAll(".the-end .standings li")].slice(0, 6).forEach((line, row) => {
    const [place, name, score] = [".place", "span:not(.place)", "b"].map((one) => line.querySelector(one).textContent);
    const y = 290 + row * 48;
    const face = `${line.matches(".winner") ? "700 " : ""}30px ${serif}`;
    text(pen, place, LEFT, y, face, colour("--ink-2"));
    text(pen, name, LEFT + 50, y, face, colour("--ink"), 380);
    text(pen, score, LEFT + 450, y, face, colour("--ink"));
  });
}

// How the game was decided, with the rule, in at most two lines.
function decided(pen, serif) {
  const words = [...document.querySelectorAll(".end-who > h1 ~ p:not([class])")].map((one) => one.textContent.trim());
  const face = `24px ${serif}`;
  pen.font = face;
  const rows = [""];
  for (const word of words.join(" ").split(/\s+/)) {
    const longer = `${rows.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= WIDTH - 2 * LEFT - 130 || !rows.at(-1)) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  rows.slice(0, 2).forEach((row, at) => text(pen, row, LEFT, 200 + at * 32, face, colour("--ink-2")));
}

// The seal of the site, as the page's sprite has it.
function seal(pen) {
  pen.save();
  pen.translate(WIDTH - 180, 40);
  pen.scale(5, 5);
  const [wax, stamp] = document.querySelectorAll("#icon-seal path");
  pen.fillStyle = colour("--wax");
  pen.fill(new Path2D(wax.getAttribute("d")));
  pen.strokeStyle = colour("--sheet");
  pen.lineWidth = 1.6;
  pen.lineCap = "round";
  pen.stroke(new Path2D(stamp.getAttribute("d")));
  pen.restore();
}

// The last chart of the page, line by line; each line ends in the player's name.
function lines(pen, serif) {
  const chart = document.querySelector("#turning .chart") ?? document.querySelector(".the-end .chart");
  if (!chart) return;
  pen.save();
  pen.translate(600, 250);
  pen.scale(0.75, 1);
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  for (const line of chart.querySelectorAll(".chart-line")) {
    pen.strokeStyle = getComputedStyle(line).stroke;
    pen.filter = getComputedStyle(line).filter;
    pen.setLineDash((line.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
    pen.stroke(new Path2D(`M${line.getAttribute("points")}`));
  }
  pen.restore();
  const about = chart.closest("section").querySelector("h2").textContent;
  text(pen, about, 600 + 0.75 * 44, HEIGHT - 74, `20px ${serif}`, colour("--ink-2"));
  const styles = [...chart.querySelectorAll(".chart-line")].map((line) => getComputedStyle(line));
  chart.querySelectorAll("[data-name]").forEach((end, seat) => {
    const [x, y] = ["x", "y"].map((one) => Number(end.getAttribute(one)));
    const words = `${end.dataset.name} ${end.textContent}`;
    pen.filter = styles[seat].filter;
    text(pen, words, 600 + 0.75 * (x - 26), 252 + y, `20px ${serif}`, styles[seat].stroke, WIDTH - 620 - 0.75 * x);
  });
  pen.filter = "none";
}

export function drawn({ title, words }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  const serif = font(document.querySelector("h1"));
  pen.fillStyle = colour("--sheet");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = colour("--wax");
  pen.fillRect(0, 0, WIDTH, 16);
  text(pen, title, LEFT, 84, `32px ${serif}`, colour("--ink-2"), WIDTH - 2 * LEFT - 130);
  text(pen, words, LEFT, 150, `700 56px ${serif}`, colour("--ink"), WIDTH - 2 * LEFT - 130);
  decided(pen, serif);
  seal(pen);
  ranking(pen, serif);
  lines(pen, serif);
  text(pen, `Turncoat · ${location.host}`, LEFT, HEIGHT - 26, `22px ${serif}`, colour("--ink-2"));
  return canvas;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-picture]");
  if (!button) return;
  drawn(button.dataset).toBlob((picture) => {
    const address = URL.createObjectURL(picture);
    Object.assign(document.createElement("a"), { href: address, download: "turncoat.png" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  });
});
