// Keeps the screen in step with the table. The stream says only what changed; the parts of the
// screen then fetch themselves (their attributes are in the templates).

import { isAnyKept, sendKept } from "./kept.js";

const SILENCE_MS = 25000; // two missed beats and a little
const FIRST_ANSWER_MS = 1500; // the first beat comes as soon as a stream is open
const LATE_ANSWER_MS = 8000; // so long for a table that is slow, once that has been seen
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10000;
const TOLD_FROM = 3; // failures in a row that people are told of
const TICK_MS = 2000;

let source = null;
let lastId = "";
let lastHeard = 0;
let isAnswered = false;
let failures = 0;
let timer = 0;
let answerTimer = 0;
let lastTick = Date.now();
let release = "";
let isBehind = false;

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

function count(failed) {
  failures = failed;
  screen().dataset.uiFailures = String(failed);
}

function close() {
  clearTimeout(timer);
  clearTimeout(answerTimer);
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
  answerTimer = setTimeout(
    () => {
      if (!isAnswered) lost();
    },
    Math.min(FIRST_ANSWER_MS * 2 ** failures, LATE_ANSWER_MS),
  );
  source.addEventListener("beat", (event) => {
    heard(event);
    count(0);
    setLink("open");
    sendKept();
    catchUp();
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

// News whose part could not be fetched is not told again: so the whole screen is, until it comes.
function catchUp() {
  if (!isBehind) return;
  isBehind = false;
  tell("reload-all");
}

function noteMiss(event) {
  const { request, response } = event.detail?.ctx ?? {};
  if (request?.method === "GET" && (response?.status ?? 500) >= 500) isBehind = true;
}

// A table that came back as a newer program draws for newer scripts and styles than these.
function renewPage() {
  if (screen().dataset.release !== release && !isAnyKept()) location.reload();
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
  const isTold = failures + 1 >= TOLD_FROM;
  // The shortest waits first: a tablet that wakes has no network yet for a moment.
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures, 6), LONGEST_WAIT_MS);
  count(failures + 1);
  if (isTold && screen().dataset.uiLink !== "slow") setLink("lost");
  // Where the table answers but has no stream to spare, this keeps the screen right all the same.
  if (isTold) tell("reload-all");
  timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
}

// Just woken, or with the network just back: what was waited for before counts no more.
function openAfresh() {
  count(0);
  open();
}

function tick() {
  const now = Date.now();
  const hasSlept = now - lastTick > 3 * TICK_MS && !document.hidden;
  lastTick = now;
  if (hasSlept) openAfresh();
  else if (source && isAnswered && now - lastHeard > SILENCE_MS) lost();
}

export function startLive() {
  release = screen().dataset.release;
  open();
  setInterval(tick, TICK_MS);
  // A tablet that slept may have a stream that is dead without knowing it.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) openAfresh();
  });
  document.addEventListener("resume", openAfresh);
  window.addEventListener("online", openAfresh);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  window.addEventListener("pagehide", close);
  document.addEventListener("htmx:after:swap", (event) => {
    // A whole page that was long on its way has undone what parts have fetched meanwhile.
    if (event.target === screen() && isLate(screen().dataset.streamId)) tell("reload-all");
    renewPage();
    if (failures >= TOLD_FROM && screen().dataset.uiLink === "lost") setLink("slow");
  });
  document.addEventListener("htmx:response:error", noteMiss);
  document.addEventListener("htmx:error", (event) => {
    noteMiss(event);
    if (failures >= TOLD_FROM && screen().dataset.uiLink === "slow") setLink("lost");
  });
}
