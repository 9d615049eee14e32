// Limits that depend on what has been picked.
import { holderOf, inputsOf, isOrder, isShared, sumOf, whole } from "./amounts.js";
import { fieldsOf } from "./choices.js";
import { alike, capsIn, fitting, nearest, rangeIn, rowsOf, steady, withNumber, without } from "./rows.js";

// Of several numbers the one changed last stands and the others follow it, so that a bid and the ally's share of it, or
// forces and their price, always go together.
export function limit(act, picks, changedPlace) {
  const rows = rowsOf(act.dataset.together);
  let left = fitting(rows, picks);
  const held = fieldsOf(act)
    .map((name, place) => ({ place, holder: holderOf(act.form, name) }))
    .filter(({ holder }) => holder);
  for (const one of held.filter(({ holder }) => isShared(holder)))
    left = share(one.holder, one.place, rows, picks, left);
  const numbers = held.filter(({ holder }) => !isShared(holder) && !isOrder(holder));
  numbers.sort((one, other) => (other.place === changedPlace) - (one.place === changedPlace));
  const free = left;
  for (const { holder, place } of numbers) left = bound(holder, place, free, left);
  for (const { holder, place } of held.filter(({ holder }) => isOrder(holder)))
    arrange(holder, alike(left, place) ? left[0][place] : null);
}

// A number: its limits are those of everything that can still be picked, its value one that goes with the others.
function bound(holder, place, free, left) {
  const range = rangeIn(free, place);
  const [input] = inputsOf(holder);
  holder.hidden = !range || range.high === 0;
  if (!range) {
    input.value = input.min;
    return left;
  }
  Object.assign(input, { min: range.low, max: range.high });
  input.value = nearest(left, place, whole(input));
  said(holder, `${range.low} to ${range.high}`);
  return withNumber(left, place, whole(input));
}

// Amounts: what can still be taken of each kind. Kinds that go with nothing picked so far can be tapped on the board.
function share(holder, place, rows, picks, left) {
  const shown = picks[place] || alike(left, place) || steady(left, place);
  const range = shown ? rangeIn(left, place) : null;
  holder.hidden = !range || range.high === 0;
  if (!range) {
    inputsOf(holder).forEach((one) => {
      one.value = 0;
    });
    return left;
  }
  const caps = capsIn(left, place);
  const others = capsIn(
    fitting(rows, without(picks, place)).filter((row) => row[place]),
    place,
  );
  Object.assign(holder.dataset, range);
  inputsOf(holder).forEach((one, key) => {
    one.max = caps[key] || others[key];
    one.value = Math.min(whole(one), caps[key]);
    one.closest(".field").hidden = !caps[key];
    const cap = one.closest(".field").querySelector("[data-cap]");
    if (cap) cap.textContent = `up to ${caps[key]}`;
  });
  for (const one of inputsOf(holder))
    one.value = whole(one) - Math.min(whole(one), Math.max(0, sumOf(holder) - range.high));
  const exact = `${range.high} in all, ${range.high - sumOf(holder)} left`;
  if (range.low === range.high) said(holder, exact);
  else said(holder, range.low ? `${range.low} to ${range.high} in all` : `up to ${range.high} in all`);
  const fits = withNumber(left, place, sumOf(holder));
  return picks[place] && fits.length ? fits : left;
}

function arrange(holder, cell) {
  holder.hidden = !cell || cell.high === 0;
  if (!cell)
    return inputsOf(holder).forEach((one) => {
      one.value = one.min;
    });
  Object.assign(holder.dataset, { low: cell.low, high: cell.high });
  inputsOf(holder).forEach((one, number) => {
    one.max = cell.open.includes(number) ? cell.high : 0;
    one.closest(".field").hidden = !Number(one.max);
  });
  if (cell.open.length === 1 && cell.low) inputsOf(holder)[cell.open[0]].value = 1;
}

function said(holder, words) {
  const range = holder.querySelector("[data-range]");
  if (range) range.textContent = words;
}
