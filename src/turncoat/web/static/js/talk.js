// The talk at a table: what is said, and promises that are put together.
import { all } from "./common.js";

function promiseForm(form) {
  const { kind, act, "offer.act": offer } = Object.fromEntries(new FormData(form));
  all("[data-when-kind]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenKind === kind));
  all("[data-when-act]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenAct === act));
  all("[data-when-offer]", form).forEach((one) => one.classList.toggle("on", one.dataset.whenOffer === offer));
}

// The page has changed: the newest words are in sight.
export function listen() {
  all(".promise-form").forEach(promiseForm);
  const messages = document.getElementById("messages");
  if (messages) messages.scrollTop = messages.scrollHeight;
}

document.addEventListener("change", (event) => {
  if (event.target.form?.matches(".promise-form")) promiseForm(event.target.form);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.target.id !== "say-text" || !event.target.value.trim()) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
