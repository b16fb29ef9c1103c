// Taps that could not be sent are kept and sent when the link is back: each bears a number, so that
// one that did arrive, though its answer was lost, counts once.

import { say } from "./notice.js";
import { FROM_PAGE } from "./upload.js";
import { word } from "./words.js";

const MOST = 5;
const HEADER = "X-Tap";
const DRAWN_FOR = "X-Drawn-For"; // the table starts its numbers anew, and so does every game
const PATHS = /\/seat\/[^/]+\/(act|roll)$/;

const kept = [];
let count = 0;
let isSending = false;
const start = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

function number(event) {
  const request = event.detail.ctx.request;
  if (request.method === "POST" && PATHS.test(request.action)) {
    count += 1;
    request.headers[HEADER] = `${start}-${count}`;
    request.headers[DRAWN_FOR] = document.getElementById("screen").dataset.drawnFor;
  }
}

function keep(event) {
  const request = event.detail?.ctx?.request;
  if (request?.method !== "POST") return;
  const tap = request.headers?.[HEADER];
  if (!tap || kept.length >= MOST) {
    say(word("No link to the table: that tap has not counted. Try it again."));
    return;
  }
  const headers = { ...FROM_PAGE, [HEADER]: tap, [DRAWN_FOR]: request.headers[DRAWN_FOR] };
  kept.push({ address: request.action, headers, body: new URLSearchParams(request.body) });
  say(word("No link to the table: your tap is kept and counts as soon as the link is back."));
}

export const isAnyKept = () => kept.length > 0;

// Sends what was kept, in order; called whenever the link is there.
export async function sendKept() {
  if (isSending || !kept.length) return;
  isSending = true;
  try {
    while (kept.length) {
      const { address, headers, body } = kept[0];
      const answer = await fetch(address, { method: "POST", headers, body });
      kept.shift();
      if (answer.ok) {
        say(word("The link is back: your tap has counted."));
        document.body.dispatchEvent(new CustomEvent("acted"));
      } else {
        document.getElementById("notice").innerHTML = await answer.text();
      }
      document.body.dispatchEvent(new CustomEvent("reload-all"));
    }
  } catch {
    // The link is gone again; what is left is sent the next time.
  } finally {
    isSending = false;
  }
}

export function startKept() {
  document.addEventListener("htmx:config:request", number);
  document.addEventListener("htmx:error", keep);
}
