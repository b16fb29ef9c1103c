// Puts the names of places where they cover neither each other nor a marker; those that find no
// room wait until the map is larger.

const WIDTH_PER_LETTER = 0.54; // of the size of the type
const HEIGHT = 1.1;

const overlap = (one, other) =>
  one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;

function box(x, y, width, height) {
  return { x0: x - width / 2, x1: x + width / 2, y0: y - height / 2, y1: y + height / 2 };
}

function markers(svg, unitsPerPx, markPx, side) {
  return [...svg.querySelectorAll(".piece")].map((piece) => {
    const [x, y] = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const nth = Number(piece.firstElementChild.getAttribute("class").slice(-1));
    const apart = Math.max(0, markPx * unitsPerPx - 50) * 1.15;
    return box(x + (nth % 2) * apart, y + (nth > 1 ? apart : 0), side, side);
  });
}

export function placeNames(svg, unitsPerPx) {
  const style = getComputedStyle(svg);
  const textPx = Number(style.getPropertyValue("--text-px"));
  const markPx = Number(style.getPropertyValue("--piece-px"));
  const side = Math.max(50, markPx * unitsPerPx) * 1.15;
  const taken = markers(svg, unitsPerPx, markPx, side);
  const height = textPx * HEIGHT * unitsPerPx;
  const away = (side + height) / 2 + 1;
  for (const name of svg.querySelectorAll(".names text")) {
    const x = Number(name.getAttribute("x"));
    const y = Number(name.getAttribute("y"));
    const width = name.textContent.length * WIDTH_PER_LETTER * textPx * unitsPerPx;
    const aside = (side + width) / 2 + 1;
    const shifts = [[0, 0], [0, away], [0, -away], [aside, 0], [-aside, 0]];
    const free = shifts.find(([dx, dy]) => {
      const place = box(x + dx, y + dy, width, height);
      const isOnMap = place.x0 > -40 && place.x1 < Number(svg.dataset.width) + 40;
      return isOnMap && !taken.some((other) => overlap(place, other));
    });
    name.toggleAttribute("data-ui-off", !free);
    if (!free) continue;
    taken.push(box(x + free[0], y + free[1], width, height));
    name.setAttribute("transform", `translate(${free[0]} ${free[1]})`);
  }
}
