// The sheet that comes up for a place, a marker or the seat, and notices that can be put away.

const sheet = () => document.getElementById("sheet");

export function openSheet() {
  if (sheet() && !sheet().open) sheet().showModal();
}

export function startSheet() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-closes-sheet]") || event.target === sheet()) sheet().close();
    if (event.target.closest("[data-clears-notice]")) {
      event.target.closest(".notice").parentElement.replaceChildren();
    }
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail?.ctx?.target?.id === "sheet-body") openSheet();
  });
  document.body.addEventListener("acted", () => sheet()?.close());
}
