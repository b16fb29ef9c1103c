// A photograph of the owner's map: made smaller here, sent in pieces, its corners tapped.

import { FROM_PAGE, sendFile } from "./upload.js";
import { made } from "./survey_grid.js";
import { word } from "./words.js";

const LONGEST_PX = 4000;
const NAMES = [word("north-west"), word("north-east"), word("south-east"), word("south-west")];

export function startPhoto(base, say) {
  const input = document.getElementById("photo");
  const state = document.getElementById("photo-state");
  input?.addEventListener("change", async () => {
    if (!input.files.length) return;
    try {
      state.textContent = word("The picture is being made ready.");
      const photo = await smaller(input.files[0]);
      const tell = (share) => { state.textContent = word("{percent} % sent", { percent: Math.round(100 * share) }); };
      const file = await sendFile(base, "photo", photo, tell);
      state.textContent = word("The map is looked for in the picture.");
      const answer = await fetch(`${base}/map/photo`, {
        method: "POST", headers: FROM_PAGE, body: new URLSearchParams({ file }),
      });
      if (answer.ok) location.reload();
      else document.getElementById("notice").innerHTML = await answer.text();
    } catch (error) {
      say(error.message);
    }
    state.textContent = "";
    input.value = "";
  });
}

async function smaller(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(word("This browser cannot open that picture. Choose a photograph in JPEG or PNG."));
  }
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(word("The picture is too large.")))), "image/jpeg", 0.9);
  });
}

export function startCorners() {
  const svg = document.getElementById("corner-picture");
  if (!svg) return;
  const form = document.getElementById("corner-form");
  const marks = document.getElementById("corner-marks");
  const size = svg.viewBox.baseVal.width;
  const corners = [];
  let held = -1;

  function draw() {
    while (marks.children.length < corners.length) {
      const number = marks.children.length;
      const mark = made("circle", { class: "corner-mark", r: size / 45, tabindex: 0, role: "img", "aria-label": word("{corner} corner", { corner: NAMES[number] }) });
      mark.addEventListener("keydown", (event) => nudge(event, number));
      marks.append(mark);
    }
    corners.forEach(([x, y], number) => {
      marks.children[number].setAttribute("cx", x);
      marks.children[number].setAttribute("cy", y);
      form.elements[`x${number}`].value = x.toFixed(1);
      form.elements[`y${number}`].value = y.toFixed(1);
    });
    document.getElementById("corner-sheet").setAttribute("points", corners.map((one) => one.join(",")).join(" "));
    document.getElementById("corner-next").textContent = NAMES[corners.length] ?? word("all four are there");
    form.querySelector("fieldset").disabled = corners.length < 4;
  }

  function nudge(event, number) {
    const step = size / (event.shiftKey ? 200 : 1500);
    const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [0, 0];
    if (!dx && !dy) return;
    event.preventDefault();
    corners[number] = [corners[number][0] + dx, corners[number][1] + dy];
    draw();
  }

  function at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  svg.addEventListener("pointerdown", (event) => {
    const [x, y] = at(event);
    held = corners.findIndex(([cx, cy]) => Math.hypot(cx - x, cy - y) < size / 25);
    if (held < 0 && corners.length < 4) {
      corners.push([x, y]);
      held = corners.length - 1;
    }
    if (held >= 0) svg.setPointerCapture(event.pointerId);
    draw();
  });
  svg.addEventListener("pointermove", (event) => {
    if (held < 0 || !event.buttons) return;
    corners[held] = at(event);
    draw();
  });
  svg.addEventListener("pointerup", () => { held = -1; });
}
