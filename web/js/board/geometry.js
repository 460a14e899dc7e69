/** Where things are on a board of any shape; one unit is the distance of neighbours. */

/** @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Shape} Shape @typedef {import("./types.js").Piece} Piece */

/** What stands around the places: room for the letters beside boards of points, the foot of the standing board. */
const MARGINS = {
  checkered: { left: 0, top: 0, right: 0, bottom: 0 },
  squares: { left: 0.04, top: 0.04, right: 0.04, bottom: 0.04 },
  points: { left: 0.3, top: 0.04, right: 0.06, bottom: 0.3 },
  columns: { left: 0.12, top: 0.12, right: 0.12, bottom: 0.42 },
};

/**
 * @param {Shape} shape
 * @param {boolean} flipped turned by half a turn; a standing board is never turned
 * @returns {Geometry}
 */
export function measure(shape, flipped) {
  const turned = flipped && shape.kind !== "columns";
  const columns = 1 + Math.max(...shape.places.map((place) => place.column));
  const rows = 1 + Math.max(...shape.places.map((place) => place.row));
  const margin = MARGINS[/** @type {keyof typeof MARGINS} */ (shape.kind)] ?? MARGINS.points;
  const centres = shape.places.map(({ column, row }) => ({
    x: (turned ? columns - 1 - column : column) + 0.5,
    y: (turned ? rows - 1 - row : row) + 0.5,
  }));
  /** @type {Map<string, number[]>} */
  const byTap = new Map();
  shape.places.forEach((place, index) => byTap.set(place.tap, [...(byTap.get(place.tap) ?? []), index]));
  return {
    shape,
    centres,
    byTap,
    rows: rowsAsSeen(centres),
    left: -margin.left,
    top: -margin.top,
    width: columns + margin.left + margin.right,
    height: rows + margin.top + margin.bottom,
  };
}

/** @param {import("./types.js").Point[]} centres @returns {number[][]} */
function rowsAsSeen(centres) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  centres.forEach(({ y }, index) => rows.set(y, [...(rows.get(y) ?? []), index]));
  const sorted = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  return sorted.map((row) => row.sort((a, b) => centres[a].x - centres[b].x));
}

/**
 * The place one reaches from `from` in a direction: straight ahead if there is one, else the nearest to that side.
 * @param {Geometry} geometry
 * @param {number} from
 * @param {number} dx
 * @param {number} dy
 * @returns {number} `from` itself at the edge
 */
export function neighbour({ centres }, from, dx, dy) {
  let best = from;
  let least = Infinity;
  centres.forEach(({ x, y }, index) => {
    const along = (x - centres[from].x) * dx + (y - centres[from].y) * dy;
    const aside = Math.abs((x - centres[from].x) * dy) + Math.abs((y - centres[from].y) * dx);
    const cost = along + 3 * aside;
    if (along > 0.1 && aside <= along + 0.01 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

/**
 * The place a point of the drawing belongs to, or null beside the board.
 * @param {Geometry} geometry
 * @param {import("./types.js").Point} point
 * @returns {number | null}
 */
export function placeAt({ centres }, { x, y }) {
  const index = centres.findIndex((centre) => Math.abs(centre.x - x) <= 0.5 && Math.abs(centre.y - y) <= 0.5);
  return index < 0 ? null : index;
}

/**
 * The one place a tap means now: on a standing board the lowest free one, where a disc would come to rest.
 * @param {Geometry} geometry
 * @param {string} tap
 * @param {(Piece | null)[]} pieces
 * @returns {number | null}
 */
export function restingPlace({ byTap }, tap, pieces) {
  const places = byTap.get(tap);
  if (!places) return null;
  if (places.length === 1) return places[0];
  return places.findLast((place) => !pieces[place]) ?? null;
}

/**
 * The places that a finished move touched: on a standing board the topmost disc of the column.
 * @param {Geometry} geometry
 * @param {string[]} taps
 * @param {(Piece | null)[]} pieces after the move
 * @returns {number[]}
 */
export function touchedPlaces({ byTap }, taps, pieces) {
  const touched = taps.map((tap) => {
    const places = byTap.get(tap) ?? [];
    return places.length > 1 ? places.find((place) => pieces[place]) : places[0];
  });
  return touched.filter((place) => place !== undefined);
}
