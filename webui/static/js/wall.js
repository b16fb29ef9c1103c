/** Keeps the wall's parts as they are now: the stream says that something changed, the parts are fetched. */

const wall = document.querySelector(".wall");
const parts = [...wall.querySelectorAll("[data-part]")];
const scrolled = parts.filter((part) => ["tables", "results"].includes(part.dataset.part));
const PAGE_MS = 8_000;
const HANDS_OFF_MS = 30_000;
let isFetching = false;
let isStale = false;
let isPressed = false;

/** Where the reader has scrolled to and which link has the focus outlive the exchange of a part. */
function exchange(part, text) {
  const top = part.scrollTop;
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  part.innerHTML = text;
  part.scrollTop = top;
  if (focused) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

async function renew() {
  // A card that is exchanged between press and release is not followed.
  if (isFetching || isPressed) {
    isStale = true;
    return;
  }
  isFetching = true;
  try {
    do {
      isStale = false;
      for (const part of parts) {
        const query = wall.dataset.wanted ? `?table=${encodeURIComponent(wall.dataset.wanted)}` : "";
        const answer = await fetch(`/parts/${part.dataset.part}${query}`);
        if (!answer.ok) continue;
        const text = await answer.text();
        if (isPressed) {
          isStale = true;
          return;
        }
        if (part.shown !== text) {
          part.shown = text;
          exchange(part, text);
        }
      }
    } while (isStale);
  } catch {
    // The stream opens again by itself and brings the next chance.
  } finally {
    isFetching = false;
  }
}

new EventSource("/stream").addEventListener("message", (event) => {
  if (event.data !== "alive") renew();
});
// The table that is chosen by itself changes with time, not only with news.
setInterval(renew, 10_000);

function release() {
  if (!isPressed) return;
  // The click that follows the release comes first.
  setTimeout(() => {
    isPressed = false;
    if (isStale) renew();
  });
}

wall.addEventListener("pointerdown", () => (isPressed = true));
for (const kind of ["pointerup", "pointercancel", "dragend", "blur"]) addEventListener(kind, release);

/** What is further down comes into sight by itself, page after page, as long as nobody looks there on purpose. */
function turnPage(part) {
  const rest = part.scrollHeight - part.clientHeight;
  const isLookedAt = part.matches(":hover, :focus-within") || performance.now() < (part.mineUntil ?? 0);
  if (rest <= 1 || isLookedAt || getComputedStyle(part).overflowY !== "auto") return;
  if (part.scrollTop >= rest - 1) {
    part.scrollTop = 0;
    return;
  }
  // Whole rows at a time, so that what was cut off comes whole.
  const foot = part.getBoundingClientRect().top + part.clientHeight;
  const cut = [...part.querySelectorAll("li, tr")].find((one) => one.getBoundingClientRect().bottom > foot + 1);
  const by = cut ? cut.getBoundingClientRect().top - part.getBoundingClientRect().top : 0;
  part.scrollTop += by > 1 ? by : part.clientHeight;
}

for (const part of scrolled)
  for (const kind of ["wheel", "touchmove", "keydown"])
    part.addEventListener(kind, () => (part.mineUntil = performance.now() + HANDS_OFF_MS), { passive: true });
setInterval(() => scrolled.forEach(turnPage), PAGE_MS);
