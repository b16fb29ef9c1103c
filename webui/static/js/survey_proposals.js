// Proposals by likeness: shown a page at a time, and nothing until a person says that it is right.

import { made } from "./survey_grid.js";
import { word } from "./words.js";

const ON_A_PAGE = 24;

export function startProposals(survey, base, root, say) {
  const button = document.getElementById("suggest");
  if (!button) return;
  const place = document.getElementById("proposals");
  const list = document.getElementById("proposal-list");
  let left = [];
  let shown = [];

  function forget() {
    const labels = [...survey.proposals.keys()];
    survey.proposals.clear();
    labels.forEach((label) => survey.elements.has(label) && survey.show(label));
    survey.palette();
    place.hidden = true;
    left = [];
  }

  function nextPage() {
    left = left.filter(([label]) => !survey.valueOf(label));
    shown = left.slice(0, ON_A_PAGE);
    list.replaceChildren(...shown.map(card));
    if (!shown.length) {
      forget();
      say(word("No proposals are left."));
    }
  }

  function card([label, value, confidence]) {
    const item = document.createElement("li");
    item.className = "proposal";
    const where = survey.grid.hexes.get(label) ?? survey.grid.sides.get(label);
    const reach = survey.grid.data.radius * 1.15;
    const picture = made("svg", { viewBox: `${where.x - reach} ${where.y - reach} ${2 * reach} ${2 * reach}`, role: "img", "aria-label": word("The map at {place}", { place: label }) });
    picture.append(
      made("image", { href: root.dataset.picture, width: survey.grid.data.width, height: survey.grid.data.height }),
      made("path", { class: "proposal-outline", d: survey.isHex ? survey.grid.hexPath(where) : survey.grid.sidePath(where) }),
    );
    const words = document.createElement("span");
    words.innerHTML = "<b></b> <span class=\"note\"></span>";
    words.firstElementChild.textContent = survey.said(value);
    words.lastElementChild.textContent = word("{place}, {percent} % alike", { place: label, percent: Math.round(100 * confidence) });
    const right = act(word("Right"), word("{place} is {value}", { place: label, value: survey.said(value) }), () => survey.stroked(() => survey.paint(label, value)));
    const wrong = act(word("Not this"), word("{place} is not {value}", { place: label, value: survey.said(value) }), () => {
      survey.proposals.delete(label);
      survey.show(label);
      left = left.filter((one) => one[0] !== label);
    });
    item.append(picture, words, right, wrong);
    return item;

    function act(text, long, doing) {
      const key = document.createElement("button");
      key.type = "button";
      key.className = "tool";
      key.textContent = text;
      key.setAttribute("aria-label", `${text}: ${long}`);
      key.addEventListener("click", () => {
        doing();
        item.remove();
        shown = shown.filter((one) => one[0] !== label);
        if (!list.children.length) nextPage();
      });
      return key;
    }
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    await survey.flush();
    const answer = await fetch(`${base}/map/alike/${survey.layer.id}`);
    button.disabled = false;
    if (!answer.ok) {
      const said = await answer.json().catch(() => ({ why: word("The table could not look at the picture.") }));
      say(said.why);
      return;
    }
    forget();
    left = await answer.json();
    for (const [label, value] of left) survey.proposals.set(label, value);
    left.forEach(([label]) => survey.show(label));
    survey.palette();
    place.hidden = false;
    nextPage();
  });
  document.getElementById("confirm-page").addEventListener("click", () => {
    survey.stroked(() => shown.forEach(([label, value]) => survey.paint(label, value)));
    nextPage();
  });
  document.getElementById("skip-page").addEventListener("click", () => {
    left = [...left.slice(shown.length), ...left.slice(0, shown.length)];
    nextPage();
  });
  document.getElementById("end-proposals").addEventListener("click", forget);
  document.getElementById("layer").addEventListener("change", forget);
}
