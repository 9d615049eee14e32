// What nearly every file here needs.
export const root = document.documentElement;
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
