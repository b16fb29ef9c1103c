// Which part of the screen is in front.

const screen = () => document.getElementById("screen");

function apply() {
  // What was chosen may have gone, such as the set-up once it is over: then the first part it is.
  const tabs = [...document.querySelectorAll("[data-tab]")];
  const isThere = tabs.some((tab) => tab.dataset.tab === screen().dataset.uiTab);
  if (tabs.length && !isThere) screen().dataset.uiTab = tabs[0].dataset.tab;
  const name = screen().dataset.uiTab;
  const panels = [...document.querySelectorAll("[data-panel]")];
  const shown =
    panels.find((panel) => panel.dataset.panel === name) ??
    panels.find((panel) => panel.classList.contains("is-in-front")) ??
    panels.find((panel) => panel.hasAttribute("data-ui-on")) ??
    panels[0];
  panels.forEach((panel) => panel.toggleAttribute("data-ui-on", panel === shown));
  for (const tab of document.querySelectorAll("[data-tab]")) {
    const panel = document.getElementById(`panel-${tab.dataset.tab}`);
    tab.toggleAttribute("data-ui-on", panel?.hasAttribute("data-ui-on") ?? false);
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  const more = document.querySelector("[data-more-tabs]");
  if (!more) return;
  const isBehind = document.querySelector(".more-tabs [aria-current]") !== null;
  if (isBehind) more.setAttribute("aria-current", "true");
  else more.removeAttribute("aria-current");
  const on = document.querySelector(".more-tabs [data-ui-on]") !== null;
  more.toggleAttribute("data-ui-on", on);
  more.setAttribute("aria-expanded", String(screen().dataset.uiMoreTabs === "open"));
}

function openMore(isOpen) {
  screen().dataset.uiMoreTabs = isOpen ? "open" : "closed";
  document.querySelector("[data-more-tabs]")?.setAttribute("aria-expanded", String(isOpen));
}

// The log is read at its end: it opens there and stays there unless somebody scrolls up.
let isAtEnd = true;

function followLog() {
  const panels = document.querySelector(".panels");
  if (isAtEnd && panels.querySelector(".panel.has-log[data-ui-on]")) panels.scrollTop = panels.scrollHeight;
}

export function showTab(name) {
  if (!screen()) return;
  screen().dataset.uiTab = name;
  apply();
  document.querySelector(".panels").scrollTop = 0;
  isAtEnd = true;
  followLog();
}

export function startTabs() {
  apply();
  followLog();
  document.querySelector(".panels").addEventListener("scroll", (event) => {
    const panels = event.target;
    isAtEnd = panels.scrollTop + panels.clientHeight > panels.scrollHeight - 24;
  });
  document.addEventListener("click", (event) => {
    const isMore = event.target.closest("[data-more-tabs]") !== null;
    openMore(isMore && screen().dataset.uiMoreTabs !== "open");
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    showTab(tab.dataset.tab);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || screen().dataset.uiMoreTabs !== "open") return;
    openMore(false);
    document.querySelector("[data-more-tabs]")?.focus();
  });
  document.addEventListener("htmx:after:swap", () => {
    apply();
    followLog();
  });
}
