// What is laid over the stones: figures of the analysis, threats, lines to come, hints and marks of the review.

import { s } from "./dom.js";
import { sideOfStone } from "./rules.js";
import { figure, kindOf } from "./scores.js";
import { stone } from "./stones.js";
import { t } from "./text.js";

const READABLE = 34; // pixels that a figure needs

/** All elements for what the panels want to show: {figures, partners, threats, line, mark}. */
export function overlayOf(board, studio, { figures = [], partners = [], threats = null, line = null, mark = null }) {
  const elements = [];
  if (threats) elements.push(...threatMarks(board, studio, threats));
  if (line) elements.push(...lineStones(board, studio, line));
  else {
    elements.push(...partners.map((cell) => ring(board, cell, "partner")));
    elements.push(...figures.map((one, index) => chip(board, one, index === 0)));
  }
  if (studio.hint && !line) elements.push(...studio.hint.cells.map((cell) => ring(board, cell, "hint")));
  if (mark) elements.push(badge(board, mark));
  return elements;
}

function at(board, cell, properties, ...children) {
  const [x, y] = board.centre(cell);
  return s("g", { transform: `translate(${x} ${y})`, ...properties }, ...children);
}

const ring = (board, cell, name) => at(board, cell, { class: `ring ${name}` }, s("circle", { r: 38 }));

/** A move's score in its cell: filled where proven, with a bar where guessed. Grows beyond tiny cells. */
function chip(board, { cell, score }, isBest) {
  const kind = kindOf(score);
  const scale = Math.min(2.2, Math.max(1, READABLE / board.cellPixels));
  const text = figure(score);
  const size = text.length > 3 ? 30 : 38;
  const [x, y] = board.centre(cell);
  return s("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: `chip ${kind}${isBest ? " best" : ""}` },
    s("rect", { x: -41, y: -33, width: 82, height: 66, rx: 16 }),
    s("text", { y: kind === "guess" ? -5 : 1, "font-size": size }, text),
    kind === "guess" && s("rect", { x: -30, y: 17, width: 60, height: 7, rx: 3.5, class: "rail" }),
    kind === "guess" && s("rect", { x: -30, y: 17, width: Math.max(2, 60 * score.share), height: 7, rx: 3.5, class: "filled" }));
}

/** The stones of a line to come, numbered. */
function lineStones(board, studio, line) {
  const { rules, position } = studio;
  return line.slice(0, 60).map((cell, index) => {
    const side = sideOfStone(rules, position.moves.length + index);
    return at(board, cell, { class: "coming" }, stone(board.style, side), s("circle", { r: 22, class: "number" }),
      s("text", { "font-size": index >= 9 ? 26 : 30, y: 1 }, String(index + 1)));
  });
}

function threatMarks(board, studio, threats) {
  const { rules, position } = studio;
  const isFree = (cell) => position.board[cell] === 0;
  const marks = [];
  for (const cell of threats.must_answer.filter(isFree)) {
    marks.push(at(board, cell, { class: "must" }, s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 14 })));
  }
  for (const side of ["first", "second"]) {
    const wins = new Set(threats[side].wins.filter(isFree));
    const filled = new Set(threats[side].windows.flat().filter(isFree));
    for (const cell of new Set([...wins, ...filled])) marks.push(threat(board, rules, cell, side, wins.has(cell), threats.parity));
    for (const [parity, cells] of Object.entries(threats.parity?.[side] ?? {})) {
      for (const cell of cells.filter((one) => isFree(one) && !wins.has(one) && !filled.has(one))) {
        marks.push(distant(board, cell, side, parity));
      }
    }
  }
  for (const cells of threats.double.slice(0, 24)) marks.push(...pair(board, cells));
  return marks;
}

/** A cell that completes a row at once: the side's sign. A cell that helps to: the sign, small. */
function threat(board, rules, cell, side, isWin) {
  return at(board, cell, { class: `threat ${side} ${isWin ? "wins" : "helps"}` },
    s("path", { d: side === "first" ? "M0-22A22 22 0 1 1-.1-22Z" : "M0-26L26 0L0 26L-26 0Z" }),
    isWin && s("text", { "font-size": 30, y: 1 }, "!"));
}

/** A cell that would complete a row but cannot be reached yet; whether its row is odd decides endgames. */
function distant(board, cell, side, parity) {
  return at(board, cell, { class: `threat distant ${side}` },
    s("path", { d: side === "first" ? "M0-26A26 26 0 1 1-.1-26Z" : "M0-31L31 0L0 31L-31 0Z" }),
    s("text", { "font-size": 24, y: 1 }, t(parity === "odd" ? "threat.odd" : "threat.even")));
}

function pair(board, cells) {
  const centres = cells.map((cell) => board.centre(cell));
  return centres.slice(1).map(([x2, y2], index) => {
    const [x1, y1] = centres[index];
    return s("line", { x1, y1, x2, y2, class: "double" });
  });
}

function badge(board, { cell, text, kind }) {
  const [x, y] = board.centre(cell);
  return s("g", { transform: `translate(${x + 32} ${y - 32})`, class: `badge ${kind}` },
    s("circle", { r: 21 }), s("text", { "font-size": 26, y: 1 }, text));
}
