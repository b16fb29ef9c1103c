// The virtual table: cubes that can be dragged, turned, added and taken off.

import { sizeBoard, wrapCaptions } from "./boardwords.js";
import { placeNames } from "./mapnames.js";
import { startSheet } from "./sheet.js";
import { word } from "./words.js";

const COLOURS = { red: word("red"), black: word("black"), green: word("green"), white: word("white") };

const SVG = "http://www.w3.org/2000/svg";
const svg = document.getElementById("demo-map");
const panel = document.getElementById("demo-cube");
const layer = svg.appendChild(document.createElementNS(SVG, "g"));

let chosen = null;
let drag = null;

function toInches(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: point.x / 100, y: point.y / 100 };
}

function send(address, values) {
  return htmx.ajax("POST", address, { values, target: "#demo-cubes", swap: "outerMorph" });
}

function part(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function drawCube(item) {
  const { id, colour, face, x, y } = item.dataset;
  let cube = layer.querySelector(`[data-id="${id}"]`);
  if (!cube) {
    cube = part("g", { class: `demo-piece colour-${colour}`, "data-id": id, tabindex: "0", role: "button" });
    const body = cube.appendChild(part("g", {}));
    body.append(part("rect", { class: "face", x: -25, y: -25, width: 50, height: 50, rx: 4 }));
    body.append(part("text", { class: "demo-face" }));
    layer.append(cube);
  }
  cube.setAttribute("aria-label", word("{colour} cube, face {face}", { colour: COLOURS[colour] ?? colour, face }));
  cube.classList.toggle("is-chosen", id === chosen);
  cube.querySelector("text").textContent = face;
  if (drag?.id !== id) cube.setAttribute("transform", `translate(${100 * x} ${100 * y})`);
  return id;
}

function draw() {
  const present = new Set([...document.querySelectorAll("#cube-data li")].map(drawCube));
  for (const cube of [...layer.children]) if (!present.has(cube.dataset.id)) cube.remove();
  if (!present.has(chosen)) chosen = null;
  panel.hidden = chosen === null;
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  if (!box.width) return;
  const unitsPerPx = Math.max(width / box.width, height / box.height);
  svg.style.setProperty("--u", String(unitsPerPx));
  placeNames(svg, unitsPerPx);
  wrapCaptions(svg, unitsPerPx);
}

layer.addEventListener("pointerdown", (event) => {
  const cube = event.target.closest("[data-id]");
  if (!cube) return;
  layer.append(cube); // on top of the others, and first: a moved element loses its capture
  cube.setPointerCapture(event.pointerId);
  drag = { id: cube.dataset.id, cube, moved: false };
  chosen = drag.id;
  draw();
});
layer.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moved = true;
  const at = toInches(event);
  drag.cube.setAttribute("transform", `translate(${100 * at.x} ${100 * at.y})`);
});
layer.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { id, moved } = drag;
  drag = null;
  const at = toInches(event);
  if (moved) send("/demo/place", { id, x: at.x.toFixed(3), y: at.y.toFixed(3) });
});
// Not on the layer: an SVG group that listens for focus becomes focusable itself.
document.addEventListener("focusin", (event) => {
  const cube = event.target.closest(".demo-piece");
  if (!cube) return;
  chosen = cube.dataset.id;
  draw();
});
layer.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const item = document.querySelector(`#cube-data [data-id="${chosen}"]`);
  if (!step || !item) return;
  event.preventDefault();
  const length = event.shiftKey ? 0.1 : 1.125;
  const x = Number(item.dataset.x) + step[0] * length;
  const y = Number(item.dataset.y) + step[1] * length;
  send("/demo/place", { id: chosen, x: x.toFixed(3), y: y.toFixed(3) });
});
document.addEventListener("click", (event) => {
  const adds = event.target.closest("[data-add]");
  if (adds) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    send("/demo/add", {
      colour: adds.dataset.add,
      x: ((x + width / 2) / 100).toFixed(2),
      y: ((y + height / 2) / 100).toFixed(2),
    });
  }
  const turns = event.target.closest("[data-turn]");
  if (turns && chosen) send("/demo/place", { id: chosen, face: turns.dataset.turn });
  if (event.target.closest("[data-take-off]") && chosen) send("/demo/remove", { id: chosen });
});
document.addEventListener("htmx:after:swap", draw);
new ResizeObserver(draw).observe(svg);
setInterval(() => document.body.dispatchEvent(new CustomEvent("refresh-cubes")), 3000);

startSheet();
draw();
document.fonts.ready.then(() => {
  sizeBoard(svg);
  draw();
});
