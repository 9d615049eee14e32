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
  [...document.querySelectorAll(".the-end .standings li")].slice(0, 7).forEach((line, row) => {
    const [place, name, score] = [".place", "span:not(.place)", "b"].map((one) => line.querySelector(one).textContent);
    const y = 268 + row * 50;
    const face = `${line.matches(".winner") ? "700 " : ""}30px ${serif}`;
    text(pen, place, LEFT, y, face, colour("--ink-2"));
    text(pen, name, LEFT + 50, y, face, colour("--ink"), 380);
    text(pen, score, LEFT + 450, y, face, colour("--ink"));
  });
}

// The last chart of the page, line by line.
function lines(pen) {
  const chart = document.querySelector("#turning .chart") ?? document.querySelector(".the-end .chart");
  if (!chart) return;
  pen.save();
  pen.translate(620, 235);
  pen.scale(0.9, 1);
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  for (const line of chart.querySelectorAll(".chart-line")) {
    pen.strokeStyle = getComputedStyle(line).stroke;
    pen.setLineDash((line.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
    pen.stroke(new Path2D(`M${line.getAttribute("points")}`));
  }
  pen.restore();
}

export function drawn({ title, words }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  const serif = font(document.querySelector("h1"));
  pen.fillStyle = colour("--sheet");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = colour("--wax");
  pen.fillRect(0, 0, WIDTH, 16);
  text(pen, title, LEFT, 90, `32px ${serif}`, colour("--ink-2"), WIDTH - 2 * LEFT);
  text(pen, words, LEFT, 160, `700 56px ${serif}`, colour("--ink"), WIDTH - 2 * LEFT);
  ranking(pen, serif);
  lines(pen);
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
