// Everything works without this. Each file does one thing on its own; here they hear that the page has changed.
import { lookAgain, markBoard } from "./board.js";
import { root } from "./common.js";
import { renew } from "./composer.js";
import "./digits.js";
import "./drag.js";
import "./files.js";
import "./folds.js";
import "./hints.js";
import "./hotkeys.js";
import "./keys.js"; // before the story: arrow keys that mean a place are not for it
import { foldLists } from "./lists.js";
import { goOnComposing, joinLine, nameTab } from "./live.js";
import "./pointing.js";
import "./push.js";
import { readOn } from "./read.js";
import { goOnTelling, newReveal } from "./reveal.js";
import "./rules.js";
import { goOnSending } from "./sending.js";
import { countDown, wishes } from "./small.js";
import { markTabs } from "./tabs.js";
import { listen } from "./talk.js";
import "./timeline.js";
import { takePart } from "./words.js";

root.classList.add("has-script");

function refresh(event) {
  renew(event?.detail?.ctx?.sourceElement);
  wishes();
  lookAgain();
  foldLists();
  markBoard();
  countDown();
  listen(event?.detail?.ctx?.sourceElement);
  takePart();
  goOnTelling();
  goOnSending(event?.detail?.ctx?.sourceElement);
  goOnComposing();
  joinLine();
  markTabs();
  readOn();
  nameTab();
  if (document.readyState === "complete") newReveal();
}

document.addEventListener("htmx:after:swap", refresh);
addEventListener("load", newReveal);
refresh();
