// Says how long a question has waited, in the words that the server uses too.
import { word } from "./words.js";

function words(seconds) {
  if (seconds < 30) return "";
  if (seconds < 90) return word("asked a minute ago");
  if (seconds < 5400) return word("asked {count} minutes ago", { count: Math.round(seconds / 60) });
  return word("asked {count} hours ago", { count: Math.round(seconds / 3600) });
}

const since = new WeakMap();

function tick() {
  for (const element of document.querySelectorAll("[data-waited-s]")) {
    // The same element may come to stand below another question, just as old as the last one was.
    const given = `${element.dataset.waitedS} ${element.dataset.waitedFor}`;
    let known = since.get(element);
    if (!known || known.given !== given) {
      known = { given, from: Date.now() - 1000 * Number(element.dataset.waitedS) };
      since.set(element, known);
    }
    const text = words((Date.now() - known.from) / 1000);
    if (element.textContent !== text) element.textContent = text;
  }
}

export function startWaited() {
  tick();
  setInterval(tick, 5000);
  document.addEventListener("htmx:after:swap", tick);
}
