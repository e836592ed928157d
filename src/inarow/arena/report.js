"use strict";
const games = JSON.parse(document.getElementById("games").textContent);
const pick = document.getElementById("pick");
let game = null, at = 0;
const side = (index) => (index < game.first ? 0 : (Math.floor((index - game.first) / game.turn) + 1) % 2);
const NAMES = ["first", "second"];

function drawn() {
  const size = 40, { columns, rows } = game;
  const x = (cell) => (cell % columns) * size + size / 2, y = (cell) => (rows - 1 - Math.floor(cell / columns)) * size + size / 2;
  let svg = `<svg viewBox="0 0 ${columns * size} ${rows * size}" role="img" aria-label="the board after ${at} stones">`;
  for (let c = 0; c <= columns; c++) svg += `<line x1="${c * size}" x2="${c * size}" y1="0" y2="${rows * size}" stroke="var(--line)"/>`;
  for (let r = 0; r <= rows; r++) svg += `<line y1="${r * size}" y2="${r * size}" x1="0" x2="${columns * size}" stroke="var(--line)"/>`;
  for (let i = 0; i < at; i++) {
    const cell = game.moves[i], mine = side(i), last = i === at - 1, won = at === game.moves.length && game.line.includes(cell);
    const ring = won ? 'stroke="currentColor" stroke-width="4"' : "";
    svg += mine === 0
      ? `<circle cx="${x(cell)}" cy="${y(cell)}" r="15" fill="var(--first)" ${ring}/>`
      : `<rect x="${x(cell) - 14}" y="${y(cell) - 14}" width="28" height="28" rx="6" fill="var(--second)" ${ring}/>`;
    if (last) svg += `<circle cx="${x(cell)}" cy="${y(cell)}" r="5" fill="var(--paper)"/>`;
  }
  return svg + "</svg>";
}

function thought(index) {
  const said = game.thoughts[index];
  if (!said) return "";
  const [seconds, nodes, depth, judgement] = said, parts = [];
  if (judgement) parts.push(judgement);
  if (depth !== null) parts.push(`depth ${depth}`);
  if (nodes !== null) parts.push(`${nodes.toLocaleString("en")} nodes`);
  if (seconds !== null) parts.push(`${seconds.toFixed(3)} s`);
  return parts.join(", ");
}

function show(stones) {
  at = Math.max(0, Math.min(stones, game.moves.length));
  document.getElementById("board").innerHTML = drawn();
  document.getElementById("at").textContent = `stone ${at} of ${game.moves.length}`;
  document.getElementById("thought").textContent = at ? `${NAMES[side(at - 1)]}: ${thought(at - 1)}` : "";
}

function choose(index) {
  game = games[index];
  document.getElementById("about").textContent = game.about;
  show(game.moves.length);
}

games.forEach((one, index) => pick.add(new Option(one.name, index)));
pick.addEventListener("change", () => choose(Number(pick.value)));
for (const [id, to] of [["start", () => 0], ["back", () => at - 1], ["next", () => at + 1], ["end", () => game.moves.length]]) {
  document.getElementById(id).addEventListener("click", () => show(to()));
}
document.addEventListener("keydown", (event) => {
  if (event.target === pick || !game) return;
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
if (games.length) choose(0);
