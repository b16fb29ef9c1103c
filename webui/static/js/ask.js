// What is asked: says when more of it lies below, and folds a form once it has done its work.

const scroller = () => document.querySelector(".ask-scroll");

function showMore() {
  const part = scroller();
  if (!part) return;
  const rest = part.scrollHeight - part.clientHeight - part.scrollTop;
  part.parentElement.toggleAttribute("data-ui-more", rest > 12);
}

// Another question begins at its top, however far down the answer to the last one was.
let asked;

function beginAtTop(part) {
  const now = part.querySelector(".prompt .waited")?.dataset.waitedFor ?? "";
  if (asked !== undefined && now !== asked) part.scrollTop = 0;
  asked = now;
}

let sent = null;

export function startAsk() {
  showMore();
  const sizes = new ResizeObserver(showMore);
  const watch = () => {
    const part = scroller();
    if (!part) return;
    sizes.observe(part);
    for (const child of part.children) sizes.observe(child);
    beginAtTop(part);
    showMore();
  };
  watch();
  document.addEventListener("scroll", showMore, { capture: true, passive: true });
  document.addEventListener("htmx:after:swap", watch);
  document.addEventListener("submit", (event) => (sent = event.target), { capture: true });
  document.body.addEventListener("acted", () => {
    // The form may have left the page before the answer came: then a fold may have no parent.
    for (let fold = sent?.closest("details"); fold; fold = fold.parentElement?.closest("details")) {
      fold.open = false;
    }
    sent = null;
  });
}
