// What is laid over the stones: figures of the analysis, threats, lines to come, hints and marks of the review.

import { s } from "./dom.js";
import { sideOfStone } from "./rules.js";
import { figure, kindOf } from "./scores.js";
import { stone } from "./stones.js";
import { t } from "./text.js";

const READABLE = 40; // pixels that a figure needs
const SIZES = [44, 44, 37, 33, 28]; // of a figure with so many characters, from 1
const MOST_DOUBLES = 12;

/** All elements for what the panels want to show: {figures, partners, threats, line, mark}. */
export function overlayOf(
  board,
  studio,
  { figures = [], partners = [], threats = null, line = null, mark = null },
) {
  const elements = [];
  if (line) elements.push(...lineStones(board, studio, line));
  else elements.push(...partners.map((cell) => ring(board, cell, "partner")));
  if (threats && !line) elements.push(...doubleJoints(board, threats));
  const covered = new Set(line ?? []);
  elements.push(
    ...figures.filter((one) => !covered.has(one.cell)).map((one) => chip(board, one, one === figures[0])),
  );
  if (threats && !line)
    elements.push(...threatMarks(board, studio, threats, new Set(figures.map((one) => one.cell))));
  if (studio.hint && !line) elements.push(...studio.hint.cells.map((cell) => ring(board, cell, "hint")));
  if (mark) elements.push(badge(board, mark));
  return elements;
}

function at(board, cell, properties, ...children) {
  const [x, y] = board.centre(cell);
  return s("g", { transform: `translate(${x} ${y})`, ...properties }, ...children);
}

const ring = (board, cell, name) => at(board, cell, { class: `ring ${name}` }, s("circle", { r: 38 }));

const chipScale = (board) => Math.min(2.2, Math.max(1, READABLE / board.cellPixels));

/** A move's score in its cell: filled where proven, with a bar where guessed. Grows beyond tiny cells. */
function chip(board, { cell, score }, isBest) {
  const kind = kindOf(score);
  const scale = chipScale(board);
  const text = figure(score);
  const size = SIZES[Math.min(text.length, SIZES.length) - 1];
  const [x, y] = board.centre(cell);
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})`, class: `chip ${kind}${isBest ? " best" : ""}` },
    s("rect", { x: -41, y: -33, width: 82, height: 66, rx: 16 }),
    s("text", { y: kind === "guess" ? -5 : 1, "font-size": size }, text),
    kind === "guess" && s("rect", { x: -30, y: 17, width: 60, height: 7, rx: 3.5, class: "rail" }),
    kind === "guess" &&
      s("rect", { x: -30, y: 17, width: Math.max(2, 60 * score.share), height: 7, rx: 3.5, class: "filled" }),
  );
}

/** The stones of a line to come, numbered. */
function lineStones(board, studio, line) {
  const { rules, position } = studio;
  return line.slice(0, 60).map((cell, index) => {
    const side = sideOfStone(rules, position.moves.length + index);
    return at(
      board,
      cell,
      { class: "coming" },
      stone(board.style, side),
      s("circle", { r: 22, class: "number" }),
      s("text", { "font-size": index >= 9 ? 26 : 30, y: 1 }, String(index + 1)),
    );
  });
}

/** Threats of both sides; where a figure stands already they move to its corner. */
function threatMarks(board, studio, threats, taken) {
  const isFree = (cell) => studio.position.board[cell] === 0;
  const corner = `translate(${-38 * chipScale(board)} ${-34 * chipScale(board)}) scale(.62)`;
  const place = (cell, name, ...children) =>
    at(board, cell, { class: name }, s("g", taken.has(cell) ? { transform: corner } : {}, ...children));
  const marks = threats.must_answer
    .filter(isFree)
    .map((cell) =>
      at(board, cell, { class: "must" }, s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 14 })),
    );
  for (const side of ["first", "second"]) {
    const wins = new Set(threats[side].wins.filter(isFree));
    const helps = new Set(threats[side].windows.flat().filter((cell) => isFree(cell) && !wins.has(cell)));
    for (const cell of wins)
      marks.push(
        place(cell, `threat ${side} wins`, sign(side, 24), s("text", { "font-size": 30, y: 1 }, "!")),
      );
    for (const cell of helps) marks.push(place(cell, `threat ${side} helps`, sign(side, 18)));
    for (const [parity, cells] of Object.entries(threats.parity?.[side] ?? {})) {
      // A cell that wins once it can be reached; whether its row is odd decides endgames.
      for (const cell of cells.filter((one) => isFree(one) && !wins.has(one) && !helps.has(one))) {
        marks.push(
          place(
            cell,
            `threat distant ${side}`,
            sign(side, 30),
            s("text", { "font-size": 24, y: 1 }, t(parity === "odd" ? "threat.odd" : "threat.even")),
          ),
        );
      }
    }
  }
  for (const cell of new Set(threats.double.slice(0, MOST_DOUBLES).flat()))
    marks.push(place(cell, "double-cell", s("circle", { r: 20 }), s("text", { "font-size": 22, y: 1 }, "2×")));
  return marks;
}

/** A side's shape: round for the first, a diamond for the second. */
const sign = (side, r) =>
  s("path", {
    d:
      side === "first"
        ? `M0-${r}A${r} ${r} 0 1 1-.1-${r}Z`
        : `M0-${r + 4}L${r + 4} 0L0 ${r + 4}L-${r + 4} 0Z`,
  });

/** Lines that join cells which together make two threats at once. */
function doubleJoints(board, threats) {
  return threats.double.slice(0, MOST_DOUBLES).flatMap((cells) => {
    const centres = cells.map((cell) => board.centre(cell));
    return centres.slice(1).map(([x2, y2], index) => {
      const [x1, y1] = centres[index];
      return s("line", { x1, y1, x2, y2, class: "double" });
    });
  });
}

function badge(board, { cell, text, kind }) {
  const [x, y] = board.centre(cell);
  return s(
    "g",
    { transform: `translate(${x + 32} ${y - 32})`, class: `badge ${kind}` },
    s("circle", { r: 21 }),
    s("text", { "font-size": 26, y: 1 }, text),
  );
}
