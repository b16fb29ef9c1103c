// What the eye sees: asks for the next picture while the page is looked at, and only then.

import { startSheet } from "./sheet.js";

const EVERY_MS = 1000;
const CONSENTS_EVERY = 3;

const live = document.getElementById("eye-live");
const consents = document.getElementById("eye-consents");

async function part(place) {
  const answer = await fetch(place.dataset.from, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return null;
  const held = document.createElement("template");
  held.innerHTML = await answer.text();
  return held.content;
}

// The new picture is there before it takes the old one's place: else the map flickers.
async function loaded(content) {
  const address = content.querySelector("image")?.getAttribute("href");
  if (!address) return;
  const picture = new Image();
  picture.src = address;
  await picture.decode().catch(() => undefined);
}

async function renew(turn) {
  const next = await part(live);
  if (next) {
    await loaded(next);
    live.replaceChildren(next);
  }
  // Not while somebody is about to press there.
  if (turn % CONSENTS_EVERY === 0 && !consents.contains(document.activeElement)) {
    const shown = await part(consents);
    if (shown) {
      consents.replaceChildren(shown);
      window.htmx?.process(consents);
    }
  }
}

async function run() {
  for (let turn = 1; ; turn += 1) {
    await new Promise((done) => setTimeout(done, EVERY_MS));
    if (document.visibilityState === "visible") await renew(turn).catch(() => undefined);
  }
}

startSheet();
run();
