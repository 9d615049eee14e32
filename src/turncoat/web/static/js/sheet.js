// A sheet that is being filled in: what is left to spend, what each skill comes to, which words go together.
// Without script the form works as well: the server says what does not go.

const form = document.querySelector("[data-sheet]");

/** Points that are left, and the value of every skill. */
function count() {
  let left = Number(form.dataset.total);
  for (const row of form.querySelectorAll("tr[data-start]")) {
    const input = row.querySelector("input");
    if (!input) continue;
    const steps = Number(input.value) || 0;
    left -= steps;
    row.querySelector("[data-value]").textContent = String(Number(row.dataset.start) + steps);
  }
  const output = form.querySelector("[data-left]");
  if (output.textContent !== String(left)) output.textContent = String(left);
  output.parentElement.classList.toggle("over", left < 0);
}

/** Words that do not go with what was chosen elsewhere cannot be chosen; a choice that nobody has is put away. */
function together() {
  for (const field of form.querySelectorAll("[data-by]")) {
    const by = form.elements[field.dataset.by];
    const select = field.querySelector("select");
    if (!by || !select) continue;
    const open = JSON.parse(field.dataset.open)[by.value] || [];
    field.hidden = open.length === 0;
    for (const group of select.querySelectorAll("optgroup")) group.disabled = !open.includes(group.label);
    const chosen = select.selectedOptions[0];
    const first = select.querySelector("optgroup:not([disabled]) option");
    if (first && (!chosen || !chosen.value || chosen.parentElement.disabled)) select.value = first.value;
  }
}

if (form) {
  form.addEventListener("input", count);
  form.addEventListener("change", () => {
    together();
    count();
  });
  together();
  count();
  const print = document.querySelector("[data-print]");
  if (print) print.addEventListener("click", () => window.print());
}
