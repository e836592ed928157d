// What a board and its stones look like. Sides differ by shape (a ring, a star; a cross, a nought) and by brightness,
// never by colour alone.

import { FIRST } from "./rules.js";
import { s } from "./dom.js";
import { UNIT } from "./view.js";

const HALF = UNIT / 2;
const STAR = "M0-25Q4-4 25 0Q4 4 0 25Q-4 4-25 0Q-4-4 0-25Z";
const LARGEST_MARKS_BOARD = 6;
const LARGEST_HOLED_BOARD = 600; // cells; larger frames lie under the discs instead of over them

/** How a game is drawn: discs behind a frame, stones on lines, or crosses and noughts in squares. */
export function styleOf(rules) {
  if (rules.gravity) return "discs";
  return Math.max(rules.columns, rules.rows) <= LARGEST_MARKS_BOARD ? "marks" : "stones";
}

const gradient = (id) =>
  s(
    "radialGradient",
    { id, cx: "36%", cy: "30%", r: "75%" },
    s("stop", { offset: "0", class: `${id}-light` }),
    s("stop", { offset: "1", class: `${id}-dark` }),
  );

export const definitions = () =>
  s(
    "defs",
    {},
    ["disc1", "disc2", "stone1", "stone2"].map(gradient),
    s(
      "linearGradient",
      { id: "frame", x1: 0, y1: 0, x2: 0, y2: 1 },
      s("stop", { offset: "0", class: "frame-light" }),
      s("stop", { offset: "1", class: "frame-dark" }),
    ),
    s(
      "pattern",
      { id: "holes", width: UNIT, height: UNIT, patternUnits: "userSpaceOnUse" },
      s("circle", { cx: HALF, cy: HALF, r: 42, class: "hole" }),
    ),
  );

/** A stone around the origin; without detail it is a plain spot, for boards of very small cells. */
export function stone(style, side, isDetailed = true) {
  const name = side === FIRST ? "first" : "second";
  if (!isDetailed) return s("g", { class: `stone ${style} ${name}` }, s("circle", { r: 44, class: "body" }));
  if (style === "marks") {
    return s(
      "g",
      { class: `stone marks ${name}` },
      side === FIRST ? s("path", { d: "M-24-24L24 24M24-24L-24 24" }) : s("circle", { r: 26 }),
    );
  }
  return s(
    "g",
    { class: `stone ${style} ${name}` },
    style === "stones" && s("circle", { r: 44, cx: 2, cy: 4, class: "shade" }),
    s("circle", { r: style === "discs" ? 43 : 44, class: "body" }),
    side === FIRST ? s("circle", { r: 24, class: "sign" }) : s("path", { d: STAR, class: "sign" }),
  );
}

/** Small picture of a side's stone, for panels. */
export function stoneIcon(rules, side) {
  return s(
    "svg",
    { viewBox: "-50 -50 100 100", class: "icon-stone", "aria-hidden": "true" },
    stone(styleOf(rules), side),
  );
}

/** What lies under the stones. */
export function ground(rules) {
  const { columns, rows } = rules;
  const width = columns * UNIT;
  const height = rows * UNIT;
  const style = styleOf(rules);
  if (style === "stones")
    return s("g", {}, s("rect", { width, height, class: "wood" }), lines(columns, rows), dots(columns, rows));
  if (style === "marks") return s("g", {}, squares(columns, rows));
  if (isHoled(rules)) return s("rect", { width, height, class: "hole" });
  return s(
    "g",
    {},
    s("rect", { width, height, fill: "url(#frame)" }),
    s("rect", { width, height, fill: "url(#holes)" }),
  );
}

/** What lies over the stones: the frame of a board whose discs fall, or nothing. */
export function cover(rules) {
  if (!isHoled(rules)) return null;
  const { columns, rows } = rules;
  let path = `M0 0H${columns * UNIT}V${rows * UNIT}H0Z`;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      path += `M${column * UNIT + 9} ${row * UNIT + HALF}a41 41 0 1 0 82 0a41 41 0 1 0-82 0Z`;
    }
  }
  return s(
    "g",
    { class: "cover" },
    s("path", { d: path, fill: "url(#frame)", "fill-rule": "evenodd" }),
    s("path", { d: path, class: "rim", "fill-rule": "evenodd" }),
  );
}

export const isHoled = (rules) => rules.gravity && rules.columns * rules.rows <= LARGEST_HOLED_BOARD;

function lines(columns, rows) {
  let path = "";
  for (let row = 0; row < rows; row++) path += `M${HALF} ${row * UNIT + HALF}h${(columns - 1) * UNIT}`;
  for (let column = 0; column < columns; column++)
    path += `M${column * UNIT + HALF} ${HALF}v${(rows - 1) * UNIT}`;
  return s("path", { d: path, class: "grid" });
}

/** The dots of a Go board, where the board is large enough to need them for the eye. */
function dots(columns, rows) {
  const places = (size) =>
    size < 9 ? [] : [...new Set([3, (size - 1) / 2, size - 4])].filter(Number.isInteger);
  return places(rows).flatMap((row) =>
    places(columns).map((column) =>
      s("circle", {
        cx: column * UNIT + HALF,
        cy: row * UNIT + HALF,
        r: columns > 40 ? 20 : 10,
        class: "dot",
      }),
    ),
  );
}

function squares(columns, rows) {
  const found = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      found.push(
        s("rect", {
          x: column * UNIT + 3,
          y: row * UNIT + 3,
          width: 94,
          height: 94,
          rx: 12,
          class: "square",
        }),
      );
    }
  }
  return found;
}
