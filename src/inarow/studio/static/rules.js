// Rules: the seven numbers that make a game, their text forms, and the names of cells and moves.

export const FIRST = 1;
export const SECOND = 2;
export const other = (side) => (side === FIRST ? SECOND : FIRST);

const BOUNDS = {
  columns: 128,
  rows: 128,
  line_length: 128,
  stones_per_turn: 8,
  stones_first_turn: 8,
};
export const NUMBERS = Object.keys(BOUNDS);

// As in "place-19x19x6-p2-q1-exact"; the numbers after p and q are 1 when they are left out.
const SPEC = /^(drop|place)-(\d{1,3})x(\d{1,3})x(\d{1,3})(?:-p(\d))?(?:-q(\d))?(-exact)?$/;

let variants = new Map(); // name to rules, as the server lists them

export function setVariants(games) {
  variants = new Map(games.map((game) => [game.name, fieldsOf(game.rules)]));
}

export const variantNames = () => [...variants.keys()];

/** The numbers alone, without what else the server says of them. */
export function fieldsOf({ columns, rows, line_length, gravity, stones_per_turn, stones_first_turn, exact }) {
  return { columns, rows, line_length, gravity, stones_per_turn, stones_first_turn, exact };
}

/** What is wrong with the numbers: [{field, most}], empty if nothing is. */
export function problemsOf(rules) {
  return NUMBERS.filter((field) => {
    const value = rules[field];
    return !Number.isInteger(value) || value < 1 || value > BOUNDS[field];
  }).map((field) => ({ field, most: BOUNDS[field] }));
}

export function specOf(rules) {
  const { stones_per_turn: turn, stones_first_turn: first } = rules;
  const counts = turn === 1 && first === 1 ? "" : `-p${turn}-q${first}`;
  return (
    `${rules.gravity ? "drop" : "place"}-${rules.columns}x${rules.rows}x${rules.line_length}` +
    `${counts}${rules.exact ? "-exact" : ""}`
  );
}

/** The name that people use, or the spec. */
export function nameOf(rules) {
  const spec = specOf(rules);
  for (const [name, known] of variants) if (specOf(known) === spec) return name;
  return spec;
}

/** The rules that a name or spec stands for, or null. */
export function parseRules(text) {
  if (variants.has(text)) return variants.get(text);
  const found = SPEC.exec(text);
  if (!found) return null;
  const [, kind, columns, rows, line_length, p, q, exact] = found;
  const rules = {
    columns: Number(columns),
    rows: Number(rows),
    line_length: Number(line_length),
    gravity: kind === "drop",
    stones_per_turn: Number(p ?? 1),
    stones_first_turn: Number(q ?? 1),
    exact: Boolean(exact),
  };
  return problemsOf(rules).length ? null : rules;
}

/** The side that places the stone with this index, 0 for the first of the game. */
export function sideOfStone(rules, index) {
  if (index < rules.stones_first_turn) return FIRST;
  return Math.floor((index - rules.stones_first_turn) / rules.stones_per_turn) % 2 ? FIRST : SECOND;
}

/** The index of the turn that the stone with this index belongs to. */
export function turnOfStone(rules, index) {
  if (index < rules.stones_first_turn) return 0;
  return 1 + Math.floor((index - rules.stones_first_turn) / rules.stones_per_turn);
}

/** Stones that the side to move may still place in its turn. */
export function stonesLeft(rules, stones) {
  if (stones < rules.stones_first_turn) return rules.stones_first_turn - stones;
  return rules.stones_per_turn - ((stones - rules.stones_first_turn) % rules.stones_per_turn);
}

export function columnLetters(column) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export const cellName = (rules, cell) =>
  `${columnLetters(cell % rules.columns)}${Math.floor(cell / rules.columns) + 1}`;

/** A move as people write it: the column where stones fall, else the cell. */
export const moveName = (rules, cell) =>
  rules.gravity ? String((cell % rules.columns) + 1) : cellName(rules, cell);

export function movesText(rules, moves) {
  return moves.map((cell) => moveName(rules, cell)).join(rules.gravity && rules.columns > 9 ? "." : "");
}

export const positionText = (rules, moves) => `${nameOf(rules)}/${movesText(rules, moves)}`;

/** The words of a moves text as the page writes it: columns or cells. */
export function splitMoves(rules, text) {
  if (!rules.gravity) return text.match(/[a-z]+\d+|[^\s.,-]/gi) ?? [];
  return rules.columns <= 9 ? [...text.replace(/[\s.,-]/g, "")] : text.split(/[\s.,-]+/).filter(Boolean);
}

/** The column from 0, or the cell, that a word names; null if none. */
export function parseMove(rules, word) {
  if (rules.gravity) {
    const column = Number(word) - 1;
    return Number.isInteger(column) && column >= 0 && column < rules.columns ? column : null;
  }
  const found = /^([a-z]+)(\d+)$/i.exec(word);
  if (!found) return null;
  let column = 0;
  for (const letter of found[1].toLowerCase()) column = column * 26 + letter.charCodeAt(0) - 96;
  const row = Number(found[2]) - 1;
  if (column > rules.columns || row < 0 || row >= rules.rows) return null;
  return row * rules.columns + column - 1;
}
