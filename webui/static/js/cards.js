// Cards by hand: dragged from box to box, or read from a photograph. Tapping does the same.

import { say } from "./notice.js";
import { openSheet } from "./sheet.js";
import { FROM_PAGE, sendFile } from "./upload.js";
import { word } from "./words.js";

const LONGEST_PX = 2400;
const START_PX = 8;
const EDGE_PX = 64;

function fieldFor(box, card) {
  const selects = [...box.querySelectorAll("select[data-cards]")];
  return selects.find((select) => [...select.options].some((option) => option.value === card));
}

function lay(box, card) {
  const select = fieldFor(box, card);
  if (!select) return;
  select.value = card;
  select.form.requestSubmit(select.form.querySelector("button[name=action]"));
}

let drag = null;

function boxUnder(x, y) {
  const box = document.elementFromPoint(x, y)?.closest("[data-box]");
  return box && box !== drag.from && fieldFor(box, drag.id) ? box : null;
}

function aim(box) {
  if (drag.over === box) return;
  drag.over?.classList.remove("is-aimed");
  box?.classList.add("is-aimed");
  drag.over = box;
}

function begin(event) {
  const card = event.target.closest("[data-card]");
  const isTool = event.target.closest("button, select, input, summary, a, label");
  const isGrip = event.target.closest("[data-grip]");
  if (!card || isTool || (event.pointerType !== "mouse" && !isGrip) || event.button > 0) return;
  const id = card.dataset.card;
  const others = [...document.querySelectorAll("[data-box]")];
  if (!others.some((box) => fieldFor(box, id))) return;
  event.preventDefault();
  drag = { id, card, from: card.closest("[data-box]"), x: event.clientX, y: event.clientY, ghost: null, over: null };
}

function move(event) {
  if (!drag) return;
  const { clientX: x, clientY: y } = event;
  if (!drag.ghost) {
    if (Math.hypot(x - drag.x, y - drag.y) < START_PX) return;
    drag.ghost = document.body.appendChild(document.createElement("div"));
    // When the cover falls while a card is on its way, what is drawn under the finger goes too.
    drag.ghost.className = drag.card.closest(".under-cover") ? "card-ghost under-cover" : "card-ghost";
    drag.ghost.textContent = drag.card.querySelector(".card-title")?.textContent ?? "";
  }
  drag.ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
  const panel = drag.card.closest(".panels");
  if (panel) {
    const { top, bottom } = panel.getBoundingClientRect();
    if (y < top + EDGE_PX) panel.scrollTop -= 16;
    if (y > bottom - EDGE_PX) panel.scrollTop += 16;
  }
  aim(boxUnder(x, y));
}

function end(event) {
  if (!drag) return;
  const { over, id, ghost } = drag;
  ghost?.remove();
  aim(null);
  drag = null;
  if (over && event.type === "pointerup") lay(over, id);
}

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
}

async function photograph(input) {
  const file = input.files[0];
  input.value = "";
  if (!file) return;
  const base = `${document.getElementById("screen").dataset.base}/photo`;
  say(word("Reading the photograph."));
  try {
    const name = await sendFile(base, "cards", await smaller(file));
    const body = new URLSearchParams({ file: name, action: input.dataset.action, field: input.dataset.field, prompt: input.dataset.prompt });
    const answer = await fetch(`${base}/read`, { method: "POST", headers: FROM_PAGE, body });
    const text = await answer.text();
    if (!answer.ok) {
      document.getElementById("notice").innerHTML = text;
      return;
    }
    document.getElementById("notice").replaceChildren();
    const sheet = document.getElementById("sheet-body");
    sheet.innerHTML = text;
    htmx.process(sheet);
    openSheet();
  } catch (error) {
    say(error.message || word("The photograph could not be read. Take another."));
  }
}

export function startCards() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end);
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-card-photo]")) photograph(event.target);
  });
}
