// The line to the server: what is new at which table, for all that is open in this browser. A page is known by its
// table and seat. The server begins with what is so now, so that whoever was away compares and asks.
const SILENT = 45000; // no heartbeat for so long: the line has died unnoticed, as in a sleep
const WAITS = [2000, 5000, 15000, 60000]; // after an answer that is none, the next try comes later and later

export const keyOf = ({ table, seat }) => `${table} ${seat ?? ""}`;

export function makeLine(tell) {
  const known = new Map(); // what was told last, by table, seat and kind
  let source = null;
  let wanted = [];
  let named = new Set(); // what was wanted when the line was opened
  let heard = 0;
  let failures = 0;
  let broken = false;

  function close() {
    source?.close();
    source = null;
  }

  function open() {
    close();
    known.clear();
    named = new Set(wanted);
    heard = Date.now();
    const tables = new Set([...named].map((key) => key.split(" ")[0]));
    source = new EventSource(`/api/me/stream?tables=${[...tables].filter(Boolean).join(",")}`);
    source.addEventListener("open", () => {
      heard = Date.now();
      failures = 0;
      if (broken) tell({ broken: (broken = false) });
    });
    source.addEventListener("still", () => {
      heard = Date.now();
    });
    source.addEventListener("message", ({ data }) => {
      heard = Date.now();
      const news = JSON.parse(data);
      known.set(`${keyOf(news)} ${news.kind}`, news);
      tell(news);
    });
    source.addEventListener("error", failed);
  }

  function failed() {
    if (!broken) tell({ broken: (broken = true) });
    if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    close();
    setTimeout(look, WAITS[Math.min(failures++, WAITS.length - 1)]);
  }

  function look() {
    if (!wanted.length) return close();
    const follows = (key) => named.has(key) || known.has(`${key} changed`);
    if (!source || Date.now() - heard > SILENT || !wanted.every(follows)) open();
  }
  setInterval(() => source && look(), SILENT / 3);

  return {
    // What is looked at; nothing: the line is not needed. The empty table stands for lists of one's own tables.
    want(keys) {
      wanted = keys;
      look();
    },
    // All that is known already, for somebody who comes later.
    told: () => [...(broken ? [{ broken }] : []), ...known.values()],
  };
}
