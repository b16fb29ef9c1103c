// Puts names of places, names of markers and the numbers of their modes where they cover neither
// each other nor a marker. Names of places that find no room wait until the map is larger.

const HEIGHT = 1.1;
const GAP = 0.5; // between the ends of two names in one line, of the size of the type
const FACE = 62; // units across a marker at its natural size, the widest of the shapes
const BADGE = { x: 23, y: 21, radius: 14 }; // where the number of a mode lies, from the middle
const BADGE_CORNERS = [[1, 1], [-1, 1], [1, -1], [-1, -1]];

const overlap = (one, other) =>
  Math.max(0, Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0)) *
  Math.max(0, Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0));

const brush = document.createElement("canvas").getContext("2d");

// How wide a text is, in pixels; asked of a canvas, which makes no page lay itself out anew.
function widthPx(text, element, textPx) {
  const { fontFamily, fontWeight } = getComputedStyle(element);
  brush.font = `${fontWeight} ${textPx}px ${fontFamily}`;
  return brush.measureText(text).width;
}

const covered = (place, taken) => taken.reduce((sum, other) => sum + overlap(place, other), 0);

function box(x, y, width, height) {
  return { x0: x - width / 2, x1: x + width / 2, y0: y - height / 2, y1: y + height / 2 };
}

// Where markers are drawn: larger than life on a small map, those of one place side by side.
function markersOf(svg, unitsPerPx, markPx) {
  const scale = Math.max(1, (markPx * unitsPerPx) / 50);
  const apart = Math.max(0, markPx * unitsPerPx - 50) * 1.15;
  return [...svg.querySelectorAll(".piece, .demo-piece")].map((element) => {
    const [x, y] = element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const nth = Number(/spread-(\d)/.exec(element.firstElementChild?.getAttribute("class"))?.[1] ?? 0);
    const middle = { x: x + (nth % 2) * apart, y: y + (nth > 1 ? apart : 0) };
    return { element, scale, ...middle, face: box(middle.x, middle.y, FACE * scale, FACE * scale) };
  });
}

// The number of the mode goes to the corner where it is seen best.
function placeBadges(markers) {
  const taken = [];
  for (const marker of markers) {
    const badge = marker.element.querySelector(".badge");
    if (!badge) continue;
    const others = [...markers.filter((other) => other !== marker).map((other) => other.face), ...taken];
    const side = 2 * BADGE.radius * marker.scale;
    const places = BADGE_CORNERS.map(([right, down]) => ({
      right,
      down,
      at: box(marker.x + right * BADGE.x * marker.scale, marker.y + down * BADGE.y * marker.scale, side, side),
    }));
    const best = places.reduce((one, other) =>
      covered(other.at, others) < covered(one.at, others) ? other : one,
    );
    taken.push(best.at);
    badge.style.transform = `translate(${best.right * BADGE.x}px, ${best.down * BADGE.y}px)`;
  }
  return taken;
}

function inside(place, limits) {
  const dx = Math.max(0, limits.x0 - place.x0) - Math.max(0, place.x1 - limits.x1);
  const dy = Math.max(0, limits.y0 - place.y0) - Math.max(0, place.y1 - limits.y1);
  return [dx, dy];
}

// What lies over the map: keys and notes, in its units.
function overlays(svg, unitsPerPx) {
  const { left, top } = svg.getBoundingClientRect();
  const seen = svg.viewBox.baseVal;
  const parts = svg.parentElement.querySelectorAll(":scope > .map-keys, :scope > .map-note");
  return [...parts].map((part) => {
    const place = part.getBoundingClientRect();
    const x0 = seen.x + (place.left - left) * unitsPerPx;
    const y0 = seen.y + (place.top - top) * unitsPerPx;
    return { x0, y0, x1: x0 + place.width * unitsPerPx, y1: y0 + place.height * unitsPerPx };
  });
}

export function placeNames(svg, unitsPerPx) {
  const style = getComputedStyle(svg);
  const textPx = Number(style.getPropertyValue("--text-px"));
  const markPx = Number(style.getPropertyValue("--piece-px"));
  const markers = markersOf(svg, unitsPerPx, markPx);
  const taken = [...markers.map((marker) => marker.face), ...placeBadges(markers), ...overlays(svg, unitsPerPx)];
  const height = textPx * HEIGHT * unitsPerPx;
  const widthOf = (name) => widthPx(name.textContent, name, textPx) * unitsPerPx;
  const gap = GAP * textPx * unitsPerPx;
  const side = FACE * (markers[0]?.scale ?? 1);
  const seen = svg.viewBox.baseVal;
  const limits = {
    x0: Math.min(seen.x, 0) + 2 * unitsPerPx,
    x1: Math.max(seen.x + seen.width, Number(svg.dataset.width ?? 0)) - 2 * unitsPerPx,
    y0: Math.min(seen.y, 0),
    y1: Math.max(seen.y + seen.height, Number(svg.dataset.height ?? 0)),
  };

  for (const name of svg.querySelectorAll(".names text")) {
    const x = Number(name.getAttribute("x"));
    const y = Number(name.getAttribute("y"));
    const width = widthOf(name);
    const away = (side + height) / 2 + 1;
    const aside = (side + width) / 2 + 1;
    const near = (height * 2) / 3;
    const far = away + BADGE.radius * (markers[0]?.scale ?? 1);
    const beside = [[0, 0], [0, near], [0, -near], [0, away], [0, -away], [aside, 0], [-aside, 0]];
    const farther = [[0, far], [0, -far], [aside, near], [-aside, near], [aside, -near], [-aside, -near]];
    const shifts = [...beside, ...farther].map(([dx, dy]) => {
      const [back, up] = inside(box(x + dx, y + dy, width, height), limits);
      return [dx + back, dy + up];
    });
    const free = shifts.find(([dx, dy]) => !covered(box(x + dx, y + dy, width, height), taken));
    name.toggleAttribute("data-ui-off", !free);
    if (!free) continue;
    taken.push(box(x + free[0], y + free[1], width + 2 * gap, height));
    name.setAttribute("transform", `translate(${free[0]} ${free[1]})`);
  }

  // Names of own markers come last: what lies open must not shift by what lies under the cover.
  for (const marker of markers) {
    const name = marker.element.querySelector(".piece-name");
    if (!name) continue;
    const width = widthOf(name);
    const away = (side + height) / 2;
    const aside = (side + width) / 2 + 2 * unitsPerPx;
    const shifts = [[0, -away], [0, away], [aside, 0], [-aside, 0]];
    const places = shifts.map(([dx, dy]) => ({
      dx,
      dy,
      at: box(marker.x + dx, marker.y + dy, width, height),
    }));
    const cost = ({ at }) => covered(at, taken) + 10 * inside(at, limits).reduce((sum, off) => sum + Math.abs(off), 0);
    const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    taken.push(best.at);
    name.style.transform = `translate(${best.dx}px, ${best.dy}px)`;
  }
}
