// A sheet that is being filled in: what is left to spend, and which words go together.
// Without script the form works as well: the server says what does not go.

const form = document.querySelector("[data-sheet]");

/** Points that are left; values that cost more than that are pale. */
function count() {
  const steps = [...form.querySelectorAll(".steps")].map((row) => [...row.querySelectorAll("input")]);
  const spent = (row) => Number(row.find((one) => one.checked)?.value ?? 0);
  const left = steps.reduce((rest, row) => rest - spent(row), Number(form.dataset.total));
  for (const row of steps)
    for (const one of row) {
      const more = Number(one.value) - spent(row);
      one.parentElement.classList.toggle("dear", more > Math.max(left, 0));
    }
  const output = form.querySelector("[data-left]");
  if (output.textContent !== String(left)) output.textContent = String(left);
  output.parentElement.classList.toggle("over", left < 0);
}

/** Only words that go with what was chosen elsewhere are shown; what does not go any more is chosen anew, by hand. */
function together() {
  for (const field of form.querySelectorAll("[data-by]")) {
    const by = form.elements[field.dataset.by];
    if (!by) continue;
    const open = JSON.parse(field.dataset.open)[by.value] || [];
    field.hidden = open.length === 0;
    for (const group of field.querySelectorAll("[data-group]")) {
      group.hidden = !open.includes(group.dataset.group);
      for (const word of group.querySelectorAll("input")) {
        if (group.hidden) word.checked = false;
        word.disabled = group.hidden;
        word.required = !group.hidden;
      }
    }
  }
}

if (form) {
  form.addEventListener("change", () => {
    together();
    count();
  });
  together();
  count();
}

const print = document.querySelector("[data-print]");
if (print) print.addEventListener("click", () => window.print());
