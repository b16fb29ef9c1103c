// The hex grid of a survey as SVG: spots for hexes, edges for hexsides, a cursor.

const SVG = "http://www.w3.org/2000/svg";

export function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export class Grid {
  constructor(data) {
    this.data = data;
    this.hexes = new Map(data.hexes.map(([label, x, y, column, step]) => [label, { label, x, y, column, step }]));
    this.byPlace = new Map([...this.hexes.values()].map((hex) => [`${hex.column}:${hex.step}`, hex]));
    this.sides = new Map(data.sides.map(([label, first, second, x, y]) => [label, { label, first, second, x, y }]));
  }

  outline(hex, inset = 0) {
    const radius = this.data.radius - inset;
    return [-60, 0, 60, 120, 180, 240].map((angle) => {
      const turn = angle * Math.PI / 180;
      return [hex.x + radius * Math.cos(turn), hex.y + radius * Math.sin(turn)];
    });
  }

  hexPath(hex, inset = 0) {
    return `M${this.outline(hex, inset).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  }

  sidePath(side) {
    const one = this.hexes.get(side.first);
    const other = this.hexes.get(side.second);
    const length = Math.hypot(other.x - one.x, other.y - one.y);
    const half = this.data.radius * 0.36;
    const dx = -(other.y - one.y) / length * half;
    const dy = (other.x - one.x) / length * half;
    return `M${(side.x - dx).toFixed(1)} ${(side.y - dy).toFixed(1)}L${(side.x + dx).toFixed(1)} ${(side.y + dy).toFixed(1)}`;
  }

  hexAt(x, y) {
    return nearest(this.hexes.values(), x, y, this.data.radius);
  }

  sideAt(x, y) {
    return nearest(this.sides.values(), x, y, this.data.radius * 0.75);
  }

  // Directions clockwise from north, as everywhere.
  neighbour(hex, direction) {
    const [columns, steps] = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]][direction];
    return this.byPlace.get(`${hex.column + columns}:${hex.step + steps}`);
  }

  sideOf(hex, direction) {
    const other = this.neighbour(hex, direction);
    if (!other) return undefined;
    return this.sides.get(`${hex.label}/${other.label}`) ?? this.sides.get(`${other.label}/${hex.label}`);
  }
}

function nearest(places, x, y, reach) {
  let best;
  let gap = reach;
  for (const place of places) {
    const here = Math.hypot(place.x - x, place.y - y);
    if (here < gap) [best, gap] = [place, here];
  }
  return best;
}
