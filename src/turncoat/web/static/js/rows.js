// Which picks on a card go together. A card has rows: each is one way of filling it in, with a cell for every field.
// A cell is a set of choices (by number), {low, high} of a number, {low, high, caps} of amounts, {low, high, open} of
// an order, or null: that way has no such field. Nothing here looks at the page.

const parsed = new Map();

// Rows from what the server wrote; a number in place of a cell means: as in the row with this number.
export function rowsOf(text) {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size > 40) parsed.clear();
  const rows = JSON.parse(text || "[]");
  rows.forEach((row) =>
    row.forEach((cell, place) => {
      row[place] = typeof cell === "number" ? rows[cell][place] : Array.isArray(cell) ? new Set(cell) : cell;
    }),
  );
  parsed.set(text, rows);
  return rows;
}

// What is picked in a field: the number of a choice, the numbers of the amounts that are not 0; undefined: nothing yet.
function allows(cell, pick) {
  if (pick === undefined) return true;
  if (!cell) return false;
  return Array.isArray(pick) ? pick.every((key) => cell.caps[key] > 0) : cell.has(pick);
}

export const fitting = (rows, picks) => rows.filter((row) => row.every((cell, place) => allows(cell, picks[place])));

export const without = (picks, place) => picks.map((pick, one) => (one === place ? undefined : pick));

// All choices of a field that some of these rows have.
export function openIn(rows, place) {
  const found = new Set();
  for (const cell of new Set(rows.map((row) => row[place]))) cell?.forEach((choice) => found.add(choice));
  return found;
}

// The widest limits of a number or a sum in these rows; nothing where a row has no such field.
export function rangeIn(rows, place) {
  const cells = rows.map((row) => row[place]);
  if (!cells.length || cells.some((cell) => !cell)) return null;
  return { low: Math.min(...cells.map((cell) => cell.low)), high: Math.max(...cells.map((cell) => cell.high)) };
}

export const withNumber = (rows, place, number) =>
  rows.filter((row) => row[place] && row[place].low <= number && number <= row[place].high);

// The number that is nearest to this one and in some row.
export function nearest(rows, place, number) {
  const into = ({ low, high }) => Math.min(Math.max(number, low), high);
  const found = rows
    .map((row) => row[place])
    .filter(Boolean)
    .map(into);
  return found.sort((one, other) => Math.abs(one - number) - Math.abs(other - number) || one - other)[0] ?? number;
}

// For each kind of amounts, the most of it in some of these rows.
export const capsIn = (rows, place) =>
  rows.reduce((most, row) => row[place].caps.map((cap, key) => Math.max(cap, most[key] ?? 0)), []);

// Whether the limit of a kind is the same wherever there is any of it, so that it can be said before anything is
// picked.
export function steady(rows, place) {
  const known = [];
  return rows.every((row) => row[place]?.caps?.every((cap, key) => !cap || cap === (known[key] ??= cap)));
}

export const alike = (rows, place) =>
  rows.length > 0 && rows.every((row) => JSON.stringify(row[place]) === JSON.stringify(rows[0][place]));
