// The text of a file is put into a field of the form.
import { all } from "./common.js";

for (const input of all("[data-into]")) {
  const field = document.getElementById(input.dataset.into);
  input.closest("label").hidden = false;
  input.addEventListener("change", async () => {
    const text = await input.files[0].text();
    const long = text.length > field.maxLength;
    if (!long) field.value = text;
    field.setCustomValidity(long ? `The file has ${text.length} characters; at most ${field.maxLength} fit.` : "");
    field.reportValidity();
    field.dispatchEvent(new Event("change", { bubbles: true }));
    input.value = "";
  });
  field.addEventListener("input", () => field.setCustomValidity(""));
  field.addEventListener("change", () => field.value !== field.defaultValue && wantedOf(field)?.click());
}

// Whoever writes down a custom board wants one: `option.custom_board` is of use with `custom` as `option.board…`.
function wantedOf(field) {
  const [value, option] = field.name.replace("option.", "").split("_");
  return field.form.querySelector(`input[type="radio"][name^="option.${option}"][value="${value}"]:not(:checked)`);
}
