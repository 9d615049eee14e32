// Small things that any page has: short messages, links to copy, dark and light, what is shown or covered, times.
import { all, root } from "./common.js";

export function toast(words) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = words;
  document.getElementById("toasts").replaceChildren(line);
  fade(line);
}

function fade(line) {
  setTimeout(() => line.remove(), 5000);
}
all("#toasts .toast").forEach(fade);

async function copyLink(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    // plain http, as in a local network, has no clipboard
    if (!document.execCommand("copy")) return toast("Press Ctrl+C to copy the link.");
  }
  toast(input.dataset.copied ?? "Copied. It works once.");
}

function changeTheme(form) {
  const dark =
    root.dataset.theme === "dark" ||
    (root.dataset.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  form.elements.theme.value = root.dataset.theme;
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" }).catch(
    () => {},
  );
}

const units = [
  ["day", 86400000],
  ["hour", 3600000],
  ["minute", 60000],
  ["second", 1000],
];
export function countDown() {
  for (const one of all("[data-due]")) {
    const left = Number(one.dataset.due) - Date.now();
    const [unit, size] = units.find(([, size]) => left >= size) ?? units[3];
    const number = Math.floor(left / size);
    one.textContent = left > 0 ? `${number} ${unit}${number === 1 ? "" : "s"}` : "no time";
    one.title = new Date(Number(one.dataset.due)).toLocaleString();
    one.classList.toggle("soon", left < 60000);
  }
  for (const one of all("[data-at]")) {
    const at = new Date(Number(one.dataset.at));
    const today = at.toDateString() === new Date().toDateString();
    one.textContent = today
      ? at.toLocaleTimeString([], { timeStyle: "short" })
      : at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}
setInterval(countDown, 1000);

// What a reader wants to be shown, or covered, stays so on this device.
function wished(name, on) {
  root.classList.toggle(name, on);
  try {
    localStorage.setItem(`wish ${name}`, on ? "yes" : "");
  } catch {
    /* it holds until the page is left */
  }
  wishes();
}

export function wishes() {
  for (const one of all("[data-root]")) {
    let kept = "";
    try {
      kept = localStorage.getItem(`wish ${one.dataset.root}`) ?? "";
    } catch {
      kept = root.classList.contains(one.dataset.root) ? "yes" : "";
    }
    root.classList.toggle(one.dataset.root, Boolean(kept));
    one.setAttribute("aria-pressed", String(Boolean(kept)));
  }
}

document.addEventListener("click", (event) => {
  const wish = event.target.closest("[data-root]");
  if (wish) wished(wish.dataset.root, !root.classList.contains(wish.dataset.root));
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(document.getElementById(copy.dataset.copy));
  const share = event.target.closest("[data-share]");
  if (share) navigator.share({ url: document.getElementById(share.dataset.share).value }).catch(() => {});
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "theme") return;
  event.preventDefault();
  changeTheme(event.target);
});

for (const zone of all('[data-zone="own"]'))
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

root.classList.toggle("can-share", Boolean(navigator.share));
