// Numbers, amounts and orders of a form: what they hold, and between which limits. A holder (data-holds) has the inputs
// of one field: a number; an amount of each kind (data-amount), which are shared out; or a place in an order (data-
// place).
import { all } from "./common.js";

export const holderOf = (form, name) => form.querySelector(`[data-holds="${CSS.escape(name)}"]`);
export const inputsOf = (holder) => all("[data-amount], [data-place]", holder);
export const whole = (input) => Math.max(0, Math.floor(Number(input.value) || 0));
export const isShared = (holder) => Boolean(holder.dataset.low) && !isOrder(holder);
export const isOrder = (holder) => Boolean(holder.querySelector("[data-place]"));
const named = (holder) =>
  inputsOf(holder)
    .filter((one) => whole(one) > 0)
    .sort((one, other) => whole(one) - whole(other));
export const sumOf = (holder) =>
  isOrder(holder) ? named(holder).length : inputsOf(holder).reduce((sum, one) => sum + whole(one), 0);

export function limitsOf(holder) {
  const [only] = inputsOf(holder);
  return holder.dataset.low
    ? [Number(holder.dataset.low), Number(holder.dataset.high)]
    : [Number(only.min), Number(only.max)];
}

export function enough(holder) {
  const [low, high] = limitsOf(holder);
  const sum = sumOf(holder);
  return sum >= low && sum <= high && inputsOf(holder).every((one) => whole(one) <= Number(one.max));
}

export function saidOf(holder) {
  if (!holder.dataset.low) return inputsOf(holder)[0].value;
  const label = (one) => one.closest(".field").querySelector("[data-label]");
  if (isOrder(holder))
    return named(holder)
      .map((one) => label(one).textContent.trim())
      .join(", ");
  const counted = (one) => `${whole(one)} ${whole(one) === 1 ? label(one).dataset.one : label(one).dataset.many}`;
  return (
    inputsOf(holder)
      .filter((one) => whole(one))
      .map(counted)
      .join(" and ") || (limitsOf(holder)[0] ? "" : "nothing")
  );
}

// One more, or the next place in the order; what has no room left goes back to nothing.
export function bump(input) {
  const holder = input.closest("[data-holds]");
  const [low, high] = limitsOf(holder);
  if (isOrder(holder)) {
    const at = whole(input);
    if (!at && sumOf(holder) < high) input.value = sumOf(holder) + 1;
    else if (at && low < inputsOf(holder).length) {
      for (const one of inputsOf(holder)) if (whole(one) > at) one.value = whole(one) - 1;
      input.value = 0;
    }
  } else if (whole(input) < Number(input.max) && (!holder.dataset.low || sumOf(holder) < high))
    input.value = whole(input) + 1;
  else input.value = input.min;
}

// Who has said how many go from where means a goal by the next place, even by one where more could be taken.
export const isGoal = (input) =>
  isShared(input.closest("[data-holds]")) && !whole(input) && enough(input.closest("[data-holds]"));

// A slider beside a number: the number follows it, and it follows the number.
export const numberOf = (slider) =>
  slider.matches("[data-slide]") ? slider.closest("[data-holds]").querySelector("[data-amount]") : null;

// What is still to be shared out, where it must come to an exact number.
export function count(form) {
  for (const slider of all("[data-slide]", form)) {
    const { min, max, value } = numberOf(slider);
    Object.assign(slider, { min, max });
    slider.value = value;
  }
  for (const holder of all("fieldset[data-holds]", form)) {
    const [low, high] = limitsOf(holder);
    const range = holder.querySelector("[data-range]");
    if (low === high && range && !isOrder(holder)) range.textContent = `${sumOf(holder)} of ${high}`;
    holder.classList.toggle("short", !enough(holder));
  }
}
