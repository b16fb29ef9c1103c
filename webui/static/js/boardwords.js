// Words in the spaces of a board: on as many lines as their space needs, and never so small a board
// that the longest word reaches into the next space.

const TYPE_PX = 14; // the least that is read on a screen, and the size of the captions
const LEAST_PX_PER_INCH = 40; // below it the titles beside the tracks touch the spaces
const MOST_PX_PER_INCH = 96; // a longer word than that reaches over, rather than the board grows on
const LINE = 1.05; // of the size of the type
const SVG = "http://www.w3.org/2000/svg";

const canvas = document.createElement("canvas").getContext("2d");

// How wide a text is on the screen, whatever the scale of the drawing is.
function widthPx(text, family) {
  canvas.font = `${TYPE_PX}px ${family}`;
  return canvas.measureText(text).width;
}

// The whole of a caption, on however many lines it stands at the moment.
function wordsOf(caption) {
  caption.dataset.text ??= caption.textContent;
  return caption.dataset.text;
}

function lines(text, roomPx, family) {
  const found = [];
  for (const word of text.split(/\s+/)) {
    const longer = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && widthPx(longer, family) <= roomPx) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

// The least size of a board at which every word stays in its space, as custom properties.
export function sizeBoard(svg) {
  const captions = [...svg.querySelectorAll(".board-caption")];
  if (!svg.querySelector(".board-sheet")) return;
  const family = captions.length ? getComputedStyle(captions[0]).fontFamily : "sans-serif";
  const needs = captions.flatMap((caption) =>
    wordsOf(caption)
      .split(/\s+/)
      .map((word) => (100 * widthPx(word, family)) / Number(caption.dataset.room)),
  );
  const scale = Math.min(MOST_PX_PER_INCH, Math.max(LEAST_PX_PER_INCH, ...needs));
  const { width, height } = svg.viewBox.baseVal;
  svg.style.setProperty("--least-wide", `${Math.ceil((width * scale) / 100)}px`);
  svg.style.setProperty("--least-high", `${Math.ceil((height * scale) / 100)}px`);
}

// Each caption on the lines that its space has room for at this scale.
export function wrapCaptions(svg, unitsPerPx) {
  for (const caption of svg.querySelectorAll(".board-caption")) {
    const family = getComputedStyle(caption).fontFamily;
    const parts = lines(wordsOf(caption), Number(caption.dataset.room) / unitsPerPx, family);
    if (parts.length === 1 && !caption.children.length) continue;
    caption.replaceChildren(
      ...parts.map((part, nth) => {
        const line = document.createElementNS(SVG, "tspan");
        line.setAttribute("x", caption.getAttribute("x"));
        line.setAttribute("dy", nth ? `${LINE}em` : "0");
        line.textContent = part;
        return line;
      }),
    );
  }
}
