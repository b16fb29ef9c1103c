// Which part of the screen is in front.

const screen = () => document.getElementById("screen");

function apply() {
  const name = screen().dataset.uiTab;
  const panels = [...document.querySelectorAll("[data-panel]")];
  const chosen = panels.find((panel) => panel.dataset.panel === name);
  if (chosen) panels.forEach((panel) => panel.toggleAttribute("data-ui-on", panel === chosen));
  if (panels.length && !panels.some((panel) => panel.hasAttribute("data-ui-on"))) {
    panels[0].setAttribute("data-ui-on", "");
  }
  for (const tab of document.querySelectorAll("[data-tab]")) {
    const panel = document.getElementById(`panel-${tab.dataset.tab}`);
    tab.toggleAttribute("data-ui-on", panel?.hasAttribute("data-ui-on") ?? false);
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

export function startTabs() {
  apply();
  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    screen().dataset.uiTab = tab.dataset.tab;
    apply();
  });
  document.addEventListener("htmx:after:swap", apply);
}
