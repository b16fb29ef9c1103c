// What scripts say, in the language of the page. English stands in the scripts themselves.
const held = document.getElementById("words");
const known = held ? JSON.parse(held.textContent) : {};

/** A text with its braces filled, such as word("{step} of {steps}", { step: 1, steps: 9 }). */
export function word(text, fillings = {}) {
  return (known[text] ?? text).replace(/\{(\w+)\}/g, (brace, name) => fillings[name] ?? brace);
}
