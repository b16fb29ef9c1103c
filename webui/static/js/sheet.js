// The sheet that comes up for a place, a marker or the seat, and notices that can be put away.

const sheet = () => document.getElementById("sheet");

export function openSheet() {
  document.getElementById("sheet-notice")?.replaceChildren();
  if (sheet() && !sheet().open) sheet().showModal();
}

// An open sheet makes the page behind it dim and deaf: a notice is said on the sheet as well.
function sayOnSheet(notice) {
  const place = document.getElementById("sheet-notice");
  if (!place || !sheet().open) return;
  place.replaceChildren(...[...notice.children].map((one) => one.cloneNode(true)));
  if (place.firstChild) sheet().scrollTo(0, 0);
}

// Enter in a field that has a button beside it presses that one, not the first of the form.
function pressBeside(event) {
  if (event.key !== "Enter" || !event.target.matches(".pair input")) return;
  event.preventDefault();
  event.target.closest(".pair").querySelector("button[name=action]").click();
}

export function startSheet() {
  document.addEventListener("keydown", pressBeside);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-closes-sheet]") || event.target === sheet()) sheet().close();
    if (event.target.closest("[data-clears-notice]")) {
      const place = event.target.closest(".notice").parentElement;
      place.replaceChildren();
      if (place.id === "sheet-notice") document.getElementById("notice").replaceChildren();
    }
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail?.ctx?.target?.id === "sheet-body") openSheet();
  });
  const notice = document.getElementById("notice");
  if (notice) new MutationObserver(() => sayOnSheet(notice)).observe(notice, { childList: true });
  document.body.addEventListener("acted", () => sheet()?.close());
}
