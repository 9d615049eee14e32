// All numbers of a card typed in one field, a digit each; 0 means 10 where a number may be 10.
import { all } from "./common.js";
import { changed } from "./composer.js";

const meant = (digit, number) => (digit === "0" && Number(number.max) === 10 ? 10 : Number(digit));

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-digits]")) return;
  const numbers = all("[data-amount]", target.closest(".card-fields"));
  const complete = target.value.length === numbers.length && !/\D/.test(target.value);
  numbers.forEach((one, place) => {
    one.value = complete ? meant(target.value[place], one) : "";
  });
  changed(target.form, numbers[0].name);
});
