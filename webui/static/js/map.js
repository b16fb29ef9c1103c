// Pan, zoom and tap on the map. One unit of the drawing is a hundredth of an inch.

import { placeNames } from "./mapnames.js";
import { openSheet } from "./sheet.js";
import { showTab } from "./tabs.js";

const CLOSEST = 7; // how many times larger than the whole map
const LABELS_FROM_PX = 54; // height of a hex on the screen from which its label fits
const TAP_PX = 9;
const TAP_MS = 500;
const FINGER_PX = 26;

const views = new WeakMap(); // svg -> {x, y, zoom} of the middle

function size(svg) {
  return { width: Number(svg.dataset.width), height: Number(svg.dataset.height) };
}

function viewOf(svg) {
  let view = views.get(svg);
  if (!view) {
    const { width, height } = size(svg);
    view = { x: width / 2, y: height / 2, zoom: 1 };
    views.set(svg, view);
  }
  return view;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function apply(svg) {
  const box = svg.getBoundingClientRect();
  if (!box.width || !box.height) return;
  const { width, height } = size(svg);
  const view = viewOf(svg);
  const fit = Math.max(width / box.width, height / box.height);
  const unitsPerPx = fit / view.zoom;
  const across = unitsPerPx * box.width;
  const down = unitsPerPx * box.height;
  view.x = across >= width ? width / 2 : clamp(view.x, across / 2, width - across / 2);
  view.y = down >= height ? height / 2 : clamp(view.y, down / 2, height - down / 2);
  svg.setAttribute("viewBox", `${view.x - across / 2} ${view.y - down / 2} ${across} ${down}`);
  svg.style.setProperty("--u", String(unitsPerPx));
  svg.toggleAttribute("data-ui-labels", 112 / unitsPerPx >= LABELS_FROM_PX);
  placeNames(svg, unitsPerPx);
}

function toUnits(svg, clientX, clientY) {
  return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
}

function zoomAt(svg, factor, clientX, clientY) {
  const view = viewOf(svg);
  const before = toUnits(svg, clientX, clientY);
  view.zoom = clamp(view.zoom * factor, 1, CLOSEST);
  apply(svg);
  const after = toUnits(svg, clientX, clientY);
  view.x += before.x - after.x;
  view.y += before.y - after.y;
  apply(svg);
}

// A place field waits for a tap on the map: the one that was touched last, else an empty one of
// the open question.
let armed = null;
let cameFrom = "";

function arm(field) {
  armed?.closest(".field")?.removeAttribute("data-ui-armed");
  armed = field;
  armed?.closest(".field")?.setAttribute("data-ui-armed", "");
}

function openPlaceField() {
  if (armed?.isConnected) return armed;
  return [...document.querySelectorAll(".ask [data-place-field]")].find((field) => !field.value);
}

// Entries of an open question that are places can be chosen on the map as well.
const PLACE = /^\d{1,2},[a-r]{1,2}(:\d)?$/;

function placeOptions() {
  const entries = document.querySelectorAll(".ask :is(.tick input, select option)");
  return [...entries].filter((entry) => PLACE.test(entry.value));
}

const hasPlaceOptions = () => placeOptions().length > 0;

function chooseOption(place) {
  const fitting = placeOptions().filter(
    (entry) => place && (entry.value === place || entry.value.startsWith(`${place}:`)),
  );
  const entry = fitting.find((one) => !(one.checked ?? one.selected)) ?? fitting[0];
  if (!entry) return false;
  if (entry instanceof HTMLOptionElement) entry.selected = true;
  else entry.click();
  return true;
}

function fill(field, place) {
  field.value = place;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  arm(null);
  if (cameFrom) showTab(cameFrom);
  cameFrom = "";
}

function watchPlaceFields() {
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-place-field]")) arm(event.target);
    else if (armed && !event.target.closest(".map-frame, .tabs, [data-pick-place]")) arm(null);
  });
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick-place]");
    if (!pick) return;
    arm(pick.parentElement.querySelector("[data-place-field]"));
    document.getElementById("sheet")?.close();
    const panel = pick.closest("[data-panel]");
    cameFrom = panel ? panel.dataset.panel : "";
    showTab("map");
  });
}

async function tap(svg, clientX, clientY) {
  const point = toUnits(svg, clientX, clientY);
  const reach = Math.max(0.35, (FINGER_PX * Number(svg.style.getPropertyValue("--u"))) / 100);
  const query = new URLSearchParams({
    x: (point.x / 100).toFixed(2),
    y: (point.y / 100).toFixed(2),
    reach: reach.toFixed(2),
  });
  const address = `${svg.dataset.at}?${query}`;
  const field = openPlaceField();
  if (field || hasPlaceOptions()) {
    const response = await fetch(address, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const place = page.querySelector("[data-place]")?.dataset.place;
    if (field && place) fill(field, place);
    if (field || chooseOption(place)) return;
  }
  await htmx.ajax("GET", address, { target: "#sheet-body", swap: "innerHTML" });
  openSheet();
}

function watchPointers(svg) {
  const fingers = new Map();
  let start = null;
  let pinch = 0;

  const spread = () => {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };

  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start = fingers.size === 1 ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
    if (fingers.size === 2) pinch = spread();
  });
  svg.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const moved = { x: event.clientX - finger.x, y: event.clientY - finger.y };
    if (fingers.size === 1) {
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < TAP_PX) return;
      start = null;
      svg.setPointerCapture(event.pointerId);
      const view = viewOf(svg);
      const unitsPerPx = Number(svg.style.getPropertyValue("--u"));
      view.x -= moved.x * unitsPerPx;
      view.y -= moved.y * unitsPerPx;
      apply(svg);
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size === 2) {
      const [one, other] = [...fingers.values()];
      const now = spread();
      if (pinch > 0) zoomAt(svg, now / pinch, (one.x + other.x) / 2, (one.y + other.y) / 2);
      pinch = now;
    }
  });
  const lift = (event) => {
    const wasTap =
      event.type === "pointerup" && start && event.timeStamp - start.at < TAP_MS && fingers.size === 1;
    fingers.delete(event.pointerId);
    if (wasTap && !("still" in svg.dataset)) tap(svg, event.clientX, event.clientY);
    start = null;
  };
  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoomAt(svg, Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    },
    { passive: false },
  );
}

const sizes = new ResizeObserver((entries) => entries.forEach((entry) => apply(entry.target)));

function adopt() {
  for (const svg of document.querySelectorAll("svg.map[data-width]")) {
    if (!views.has(svg)) {
      viewOf(svg);
      sizes.observe(svg);
      watchPointers(svg);
    }
    apply(svg);
  }
}

// The ways of this player-turn, one after the other, as often as it is asked for.
const TRAIL_MS = 700;
const TRAILS_STAY_MS = 3000;

function showTrails(svg) {
  const ways = [...svg.querySelectorAll(".trails polyline")];
  ways.forEach((way) => way.classList.remove("is-shown"));
  ways.forEach((way, index) => setTimeout(() => way.classList.add("is-shown"), index * TRAIL_MS));
  setTimeout(
    () => ways.forEach((way) => way.classList.remove("is-shown")),
    ways.length * TRAIL_MS + TRAILS_STAY_MS,
  );
}

export function startMap() {
  adopt();
  watchPlaceFields();
  document.addEventListener("htmx:after:swap", adopt);
  document.addEventListener("click", (event) => {
    const shows = event.target.closest("[data-show-trails]");
    if (shows) showTrails(shows.closest(".map-frame").querySelector("svg.map"));
    const key = event.target.closest("[data-zoom]");
    if (!key) return;
    const svg = key.closest(".map-frame").querySelector("svg.map");
    const box = svg.getBoundingClientRect();
    if (key.dataset.zoom === "fit") {
      views.delete(svg);
      apply(svg);
    } else {
      const factor = key.dataset.zoom === "in" ? 1.6 : 1 / 1.6;
      zoomAt(svg, factor, box.left + box.width / 2, box.top + box.height / 2);
    }
  });
}
