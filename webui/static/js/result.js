// The last result: opened as a sheet, closed, and put away on this screen until another one comes.

let away = "";

const words = () => document.querySelector(".results .explained")?.textContent ?? "";

function apply() {
  const place = document.querySelector(".results");
  if (!place) return;
  const now = words();
  if (now !== away) away = "";
  place.toggleAttribute("data-ui-away", away !== "");
}

function close(details) {
  if (!details?.open) return;
  details.open = false;
  details.querySelector("summary").focus({ preventScroll: true });
}

export function startResult() {
  let shown = words();
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-closes-details]")) close(event.target.closest("details"));
    if (event.target.closest("[data-puts-away]")) {
      close(document.querySelector(".results .explained"));
      away = words();
      apply();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(document.querySelector(".results .explained[open]"));
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (!event.target.matches(".explained[open]")) return;
      const lit = event.target.querySelector("td.is-lit");
      lit?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    },
    { capture: true },
  );
  document.addEventListener("htmx:after:swap", () => {
    apply();
    if (words() === shown) return;
    shown = words();
    const details = document.querySelector(".results .explained[open]");
    if (details) details.open = false;
  });
}
