// The cover over secrets: lifted while held, or open for a minute. The state is kept at the root,
// which no update of the screen touches; it is never stored.

const OPEN_MS = 60000;
const HOLD = "[data-cover-hold]";

const root = document.documentElement;
const held = new Set();
let lockedUntil = 0;
let timer = 0;

function apply() {
  const isLocked = Date.now() < lockedUntil;
  root.toggleAttribute("data-ui-open", isLocked || held.size > 0);
  root.toggleAttribute("data-ui-locked", isLocked);
  document.getElementById("cover-tool")?.setAttribute("aria-pressed", String(held.size > 0 || isLocked));
}

function coverAll() {
  held.clear();
  lockedUntil = 0;
  apply();
}

function openForAMinute() {
  lockedUntil = Date.now() + OPEN_MS;
  clearTimeout(timer);
  timer = setTimeout(apply, OPEN_MS + 50);
  apply();
}

function release(key) {
  if (held.delete(key)) apply();
}

export function startCover() {
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(HOLD)) return;
    held.add(event.pointerId);
    if (held.size >= 2) openForAMinute();
    apply();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => release(event.pointerId));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    if (!event.target.closest(HOLD)) return;
    event.preventDefault();
    held.add("key");
    apply();
  });
  document.addEventListener("keyup", () => release("key"));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest(HOLD) || held.size) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-cover-lock]")) return;
    if (Date.now() < lockedUntil) coverAll();
    else openForAMinute();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) coverAll();
  });
  window.addEventListener("blur", () => {
    held.clear();
    apply();
  });
  document.addEventListener("htmx:after:swap", apply);
}
