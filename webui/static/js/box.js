// Sheets of the box file: every value is saved as soon as it is typed, and checked.

import { say } from "./notice.js";
import { startSheet } from "./sheet.js";
import { FROM_PAGE, sendFile } from "./upload.js";
import { word } from "./words.js";

const WAIT_MS = 700;
const base = document.getElementById("box-page").dataset.base;
const sheet = document.getElementById("box-sheet");
const notice = document.getElementById("notice");
const timers = new Map();
let line = Promise.resolve();

startSheet();

function whyBeside(cell, text) {
  const id = `${cell.id}-why`;
  document.getElementById(id)?.remove();
  cell.toggleAttribute("aria-invalid", false);
  cell.removeAttribute("aria-describedby");
  if (!text) return;
  const why = document.createElement("span");
  why.className = "cell-why";
  why.id = id;
  why.textContent = text;
  cell.setAttribute("aria-invalid", "true");
  cell.setAttribute("aria-describedby", id);
  cell.after(why);
}

function showState(answer) {
  const state = document.getElementById("box-state");
  if (state && state.innerHTML !== answer.state) state.innerHTML = answer.state;
  for (const cell of sheet.querySelectorAll("[data-address]")) {
    const why = answer.broken[cell.dataset.address];
    if (why || !cell.dataset.refused) whyBeside(cell, why ?? "");
  }
}

async function save(cell) {
  const value = cell.value.trim();
  if (value === cell.dataset.before) {
    delete cell.dataset.refused;
    delete cell.dataset.saving;
    return;
  }
  const form = new URLSearchParams({
    sheet: sheet.dataset.sheet,
    address: cell.dataset.address,
    value,
    before: cell.dataset.before,
  });
  try {
    // Kept alive, so that a page that is left at once takes no value along.
    const answer = await fetch(`${base}/cells`, {
      method: "POST", headers: FROM_PAGE, body: form, keepalive: true,
    });
    if (answer.status === 422) {
      const { why } = await answer.json();
      cell.dataset.refused = "yes";
      whyBeside(cell, word("Not saved: {why}.", { why }));
    } else if (answer.ok) {
      taken(cell, value, await answer.json());
    } else {
      notice.innerHTML = await answer.text();
    }
  } catch {
    say(word("The table does not answer. This value is not saved; type it again when it is back."));
  } finally {
    delete cell.dataset.saving;
  }
}

function taken(cell, value, said) {
  delete cell.dataset.refused;
  const clash = said.clashes[0];
  const now = clash ? clash.there : value;
  cell.dataset.before = now;
  if (clash) {
    cell.value = now;
    const nothing = word("nothing");
    const deletion = word("deletion");
    say(word("Somebody else has written {now} there meanwhile. Your {value} was not saved; type it again to put it in its place.", { now: now || nothing, value: value || deletion }));
  }
  cell.classList.toggle("is-missing", !now);
  cell.classList.toggle("is-known", Boolean(now));
  showState(said);
}

function saveSoon(cell, wait) {
  clearTimeout(timers.get(cell));
  cell.dataset.saving = "";
  timers.set(cell, setTimeout(() => {
    timers.delete(cell);
    line = line.then(() => save(cell));
  }, wait));
}

// What still waits is sent when the page is left.
addEventListener("pagehide", () => {
  for (const [cell, timer] of timers) {
    clearTimeout(timer);
    save(cell);
  }
  timers.clear();
});

function goDown(cell) {
  const column = cell.closest("td").cellIndex;
  let row = cell.closest("tr").nextElementSibling;
  while (row) {
    const next = row.cells[column]?.querySelector("[data-address]");
    if (next) {
      next.focus();
      next.select?.();
      return;
    }
    row = row.nextElementSibling;
  }
}

if (sheet) {
  sheet.addEventListener("input", (event) => {
    if (event.target.dataset.address) saveSoon(event.target, WAIT_MS);
  });
  sheet.addEventListener("change", (event) => {
    if (event.target.dataset.address) saveSoon(event.target, 0);
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("td [data-address]")) return;
    event.preventDefault();
    saveSoon(event.target, 0);
    goDown(event.target);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-goes-to]");
  if (!link || !sheet) return;
  event.preventDefault();
  const cells = [...sheet.querySelectorAll("[data-address]")];
  const address = link.dataset.goesTo;
  (cells.find((one) => one.dataset.address === address)
    ?? cells.find((one) => one.dataset.address.startsWith(address)))?.focus();
});

document.addEventListener("change", async (event) => {
  const input = event.target.closest("[data-upload]");
  if (!input?.files.length) return;
  const state = document.getElementById("upload-state");
  try {
    const tell = (share) => { state.textContent = word("{percent} % sent", { percent: Math.round(100 * share) }); };
    const file = await sendFile(base, input.dataset.upload, input.files[0], tell);
    state.textContent = "";
    const answer = await fetch(input.dataset.then, {
      method: "POST", headers: FROM_PAGE, body: new URLSearchParams({ file }),
    });
    const place = answer.ok ? document.querySelector(input.dataset.into) : notice;
    place.innerHTML = await answer.text();
    globalThis.htmx?.process(place);
  } catch (error) {
    state.textContent = "";
    say(error.message);
  }
  input.value = "";
});
