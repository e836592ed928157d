// The keyboard: keys of the board while it has the focus, and letters for everything else.

import * as store from "./store.js";
import { say } from "./announce.js";
import { find, h, refill } from "./dom.js";
import { sideName } from "./names.js";
import { FIRST, SECOND, cellName } from "./rules.js";
import { playAt } from "./table.js";
import { t } from "./text.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// [what the help shows, key of the text]; the order of the help.
const HELP = [
  ["← → ↑ ↓", "keys.arrows"],
  ["Enter", "keys.enter"],
  ["1 … 9", "keys.digits"],
  ["Home / End", "keys.edges"],
  ["R", "keys.read"],
  [", / .", "keys.walk"],
  ["[ / ]", "keys.ends"],
  ["V / Shift+V", "keys.variations"],
  ["U / Y", "keys.takeBack"],
  ["H", "keys.hint"],
  ["A", "keys.analyse"],
  ["D", "keys.deeper"],
  ["T", "keys.threats"],
  ["N / P", "keys.mistakes"],
  ["G", "keys.newGame"],
  ["S", "keys.swap"],
  ["+ / − / 0", "keys.zoom"],
  ["B", "keys.board"],
  ["?", "keys.help"],
];

export function listenToKeys(page) {
  const { studio } = page;
  find("board").addEventListener("keydown", (event) => boardKey(page, event));
  const acts = {
    ",": () => studio.back(),
    ".": () => studio.forward(),
    "[": () => studio.toStart(),
    "]": () => studio.toEnd(),
    v: () => studio.sibling(1),
    V: () => studio.sibling(-1),
    u: () => studio.takeBack(),
    y: () => studio.redo(),
    h: () => studio.askHint(),
    a: () => page.analysis.toggle(),
    d: () => page.analysis.deeper(),
    t: () => page.analysis.toggleThreats(),
    n: () => page.review.step(1),
    p: () => page.review.step(-1),
    g: () => page.setup.open(),
    s: () => studio.swapSides(),
    "+": () => page.board.zoom(1.5),
    "-": () => page.board.zoom(1 / 1.5),
    0: () => page.board.fit(),
    b: () => find("board").focus(),
    "?": showKeys,
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return;
    if (store.settings().hasLetterKeys === false) return;
    const act = acts[event.key] ?? (event.key === "V" ? acts.V : acts[event.key.toLowerCase()]);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const isTyping = (element) => element.closest("input, textarea, select, dialog") !== null;

function boardKey(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { board, studio } = page;
  const { columns, rows, gravity } = studio.rules;
  const arrow = ARROWS[event.key];
  if (arrow) board.step(...arrow.map((step) => step * (event.shiftKey ? 5 : 1)));
  else if (event.key === "Home") board.step(-columns, 0);
  else if (event.key === "End") board.step(columns, 0);
  else if (event.key === "PageUp") board.step(0, rows);
  else if (event.key === "PageDown") board.step(0, -rows);
  else if (event.key === "Enter" || event.key === " ") {
    if (board.cursor === null) board.step(0, 0);
    else playAt(studio, board.cursor);
  } else if (gravity && /^[1-9]$/.test(event.key) && Number(event.key) <= columns)
    playAt(studio, Number(event.key) - 1);
  else if (event.key === "r" || event.key === "R") readBoard(studio);
  else return;
  event.preventDefault();
  event.stopPropagation();
  if (arrow || ["Home", "End", "PageUp", "PageDown"].includes(event.key)) sayCursor(page);
}

function sayCursor({ board, studio }) {
  const { rules, position } = studio;
  const stone = position.board[board.cursor];
  const values = { cell: cellName(rules, board.cursor), side: stone ? sideName(rules, stone) : "" };
  const landing = rules.gravity ? position.landing(board.cursor) : null;
  if (landing !== null && landing !== board.cursor && !stone)
    say(t("say.falls", { ...values, landing: cellName(rules, landing) }));
  else say(t(stone ? "say.stone" : "say.empty", values));
}

function readBoard({ rules, position }) {
  for (const side of [FIRST, SECOND]) {
    const cells = position.moves
      .filter((cell) => position.board[cell] === side)
      .sort((one, two) => one - two);
    say(
      t("say.side", {
        side: sideName(rules, side),
        cells: cells.map((cell) => cellName(rules, cell)).join(", ") || t("say.none"),
      }),
    );
  }
}

export function showKeys() {
  const dialog = find("keys-dialog");
  refill(
    dialog,
    h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, t("keys.title")),
    h(
      "dl",
      { class: "keys" },
      HELP.map(([keys, text]) => [
        h(
          "dt",
          {},
          keys.split(" / ").flatMap((key, index) => [index ? " / " : "", h("kbd", {}, key)]),
        ),
        h("dd", {}, t(text)),
      ]),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: "letter-keys",
        checked: store.settings().hasLetterKeys !== false,
        onchange: (event) => store.keepSettings({ hasLetterKeys: event.target.checked }),
      }),
      t("keys.everywhere"),
    ),
    h(
      "div",
      { class: "dialog-buttons" },
      h("button", { class: "primary", onclick: () => dialog.close() }, t("control.close")),
    ),
  );
  if (!dialog.open) dialog.showModal();
}
