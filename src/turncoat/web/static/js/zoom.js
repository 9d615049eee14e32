// A board that can be looked at closely. `data-zoom="name"` is a box that scrolls; its drawing is as wide as the style
// sheet makes it of `--zoom-name`. How closely somebody looks is kept on the document, so that it outlives every morph,
// and on the device. Buttons with `data-closer` (a factor, or "0" for the whole) inside `data-zoomed="name"` do it, and
// so do two fingers, the wheel with Ctrl, and the keys + − 0 while something of the board has the focus.
const MOST = 4;
const NEAR = 1.75; // from here on there is room for what is too small to read from afar
const root = document.documentElement;
const boxes = () => [...document.querySelectorAll("[data-zoom]")];
const factors = {};

function factorOf(name) {
  if (!(name in factors)) {
    try {
      factors[name] = Number(localStorage.getItem(`zoom ${name}`)) || 1;
    } catch {
      factors[name] = 1;
    }
  }
  return factors[name];
}

function show(name) {
  const factor = factorOf(name);
  root.style.setProperty(`--zoom-${name}`, factor);
  root.classList.toggle(`near-${name}`, factor >= NEAR);
  for (const group of document.querySelectorAll(`[data-zoomed="${CSS.escape(name)}"]`)) {
    for (const button of group.querySelectorAll("[data-closer]")) {
      const by = Number(button.dataset.closer);
      button.setAttribute("aria-disabled", String(by > 1 ? factor >= MOST : factor <= 1));
    }
  }
}

// Whatever is at a point of the screen stays there.
function zoom(box, wanted, x, y) {
  const name = box.dataset.zoom;
  const factor = Math.min(MOST, Math.max(1, wanted));
  const frame = box.getBoundingClientRect();
  const [left, top] = [(x ?? frame.x + frame.width / 2) - frame.x, (y ?? frame.y + frame.height / 2) - frame.y];
  const [across, down] = [(box.scrollLeft + left) / box.scrollWidth, (box.scrollTop + top) / box.scrollHeight];
  factors[name] = factor < 1.05 ? 1 : factor;
  show(name);
  box.scrollTo({ left: across * box.scrollWidth - left, top: down * box.scrollHeight - top, behavior: "instant" });
  try {
    localStorage.setItem(`zoom ${name}`, String(factors[name]));
  } catch {
    /* it holds until the page is left */
  }
}

const boxOf = (name) => boxes().find((one) => one.dataset.zoom === name && one.getClientRects().length);

// Who does not point at anything looks at what was picked, else at what can be.
function matter(box) {
  const picked = [...box.querySelectorAll(".aimed")];
  const edges = (picked.length ? picked : [...box.querySelectorAll(".glow")]).map((one) => one.getBoundingClientRect());
  if (!edges.length) return [];
  const of = (edge) => edges.map((one) => one[edge]);
  const middle = (near, far) => (Math.min(...of(near)) + Math.max(...of(far))) / 2;
  return [middle("left", "right"), middle("top", "bottom")];
}
const by = (box, step) => zoom(box, factorOf(box.dataset.zoom) * step, ...matter(box));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-closer]");
  const box = button && boxOf(button.closest("[data-zoomed]").dataset.zoomed);
  if (!box) return;
  const step = Number(button.dataset.closer);
  if (step) by(box, step);
  else zoom(box, 1);
});

// Where it says so (data-zoom-first), a finger on a small board means "closer" before it means a place.
document.addEventListener(
  "click",
  (event) => {
    const box = event.target.closest?.("[data-zoom]");
    if (dragged && box) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (
      box &&
      event.pointerType === "touch" &&
      factorOf(box.dataset.zoom) === 1 &&
      box.matches("[data-zoom-first]") &&
      box.clientWidth < 480 &&
      event.target.closest("[data-tip]")
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      zoom(box, 2.5, event.clientX, event.clientY);
    }
    dragged = false;
  },
  true,
);

document.addEventListener(
  "wheel",
  (event) => {
    const box = (event.ctrlKey || event.metaKey) && event.target.closest?.("[data-zoom]");
    if (!box) return;
    event.preventDefault();
    zoom(box, factorOf(box.dataset.zoom) * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  },
  { passive: false },
);

document.addEventListener("keydown", (event) => {
  const planet = event.target.closest?.("[data-zoom], [data-zoomed]");
  const box = planet && boxOf(planet.dataset.zoom ?? planet.dataset.zoomed);
  if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { "+": 1.4, "=": 1.4, "-": 1 / 1.4, 0: 0, Escape: 0 }[event.key];
  if (step === undefined || (event.key === "Escape" && factorOf(box.dataset.zoom) === 1)) return;
  event.preventDefault();
  if (step) by(box, step);
  else zoom(box, 1);
  if (box.contains(document.activeElement)) bring(box, document.activeElement);
});

// Whoever goes from place to place by key keeps the place in sight.
function bring(box, place) {
  const [frame, it] = [box.getBoundingClientRect(), place.getBoundingClientRect()];
  const shift = (low, high, from, to) => {
    if (high - low > to - from) return (low + high) / 2 - (from + to) / 2;
    return Math.min(0, low - from) || Math.max(0, high - to);
  };
  const air = 24;
  box.scrollBy({
    left: shift(it.left - air, it.right + air, frame.left, frame.right),
    top: shift(it.top - air, it.bottom + air, frame.top, frame.bottom),
    behavior: "instant",
  });
}

document.addEventListener("focusin", (event) => {
  const box = event.target.closest?.("[data-zoom]");
  if (box && box !== event.target && factorOf(box.dataset.zoom) > 1 && event.target.matches(":focus-visible"))
    bring(box, event.target);
});

/* Two fingers; one finger scrolls by itself. */
let pinch = null;
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
document.addEventListener(
  "touchstart",
  (event) => {
    const box = event.touches.length === 2 && event.target.closest?.("[data-zoom]");
    pinch = box ? { box, far: apart(event.touches), factor: factorOf(box.dataset.zoom) } : null;
  },
  { passive: true },
);
document.addEventListener(
  "touchmove",
  (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    zoom(
      pinch.box,
      (pinch.factor * apart(event.touches)) / pinch.far,
      (one.clientX + other.clientX) / 2,
      (one.clientY + other.clientY) / 2,
    );
  },
  { passive: false },
);
document.addEventListener(
  "touchend",
  () => {
    pinch = null;
  },
  { passive: true },
);

/* The mouse takes hold of a board that is larger than its box. */
const overflows = (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
let hold = null;
let dragged = false;
document.addEventListener("pointerdown", (event) => {
  const box = event.pointerType === "mouse" && event.button === 0 && event.target.closest?.("[data-zoom]");
  dragged = false;
  hold =
    box && overflows(box)
      ? { box, x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop }
      : null;
});
document.addEventListener("pointermove", (event) => {
  if (!hold) return;
  const [dx, dy] = [event.clientX - hold.x, event.clientY - hold.y];
  if (!dragged && Math.hypot(dx, dy) < 6) return;
  dragged = true;
  hold.box.classList.add("held");
  hold.box.scrollTo({ left: hold.left - dx, top: hold.top - dy, behavior: "instant" });
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    hold?.box.classList.remove("held");
    hold = null;
  });
}
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-zoom]")) event.preventDefault();
});

function refresh() {
  for (const box of boxes()) {
    show(box.dataset.zoom);
    if (factorOf(box.dataset.zoom) === 1) continue;
    box.scrollTo({
      left: (box.scrollWidth - box.clientWidth) / 2,
      top: (box.scrollHeight - box.clientHeight) / 2,
      behavior: "instant",
    });
  }
}
document.addEventListener("htmx:after:swap", () => boxes().forEach((box) => show(box.dataset.zoom)));
refresh();
