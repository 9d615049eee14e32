// One line for all tabs of this browser: a worker that they share holds it as long as one of them needs it.
import { makeLine } from "./line.js";

const tabs = new Map(); // what each of them shows; the one that was looked at last is the last
const line = makeLine((news) => {
  const last = [...tabs.keys()].at(-1);
  for (const tab of tabs.keys()) tab.postMessage({ ...news, loud: tab === last });
});

addEventListener("connect", ({ ports: [tab] }) => {
  tab.addEventListener("message", ({ data }) => {
    const isNew = !tabs.delete(tab);
    if (data !== null) tabs.set(tab, data);
    if (data !== null && isNew) for (const news of line.told()) tab.postMessage(news);
    line.want([...tabs.values()]);
  });
  tab.start();
});
