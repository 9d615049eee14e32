// The parts of a table that are tabs on a small screen: plain links, which part is open is in the address.
import { all } from "./common.js";

const tabs = () => all(".tabs [data-tab]");
const panes = () => tabs().map((tab) => document.getElementById(tab.hash.slice(1)));
let followed = null; // how much had happened when the story was last in sight

export function markTabs() {
  const shown = document.querySelector(":target");
  const at = panes().findIndex((pane) => pane && (pane === shown || pane.contains(shown)));
  tabs().forEach((tab, number) => {
    if (number === Math.max(at, 0)) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  });
  tell();
}

// What has happened while the story was out of sight is marked on its tab.
function tell() {
  const mark = document.getElementById("untold");
  if (!mark) return;
  const heard = Number(document.querySelector("main[data-heard]").dataset.heard);
  const seen = document.getElementById("story").checkVisibility({ visibilityProperty: true });
  if (followed === null || seen) followed = heard;
  mark.hidden = heard <= followed;
}

// Going from tab to tab is no journey to go back on.
document.addEventListener("click", (event) => {
  const tab = event.target.closest(".tabs [data-tab], .to-answer");
  if (tab && tab.hash && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    location.replace(tab.hash);
    markTabs();
  }
  // What lies over the page folds when something beside it is pressed.
  for (const one of all("details[data-folds][open]")) if (!one.contains(event.target)) fold(one, event.target);
});

function fold(one, target) {
  if (one.id !== "log-opens" || !target.closest(".log-pane")) one.open = false;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const one = document.querySelector("details[data-folds][open]");
  if (!one) return;
  one.open = false;
  one.querySelector("summary").focus();
});
for (const name of ["load", "hashchange"]) addEventListener(name, markTabs);
