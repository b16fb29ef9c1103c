// Stepping through the game: keys, buttons, timeline, play.

import { startMap } from "./map.js";
import { startSheet } from "./sheet.js";
import { startCover } from "./cover.js";
import { thinMarks } from "./marks.js";
import { word } from "./words.js";

const replay = document.getElementById("replay");
const range = document.getElementById("step");
const words = document.getElementById("step-words");
const speed = document.getElementById("speed");
const playKey = document.querySelector("[data-go='play']");
const last = Number(replay.dataset.steps) - 1;

let playing = 0;
let wanted = Number(range.value);
let isFetching = false;

function followLog() {
  for (const log of document.querySelectorAll(".replay-side .log-room")) log.scrollTop = log.scrollHeight;
}

async function show(step) {
  wanted = Math.min(Math.max(step, 0), last);
  range.value = String(wanted);
  words.textContent = word("{step} of {steps}", { step: wanted + 1, steps: last + 1 });
  if (isFetching) return;
  isFetching = true;
  try {
    let shown = -1;
    while (shown !== wanted) {
      shown = wanted;
      const ground = document.querySelector("#replay-step .ground")?.id.replace("ground-", "") ?? "";
      await htmx.ajax("GET", `${replay.dataset.base}/step/${shown}?have=${ground}`, {
        target: "#replay-step",
        swap: "outerMorph",
      });
      followLog();
    }
  } finally {
    isFetching = false;
  }
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  playKey.textContent = word("Play");
}

function next() {
  if (wanted >= last) {
    stop();
    return;
  }
  show(wanted + 1);
  playing = setTimeout(next, Number(speed.value));
}

function go(where) {
  if (where === "play") {
    if (playing) {
      stop();
      return;
    }
    if (wanted >= last) wanted = -1;
    playKey.textContent = word("Pause");
    next();
    return;
  }
  stop();
  if (where === "start") show(0);
  if (where === "end") show(last);
  if (where === "back") show(wanted - 1);
  if (where === "on") show(wanted + 1);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", " ": "play" };

document.addEventListener("keydown", (event) => {
  const where = KEYS[event.key];
  if (!where || event.target.closest("select, input[type='text']")) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return;
  event.preventDefault();
  go(where);
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-go]");
  if (key) go(key.dataset.go);
  const heat = event.target.closest("[data-heat]");
  if (heat) heat.setAttribute("aria-pressed", String(replay.toggleAttribute("data-ui-heat")));
  const mark = event.target.closest("[data-step][data-of]");
  if (mark) {
    stop();
    show(Number(mark.dataset.step));
  }
});
range.addEventListener("input", () => {
  stop();
  show(Number(range.value));
});
for (const mark of document.querySelectorAll(".mark")) {
  mark.style.left = `${(100 * Number(mark.dataset.step)) / Math.max(last, 1)}%`;
  mark.classList.toggle("is-late", Number(mark.dataset.step) > 0.85 * last);
}

const marks = document.querySelector(".timeline-marks");
new ResizeObserver(() => thinMarks(marks)).observe(marks);

startCover();
startSheet();
startMap();
followLog();
