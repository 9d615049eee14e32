// What nearly every file here needs.
export const root = document.documentElement;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
// Whether nothing is to move: the device says so, or the reader has.
export const still = {
  get matches() {
    return reduced.matches || root.classList.contains("calm");
  },
};
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
