/** Keeps the wall's parts as they are now: the stream says that something changed, the parts are fetched. */

const wall = document.querySelector(".wall");
const parts = [...wall.querySelectorAll("[data-part]")];
let isFetching = false;
let isStale = false;

/** Where the reader has scrolled to and which link has the focus outlive the exchange of a part. */
function exchange(part, text) {
  const top = part.scrollTop;
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  part.innerHTML = text;
  part.scrollTop = top;
  if (focused) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

async function renew() {
  if (isFetching) {
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
