// The cover over secrets: lifted while held, or open for a minute; drawn when the page goes out of
// sight or the tablet is turned on its face, where the browser tells. The state is kept at the root,
// which no update of the screen touches; it is never stored.

const OPEN_MS = 60000;
const HOLD = "[data-cover-hold]";
const FACE_DOWN = -0.7; // how far up the back of the tablet points: -1 lies on its face

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

// Browsers tell how a tablet lies in secure contexts alone; some of them ask their user first.
const Lying = window.isSecureContext ? window.DeviceOrientationEvent : undefined;

function watchLying() {
  root.dataset.uiTurn = Lying ? "asks" : "no";
  if (!Lying) return;
  window.addEventListener("deviceorientation", ({ beta, gamma }) => {
    if (beta === null || gamma === null) return;
    root.dataset.uiTurn = "yes";
    const [across, along] = [beta, gamma].map((angle) => Math.cos((angle * Math.PI) / 180));
    if (across * along < FACE_DOWN) coverAll();
  });
}

async function askToKnowLying() {
  if (root.dataset.uiTurn !== "asks" || !Lying?.requestPermission) return;
  try {
    await Lying.requestPermission();
  } catch {
    // Refused, or not asked in a tap: then there is the button.
  }
}

export function startCover() {
  watchLying();
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
    askToKnowLying();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) coverAll();
  });
  window.addEventListener("pagehide", coverAll);
  window.addEventListener("blur", () => {
    held.clear();
    apply();
  });
  document.addEventListener("htmx:after:swap", apply);
}
