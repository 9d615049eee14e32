// A part of a form that is folded says what has been chosen in it.
import { all } from "./common.js";

const valueOf = (field) => field.querySelector(":checked, input:not([type=radio]), textarea").value;

function tell() {
  for (const line of all("[data-changed]")) {
    const fields = all("[data-usual]", line.closest("details"));
    const number = fields.filter((one) => valueOf(one) !== one.dataset.usual).length;
    line.textContent = number ? `, ${number} changed` : ", all as usual";
  }
  for (const line of all("[data-said]")) {
    const said = all("[data-says]", line.closest("details"));
    const words = said.map((one) => (one.checked ? one.dataset.says : one.dataset.else));
    line.textContent = words.filter(Boolean).join(", ");
  }
}

document.addEventListener("input", tell);
tell();
