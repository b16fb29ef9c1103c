// Steps through a game that is packed into the same file. Joined with mapnames.js when it is made.

import { placeNames } from "./mapnames.js";
import { thinMarks } from "./marks.js";

const find = (id) => document.getElementById(id);
const replay = find("replay");
const range = find("step");
const playKey = document.querySelector("[data-go='play']");

let game = null;
let look = null;
let at = 0;
let playing = 0;

async function unpack() {
  const packed = Uint8Array.from(atob(find("game").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

function fit(svg) {
  const box = svg.getBoundingClientRect();
  if (!box.width || !box.height) return;
  const unitsPerPx = Math.max(Number(svg.dataset.width) / box.width, Number(svg.dataset.height) / box.height);
  svg.style.setProperty("--u", String(unitsPerPx));
  placeNames(svg, unitsPerPx);
}

function layGround(svg) {
  for (const [key, layers] of Object.entries(game.grounds)) {
    ["ground", "upper"].forEach((name, index) => {
      const place = svg.querySelector(`#${name}-${key}`);
      if (!place) return;
      const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      drawn.innerHTML = layers[index];
      place.replaceChildren(...drawn.firstElementChild.children);
    });
  }
}

function show(step) {
  const last = look.steps.length - 1;
  at = Math.min(Math.max(step, 0), last);
  const [stage, side] = look.steps[at].map((numbers) => numbers.map((number) => game.parts[number]).join(""));
  find("stage").innerHTML = stage;
  find("side").innerHTML = side;
  for (const svg of document.querySelectorAll("svg.map")) {
    layGround(svg);
    fit(svg);
  }
  for (const log of document.querySelectorAll(".log-room")) log.scrollTop = log.scrollHeight;
  range.value = String(at);
  find("step-words").textContent = `${at + 1} of ${last + 1}`;
}

function choose(number) {
  look = game.looks[number];
  const last = look.steps.length - 1;
  range.max = String(last);
  find("look-note").textContent = look.note;
  document.querySelectorAll("[data-look]").forEach((key, index) => {
    if (index === number) key.setAttribute("aria-current", "page");
    else key.removeAttribute("aria-current");
  });
  find("marks").replaceChildren(
    ...look.marks.map(([step, label, kind]) => {
      const mark = document.createElement("button");
      mark.type = "button";
      mark.className = `mark mark-${kind}`;
      mark.title = label;
      mark.style.left = `${(100 * step) / Math.max(last, 1)}%`;
      mark.classList.toggle("is-late", step > 0.85 * last);
      const words = mark.appendChild(document.createElement("span"));
      words.textContent = label;
      words.className = kind === "turn" ? "" : "for-readers";
      mark.addEventListener("click", () => { stop(); show(step); });
      return mark;
    }),
  );
  thinMarks(find("marks"));
  show(last);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  playKey.textContent = "Play";
}

function next() {
  if (at >= look.steps.length - 1) return stop();
  show(at + 1);
  playing = setTimeout(next, Number(find("speed").value));
}

function go(where) {
  if (where === "play" && !playing) {
    if (at >= look.steps.length - 1) at = -1;
    playKey.textContent = "Pause";
    next();
    return;
  }
  stop();
  if (where === "start") show(0);
  if (where === "end") show(look.steps.length - 1);
  if (where === "back") show(at - 1);
  if (where === "on") show(at + 1);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", " ": "play" };

document.addEventListener("keydown", (event) => {
  const where = KEYS[event.key];
  if (!game || !where || event.target.closest("select")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  event.preventDefault();
  go(where);
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-go]");
  if (key) go(key.dataset.go);
  const other = event.target.closest("[data-look]");
  if (other) { stop(); choose(Number(other.dataset.look)); }
  const heat = event.target.closest("[data-heat]");
  if (heat) heat.setAttribute("aria-pressed", String(replay.toggleAttribute("data-ui-heat")));
});
range.addEventListener("input", () => { stop(); show(Number(range.value)); });
window.addEventListener("resize", () => document.querySelectorAll("svg.map").forEach(fit));

unpack().then((unpacked) => {
  game = unpacked;
  choose(0);
}).catch(() => {
  const words = document.createElement("p");
  words.className = "notice";
  words.textContent = "This browser cannot unpack the game. Open the file with a newer one.";
  find("notice").replaceChildren(words);
});
