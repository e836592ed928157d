// The table around the board: whose move it is, buttons below the board, and how it ended.

import { Board } from "./board.js";
import { find, h, refill } from "./dom.js";
import { notify, say } from "./announce.js";
import { playerName, sideName } from "./names.js";
import { FIRST, SECOND, cellName, moveName, sideOfStone } from "./rules.js";
import { figure, words } from "./scores.js";
import { stoneIcon } from "./stones.js";
import { numeral, rough, t } from "./text.js";
import { overlayOf } from "./overlay.js";

/** Make the board and keep it in line with the studio. `extras()` gives what panels lay over the stones. */
export function makeTable(studio, extras) {
  const board = new Board(find("board"), find("controls"), {
    onplay: (cell) => playAt(studio, cell),
    onaim: (cell) => {
      extras.aimed?.(cell);
      draw();
    },
    onaimed: (name) => say(t("board.aimed", { cell: name })),
  });
  const draw = () => board.overlay(overlayOf(board, studio, extras.gathered()));
  board.onlayout = draw;
  const show = (isNew) => {
    board.canPlay = studio.canPlay;
    board.show(studio.position, { isNew });
    draw();
    drawStatus(studio);
    labelBoard(studio);
  };
  studio.on((what) => {
    if (what === "game") say(t("say.game", { game: find("title").textContent }));
    show(what === "played");
    if (what === "played") sayMove(studio);
    if (what === "hint") sayHint(studio);
    if (what === "failure") notify(studio.failure.message, "bad");
    if (what === "notice") notify(noticeText(studio.thinking.notice), "bad");
  });
  board.redraw = draw;
  board.refresh = () => show(false);
  find("zoom-in").onclick = () => board.zoom(1.5);
  find("zoom-out").onclick = () => board.zoom(1 / 1.5);
  find("zoom-fit").onclick = () => board.fit();
  return board;
}

export function playAt(studio, cell) {
  if (studio.choose(cell)) return;
  if (studio.thinking) say(t("say.wait"));
  else if (studio.isOver) say(t("say.over"));
  else say(t("say.illegal", { cell: cellName(studio.rules, cell) }));
}

function sayMove(studio) {
  const { rules, position } = studio;
  const index = position.moves.length - 1;
  if (index >= 0 && !studio.resigned) {
    say(
      t("say.move", {
        side: sideName(rules, sideOfStone(rules, index)),
        move: cellName(rules, position.lastMove),
      }),
    );
  }
  if (studio.isOver) say(outcomeText(studio));
}

function sayHint(studio) {
  const { cells, score } = studio.hint;
  const moves = cells.map((cell) => moveName(studio.rules, cell)).join(" ");
  say(score ? t("say.hint", { moves, score: words(score) }) : t("say.hintOnly", { moves }));
}

export function outcomeText(studio) {
  if (studio.resigned) {
    return t("outcome.resigned", {
      loser: sideName(studio.rules, studio.resigned),
      winner: sideName(studio.rules, studio.winner),
    });
  }
  if (studio.winner) return t("outcome.win", { side: sideName(studio.rules, studio.winner) });
  return t("outcome.draw");
}

function turnText(studio) {
  const { rules, position } = studio;
  const values = { side: sideName(rules, position.toMove), n: position.stonesLeft };
  return t(rules.stones_per_turn > 1 && position.stonesLeft > 1 ? "turn.stones" : "turn.one", values);
}

function drawStatus(studio) {
  const { rules, position, thinking } = studio;
  const side = studio.isOver ? studio.winner : position.toMove;
  refill(
    find("status"),
    side ? stoneIcon(rules, side) : null,
    h("strong", {}, studio.isOver ? outcomeText(studio) : turnText(studio)),
    h("span", { class: "soft" }, studio.isOver ? "" : playerName(studio.playerOf(position.toMove))),
  );
  refill(find("thinking"), thinking ? thinkingText(thinking) : idleParts(studio));
  find("table").classList.toggle("busy", Boolean(thinking));
  drawButtons(studio);
}

function thinkingText({ info, notice, isHint }) {
  if (notice) return noticeText(notice);
  const start = t(isHint ? "thinking.hint" : "thinking.now");
  if (!info?.nodes) return start;
  const parts = [
    start,
    info.depth ? t("thinking.depth", { n: info.depth }) : "",
    t("thinking.nodes", { n: rough(info.nodes) }),
  ];
  if (info.score) parts.push(figure(info.score));
  return parts.filter(Boolean).join(" · ");
}

/** Why a search takes longer than it should. */
export function noticeText(notice) {
  return t(notice === "lost" ? "thinking.lost" : notice === "busy" ? "thinking.busy" : "thinking.worker");
}

function idleParts(studio) {
  if (!studio.isEnginesTurn) return studio.hint ? hintParts(studio) : [];
  return h(
    "button",
    { class: "small", "data-key": "continue", onclick: () => studio.goOn() },
    t("control.continue"),
  );
}

function hintParts(studio) {
  const { cells, score } = studio.hint;
  return [
    t("hint.shown", { moves: cells.map((cell) => moveName(studio.rules, cell)).join(" ") }),
    score ? ` · ${words(score)}` : "",
  ];
}

function drawButtons(studio) {
  const { tree } = studio;
  const enabled = {
    start: tree.current.parent,
    back: tree.current.parent,
    forward: tree.next(),
    end: tree.next(),
    "take-back": studio.canTakeBack,
    redo: tree.next(),
    hint: studio.canPlay,
    resign: !studio.isOver && tree.current.parent,
  };
  for (const [id, isOn] of Object.entries(enabled)) find(id).disabled = !isOn;
  const isAuto = studio.isLive && !studio.isOver && studio.game.sides.every((player) => player !== "human");
  find("pause").hidden = !isAuto;
}

function labelBoard(studio) {
  const { rules, position } = studio;
  const counts = [FIRST, SECOND].map((side) =>
    position.board.reduce((sum, one) => sum + (one === side ? 1 : 0), 0),
  );
  find("board").setAttribute(
    "aria-label",
    t("board.label", {
      game: find("title").textContent,
      columns: rules.columns,
      rows: rules.rows,
      first: `${sideName(rules, FIRST)} ${numeral(counts[0])}`,
      second: `${sideName(rules, SECOND)} ${numeral(counts[1])}`,
      status: studio.isOver ? outcomeText(studio) : turnText(studio),
    }),
  );
}
