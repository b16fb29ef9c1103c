// The survey of a map: paint what each hex and hexside shows, by touch or by keyboard.

import { say } from "./notice.js";
import { FROM_PAGE } from "./upload.js";
import { Grid, made } from "./survey_grid.js";
import { startCorners, startPhoto } from "./survey_photo.js";
import { startProposals } from "./survey_proposals.js";
import { word } from "./words.js";

const MOST_AT_ONCE = 200;
const SAVE_MS = 500;
const READABLE_PX = 14;
const KEY_UNITS = 26;
const PROPOSED = "@proposed";
const root = document.getElementById("survey");
const base = document.getElementById("box-page").dataset.base;
const notice = document.getElementById("notice");
const view = document.getElementById("survey-map");

class Survey {
  constructor(data) {
    this.grid = new Grid(data);
    this.layers = new Map(data.layers.map((layer) => [layer.id, layer]));
    this.svg = document.getElementById("survey-svg");
    this.saved = new Map();
    this.waiting = new Map();
    this.done = [];
    this.stroke = null;
    this.sending = Promise.resolve();
    this.zoom = 1;
    this.cursor = { hex: this.grid.data.hexes[0][0], direction: 2 };
    this.proposals = new Map();
    this.build();
    this.choose(document.getElementById("layer").value);
    this.listen();
    new ResizeObserver(() => this.size()).observe(view);
  }

  build() {
    const { width, height } = this.grid.data;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (root.dataset.picture) this.svg.append(made("image", { href: root.dataset.picture, width, height }));
    this.places = made("g", {});
    this.keys = made("g", {});
    const lines = [...this.grid.hexes.values()].map((hex) => this.grid.hexPath(hex)).join("");
    this.mark = made("path", { class: "cursor", d: "" });
    this.svg.append(this.places, made("path", { class: "grid-lines", d: lines }), this.keys, this.mark);
    this.size();
  }

  size() {
    const { width, height } = this.grid.data;
    const shown = (view.clientWidth - 2) * this.zoom;
    this.svg.style.width = `${shown}px`;
    this.svg.style.height = `${shown * height / width}px`;
    view.classList.toggle("is-small", KEY_UNITS * shown / width < READABLE_PX);
  }

  get isHex() {
    return this.layer.places === "hex";
  }

  choose(id) {
    this.flush();
    this.layer = this.layers.get(id);
    this.locked = new Set(this.layer.locked);
    this.unused = new Set(this.layer.unused);
    this.proposals.clear();
    this.elements = new Map();
    this.numbers = new Map();
    this.places.replaceChildren();
    this.keys.replaceChildren();
    const all = this.isHex ? this.grid.hexes : this.grid.sides;
    for (const place of all.values()) {
      const d = this.isHex ? this.grid.hexPath(place, 3) : this.grid.sidePath(place);
      const element = made("path", { d });
      const number = made("text", { class: "key", x: place.x, y: place.y });
      this.places.append(element);
      this.keys.append(number);
      this.elements.set(place.label, element);
      this.numbers.set(place.label, number);
      this.show(place.label);
    }
    this.palette();
    this.progress();
    this.showCursor();
  }

  valueOf(label) {
    return this.layer.values[label] ?? "";
  }

  show(label) {
    const value = this.valueOf(label) || this.proposals.get(label) || "";
    const nth = this.layer.choices.indexOf(value);
    const kind = this.isHex ? "spot" : "edge";
    const states = [kind, nth < 0 ? "is-empty" : `value-${nth % 13}`];
    if (this.unused.has(label)) states.push("is-unused");
    if (!this.valueOf(label) && value) states.push("is-proposed");
    this.elements.get(label).setAttribute("class", states.join(" "));
    const number = this.unused.has(label) || nth < 0 || value === "none" || value === "no" ? "" : String(nth + 1);
    this.numbers.get(label).textContent = number;
  }

  palette() {
    const place = document.getElementById("palette");
    place.replaceChildren(place.firstElementChild);
    const chosen = this.brush;
    const entries = [...this.layer.choices.map((value, nth) => [value, nth]), ["", -1]];
    if (this.proposals.size) entries.push([PROPOSED, -2]);
    for (const [value, nth] of entries) {
      const label = document.createElement("label");
      label.className = "tick paint";
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "paint";
      input.value = value;
      input.checked = entries.some((one) => one[0] === chosen) ? value === chosen : nth === 0;
      const swatch = document.createElement("span");
      swatch.className = `swatch value-${nth % 13}`;
      const words = document.createElement("span");
      words.textContent = nth === -2 ? word("as proposed") : nth < 0 ? (this.layer.isSet ? word("not in it") : word("not known")) : `${nth + 1} ${this.said(value)}`;
      label.append(input, swatch, words);
      place.append(label);
    }
    document.getElementById("other-value").hidden = !this.layer.takesOthers;
    document.getElementById("fill").hidden = !this.layer.choices.some((one) => one === "none" || one === "no");
  }

  get brush() {
    return document.querySelector("input[name=paint]:checked")?.value ?? "";
  }

  paint(label, value = this.brush) {
    if (!label || this.isChanging || this.unused.has(label)) return;
    if (this.locked.has(label)) {
      this.tell(label, word("the rulebook says so; it is locked"));
      return;
    }
    const before = this.valueOf(label);
    if (value === PROPOSED) value = before || (this.proposals.get(label) ?? "");
    if (before === value) return;
    this.stroke?.push([this.layer.id, label, before]);
    this.put(this.layer, label, value);
    this.saveSoon();
  }

  put(layer, label, value) {
    const address = `${layer.prefix}${label}${layer.suffix}`;
    if (!this.saved.has(address)) this.saved.set(address, layer.values[label] ?? "");
    if (value) layer.values[label] = value;
    else delete layer.values[label];
    this.waiting.set(address, { layer, label });
    if (layer === this.layer) {
      this.proposals.delete(label);
      this.show(label);
      this.progress();
    }
  }

  stroked(paint) {
    this.stroke = [];
    paint();
    this.endStroke();
  }

  endStroke() {
    if (this.stroke?.length) this.done.push(this.stroke);
    this.stroke = null;
    document.getElementById("undo").disabled = !this.done.length;
  }

  undo() {
    for (const [id, label, before] of this.done.pop() ?? []) this.put(this.layers.get(id), label, before);
    document.getElementById("undo").disabled = !this.done.length;
    this.saveSoon();
  }

  saveSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), SAVE_MS);
  }

  flush() {
    clearTimeout(this.timer);
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  async send() {
    while (this.waiting.size) {
      const part = [...this.waiting].slice(0, MOST_AT_ONCE);
      const form = new URLSearchParams({ sheet: "" });
      for (const [address, { layer, label }] of part) {
        this.waiting.delete(address);
        form.append("address", address);
        form.append("value", layer.values[label] ?? "");
        form.append("before", this.saved.get(address));
      }
      const sent = new Map(part.map(([address, { layer, label }]) => [address, layer.values[label] ?? ""]));
      try {
        const answer = await fetch(`${base}/cells`, { method: "POST", headers: FROM_PAGE, body: form });
        if (answer.status === 422) {
          const { why } = await answer.json();
          throw new Error(word("Not saved: {why}. Load the page again.", { why }));
        }
        if (!answer.ok) {
          notice.innerHTML = await answer.text();
          return;
        }
        this.taken(await answer.json(), part, sent);
      } catch (error) {
        for (const [address, where] of part) this.waiting.set(address, where);
        say(error instanceof TypeError ? word("The table does not answer. What you paint is sent when it is back.") : error.message);
        return;
      }
    }
  }

  taken(said, part, sent) {
    const there = new Map(said.clashes.map((one) => [one.address, one.there]));
    for (const [address, { layer, label }] of part) {
      const now = there.has(address) ? there.get(address) : sent.get(address);
      this.saved.set(address, now);
      if (!there.has(address)) continue;
      if (now) layer.values[label] = now;
      else delete layer.values[label];
      if (layer === this.layer) this.show(label);
    }
    if (there.size) say(there.size === 1 ? word("Somebody else has painted one place meanwhile; theirs stands.") : word("Somebody else has painted {count} places meanwhile; theirs stands.", { count: there.size }));
    const state = document.getElementById("box-state");
    if (state.innerHTML !== said.state) state.innerHTML = said.state;
  }

  progress() {
    const labels = [...this.elements.keys()].filter((label) => !this.unused.has(label));
    const known = labels.filter((label) => this.valueOf(label)).length;
    const plain = known === labels.length ? word("All {count} are known.", { count: known }) : word("{known} of {count} known.", { known, count: labels.length });
    const text = this.layer.isSet ? word("{count} hexes belong to it.", { count: known }) : plain;
    document.getElementById("layer-progress").textContent = text;
  }

  // A value in the language of the page; the box file keeps its own words.
  said(value) {
    return this.layer.said[value] ?? value;
  }

  tell(label, extra = "") {
    const value = this.valueOf(label);
    const proposed = this.proposals.get(label);
    const nothing = this.layer.isSet ? word("not in it") : word("not known");
    const words = this.unused.has(label) ? word("nothing to say here") : this.said(value) || (proposed ? word("proposed {value}", { value: this.said(proposed) }) : nothing);
    document.getElementById("here").textContent = `${label}: ${words}${extra ? `; ${extra}` : ""}`;
  }

  labelAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return (this.isHex ? this.grid.hexAt(point.x, point.y) : this.grid.sideAt(point.x, point.y))?.label;
  }

  cursorLabel() {
    const hex = this.grid.hexes.get(this.cursor.hex);
    return this.isHex ? hex.label : this.grid.sideOf(hex, this.cursor.direction)?.label;
  }

  showCursor(scrolls = false) {
    const hex = this.grid.hexes.get(this.cursor.hex);
    const side = this.isHex ? null : this.grid.sideOf(hex, this.cursor.direction);
    this.mark.setAttribute("d", side ? `${this.grid.hexPath(hex, 8)}${this.grid.sidePath(side)}` : this.grid.hexPath(hex, 8));
    const label = this.cursorLabel();
    if (label) this.tell(label);
    if (scrolls) this.mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  key(event) {
    const hex = this.grid.hexes.get(this.cursor.hex);
    const ways = { ArrowUp: [0], ArrowDown: [3], ArrowRight: [1, 2], ArrowLeft: [5, 4] };
    if (event.key in ways) {
      const next = ways[event.key].map((way) => this.grid.neighbour(hex, way)).find(Boolean);
      if (next) this.cursor.hex = next.label;
    } else if (event.key === "," || event.key === ".") {
      this.cursor.direction = (this.cursor.direction + (event.key === "." ? 1 : 5)) % 6;
    } else if (event.key === " " || event.key === "Enter") {
      this.stroked(() => this.paint(this.cursorLabel()));
    } else if (event.key === "u" || event.key === "U") {
      this.undo();
    } else if (/^[0-9]$/.test(event.key)) {
      const entries = document.querySelectorAll("input[name=paint]");
      const entry = entries[event.key === "0" ? 9 : Number(event.key) - 1];
      if (entry) entry.checked = true;
    } else {
      return;
    }
    event.preventDefault();
    this.showCursor(true);
  }

  listen() {
    const isHand = () => view.classList.contains("is-hand");
    view.addEventListener("pointerdown", (event) => {
      if (isHand() || event.button) return;
      this.stroke = [];
      view.setPointerCapture(event.pointerId);
      this.touch(event);
    });
    view.addEventListener("pointermove", (event) => {
      if (this.stroke && event.buttons) this.touch(event);
    });
    for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, () => this.endStroke());
    view.addEventListener("keydown", (event) => this.key(event));
    document.getElementById("layer").addEventListener("change", (event) => this.reload(event.target.value));
    document.getElementById("undo").addEventListener("click", () => this.undo());
    document.getElementById("hand").addEventListener("click", (event) => {
      const now = view.classList.toggle("is-hand");
      event.currentTarget.setAttribute("aria-pressed", String(now));
    });
    document.getElementById("fill").addEventListener("click", () => this.fill());
    document.getElementById("other").addEventListener("change", (event) => this.another(event.target));
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.enlarge(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5));
    }
    addEventListener("pagehide", () => this.flush());
  }

  touch(event) {
    const label = this.labelAt(event);
    if (!label) return;
    const hex = this.isHex ? label : this.grid.sides.get(label).first;
    this.cursor.hex = hex;
    if (!this.isHex) {
      this.cursor.direction = [0, 1, 2, 3, 4, 5].find((way) => this.grid.sideOf(this.grid.hexes.get(hex), way)?.label === label);
    }
    this.paint(label);
    this.showCursor();
  }

  fill() {
    const value = this.layer.choices.find((one) => one === "none" || one === "no");
    const left = [...this.elements.keys()].filter((label) => !this.valueOf(label) && !this.unused.has(label));
    if (!left.length || !confirm(word("Mark the {count} places that are left with “{value}”?", { count: left.length, value: this.said(value) }))) return;
    this.stroked(() => left.forEach((label) => this.paint(label, value)));
  }

  another(input) {
    const value = input.value.trim();
    if (!value) return;
    if (!this.layer.choices.includes(value)) this.layer.choices.push(value);
    this.palette();
    for (const one of document.querySelectorAll("input[name=paint]")) one.checked = one.value === value;
    input.value = "";
  }

  enlarge(factor) {
    const middle = [view.scrollLeft + view.clientWidth / 2, view.scrollTop + view.clientHeight / 2];
    const before = this.zoom;
    this.zoom = Math.min(8, Math.max(1, this.zoom * factor));
    this.size();
    const share = this.zoom / before;
    view.scrollTo(middle[0] * share - view.clientWidth / 2, middle[1] * share - view.clientHeight / 2);
  }

  // What hexsides there are to paint follows from the water of the hexes.
  async reload(id) {
    this.isChanging = true;
    try {
      await this.flush();
      const answer = await fetch(`${base}/map/data`);
      if (answer.ok && !this.waiting.size) {
        const data = await answer.json();
        for (const layer of data.layers) this.layers.set(layer.id, layer);
        this.saved.clear();
        this.done = [];
        this.endStroke();
      }
    } catch {
      say(word("The table does not answer. What you paint is sent when it is back."));
    }
    this.isChanging = false;
    this.choose(id);
  }
}

startPhoto(base, say);
startCorners();
if (view) {
  const answer = await fetch(`${base}/map/data`);
  const survey = new Survey(await answer.json());
  startProposals(survey, base, root, say);
  view.dataset.ready = "yes";
}
