// A bot in 20 lines without libraries: in Truce it attacks whoever has the most coins, elsewhere it takes the default.
// node examples/bot.mjs http://localhost:8000 KEY      the key of a seat, or of a bot account
const [server, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
const get = async (path) => (await fetch(`${server}/api/${path}`, { headers })).json();
const send = (path, body) => fetch(`${server}/api/${path}`, { headers, method: "POST", body: JSON.stringify(body) });

async function turn({ table, seat }) {
  const { phase, question, view } = await get(`tables/${table}?seat=${seat}`);
  if (!question || question.filed) return phase === "finished" && process.exit();
  const targets = question.boxes.open.find((box) => box.type === "attack")?.fields.target?.values;
  const target = targets?.toSorted((one, other) => view.supplies[other] - view.supplies[one])[0];
  const action = target === undefined ? question.default : { type: "attack", target };
  await send(`tables/${table}/answer?seat=${seat}`, { request: question.request, action });
}

const stream = await fetch(`${server}/api/me/stream`, { headers });
let rest = "";
for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  const news = lines.filter((line) => line.startsWith("data: {")).map((line) => JSON.parse(line.slice(6)));
  for (const one of news) if (one.kind === "changed" && one.seat !== null) await turn(one);
}
