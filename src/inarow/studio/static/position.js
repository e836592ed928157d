// Position: the stones, whose move it is, and how the game stands. A value: playing gives a new one.

import { other, parseMove, sideOfStone, splitMoves, stonesLeft } from "./rules.js";

export const ONGOING = "ongoing";
export const DRAW = "draw";
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

export class Position {
  constructor(rules, moves = []) {
    this.rules = rules;
    this.board = new Uint8Array(rules.columns * rules.rows);
    this.heights = rules.gravity ? new Uint8Array(rules.columns) : null;
    this.moves = [];
    this.winner = 0;
    this.line = [];
    for (const cell of moves) this.#place(cell);
  }

  /** The position after the words of a text, or as many of them as are legal. */
  static read(rules, text) {
    const position = new Position(rules);
    for (const word of splitMoves(rules, text)) {
      const place = parseMove(rules, word);
      const cell = place === null ? null : position.landing(place);
      if (cell === null) return { position, isWhole: false };
      position.#place(cell);
    }
    return { position, isWhole: true };
  }

  get isFull() {
    return this.moves.length === this.board.length;
  }
  get isOver() {
    return this.winner !== 0 || this.isFull;
  }
  get outcome() {
    return this.winner ? (this.winner === 1 ? "first" : "second") : this.isFull ? DRAW : ONGOING;
  }
  get toMove() {
    return sideOfStone(this.rules, this.moves.length);
  }
  get stonesLeft() {
    return stonesLeft(this.rules, this.moves.length);
  }
  get lastMove() {
    return this.moves.at(-1) ?? null;
  }

  /** The stones of the last turn, finished or not. */
  get lastTurn() {
    const side = this.moves.length ? sideOfStone(this.rules, this.moves.length - 1) : 0;
    const turn = [];
    for (let index = this.moves.length - 1; index >= 0 && sideOfStone(this.rules, index) === side; index--) {
      turn.unshift(this.moves[index]);
    }
    return turn;
  }

  /** Where a stone comes to rest that is put on this cell (or into its column), or null if it cannot. */
  landing(cell) {
    if (this.isOver || cell < 0 || cell >= this.board.length) return null;
    if (!this.rules.gravity) return this.board[cell] ? null : cell;
    const column = cell % this.rules.columns;
    return this.heights[column] < this.rules.rows ? this.heights[column] * this.rules.columns + column : null;
  }

  play(cell) {
    const next = new Position(this.rules);
    next.board.set(this.board);
    next.heights?.set(this.heights);
    next.moves = this.moves.slice();
    next.#place(cell);
    return next;
  }

  /** Whether a stone of the side on this empty cell would make a winning row. */
  wouldWin(cell, side) {
    return DIRECTIONS.some((direction) => this.#isWinning(this.#row(cell, side, direction).length));
  }

  #place(cell) {
    const side = this.toMove;
    this.board[cell] = side;
    if (this.heights) this.heights[cell % this.rules.columns]++;
    this.moves.push(cell);
    const rows = DIRECTIONS.map((direction) => this.#row(cell, side, direction)).filter((row) =>
      this.#isWinning(row.length),
    );
    if (rows.length) {
      this.winner = side;
      this.line = [...new Set(rows.flat())].sort((one, two) => one - two);
    }
  }

  #isWinning(length) {
    return this.rules.exact ? length === this.rules.line_length : length >= this.rules.line_length;
  }

  /** The cells of the side's run through a cell, along a direction. */
  #row(cell, side, [across, up]) {
    const { columns, rows } = this.rules;
    const found = [cell];
    for (const sign of [1, -1]) {
      let column = (cell % columns) + sign * across;
      let row = Math.floor(cell / columns) + sign * up;
      while (
        column >= 0 &&
        column < columns &&
        row >= 0 &&
        row < rows &&
        this.board[row * columns + column] === side
      ) {
        found.push(row * columns + column);
        column += sign * across;
        row += sign * up;
      }
    }
    return found;
  }
}

/** Cells where the side would win at once with one stone. */
export function winningCells(position, side) {
  const found = [];
  for (let cell = 0; cell < position.board.length; cell++) {
    if (position.landing(cell) === cell && position.wouldWin(cell, side)) found.push(cell);
  }
  return found;
}

export const loserOf = (position) => (position.winner ? other(position.winner) : 0);
