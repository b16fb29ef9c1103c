// The map alone: questions and results fold away, until they are wanted again or are new.

const screen = () => document.getElementById("screen");
const sentences = () => [...document.querySelectorAll(".ask .sentence")].map((one) => one.textContent).join("\n");

let before = "";

function apply(isAlone) {
  screen().toggleAttribute("data-ui-alone", isAlone);
  for (const key of document.querySelectorAll("[data-map-alone]")) key.setAttribute("aria-pressed", String(isAlone));
}

export function startAlone() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-map-alone]")) {
      before = sentences();
      apply(!screen().hasAttribute("data-ui-alone"));
    } else if (event.target.closest("[data-tab], [data-pick-place]")) {
      apply(false);
    }
  });
  document.addEventListener("htmx:after:swap", () => {
    const isAlone = screen()?.hasAttribute("data-ui-alone");
    if (isAlone !== undefined) apply(isAlone && sentences() === before);
  });
}
