// One line for all tabs of this browser: a worker that they share holds it as long as one of them needs it.
import { makeLine } from "./line.js";

const tabs = new Map(); // what each of them shows
const line = makeLine((news) => {
  for (const tab of tabs.keys()) tab.postMessage(news);
});

addEventListener("connect", ({ ports: [tab] }) => {
  tab.addEventListener("message", ({ data }) => {
    if (data === null) tabs.delete(tab);
    else {
      if (!tabs.has(tab)) for (const news of line.told()) tab.postMessage(news);
      tabs.set(tab, data);
    }
    line.want([...tabs.values()]);
  });
  tab.start();
});
