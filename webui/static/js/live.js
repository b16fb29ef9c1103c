// Keeps the screen in step with the table. The stream says only what changed; the parts of the
// screen then fetch themselves (their attributes are in the templates).

import { sendKept } from "./kept.js";

const SILENCE_MS = 25000; // two missed beats and a little
const NO_ANSWER_MS = 8000; // the first beat comes as soon as a stream is open
const LONGEST_WAIT_MS = 10000;

let source = null;
let lastId = "";
let lastHeard = 0;
let isAnswered = false;
let failures = 0;
let timer = 0;

const screen = () => document.getElementById("screen");
const tell = (name) => document.body.dispatchEvent(new CustomEvent(name));

function setLink(state) {
  screen().dataset.uiLink = state;
}

function heard(event) {
  lastHeard = Date.now();
  isAnswered = true;
  if (event.lastEventId) lastId = event.lastEventId;
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function open() {
  close();
  const address = new URL(screen().dataset.stream, location.href);
  address.searchParams.set("since", lastId || screen().dataset.streamId);
  source = new EventSource(address);
  lastHeard = Date.now();
  isAnswered = false;
  source.addEventListener("beat", (event) => {
    heard(event);
    failures = 0;
    setLink("open");
    sendKept();
  });
  source.addEventListener("changed", (event) => {
    heard(event);
    const names = event.data.split(" ");
    const isKnown = names.every((name) => document.getElementById(`region-${name}`));
    if (isKnown) names.forEach((name) => tell(`changed-${name}`));
    else tell("reload-all");
  });
  source.addEventListener("reload", (event) => {
    heard(event);
    tell("reload-all");
  });
  source.addEventListener("error", lost);
}

// Whether a page was drawn before the last message that was heard from the same start of the table.
function isLate(pageId) {
  const [page, news] = [pageId, lastId].map((id) => {
    const cut = id.lastIndexOf("-");
    return { start: id.slice(0, cut), count: Number(id.slice(cut + 1)) };
  });
  return page.start === news.start && page.count < news.count;
}

function lost() {
  close();
  failures += 1;
  if (failures > 1 && screen().dataset.uiLink !== "slow") setLink("lost");
  // Where the table answers but has no stream to spare, this keeps the screen right all the same.
  if (failures > 1) tell("reload-all");
  const wait = Math.min(500 * 2 ** Math.min(failures, 6), LONGEST_WAIT_MS);
  timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
}

// Just woken, or with the network just back: what was waited for before counts no more.
function openAfresh() {
  failures = 0;
  open();
}

export function startLive() {
  open();
  setInterval(() => {
    const patience = isAnswered ? SILENCE_MS : NO_ANSWER_MS;
    if (source && Date.now() - lastHeard > patience) lost();
  }, 2000);
  // A tablet that slept may have a stream that is dead without knowing it.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) openAfresh();
  });
  window.addEventListener("online", openAfresh);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  window.addEventListener("pagehide", close);
  document.addEventListener("htmx:after:swap", (event) => {
    // A whole page that was long on its way has undone what parts have fetched meanwhile.
    if (event.target === screen() && isLate(screen().dataset.streamId)) tell("reload-all");
    if (failures > 1 && screen().dataset.uiLink === "lost") setLink("slow");
  });
  document.addEventListener("htmx:error", () => {
    if (failures > 1 && screen().dataset.uiLink === "slow") setLink("lost");
  });
}
