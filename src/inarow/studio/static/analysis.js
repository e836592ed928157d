// The panel "Analysis": what the engine thinks of each move here, and the threats on the board.

import * as api from "./api.js";
import * as store from "./store.js";
import { notify, say } from "./announce.js";
import { find, h, refill } from "./dom.js";
import { sideName } from "./names.js";
import { FIRST, SECOND, cellName, moveName, sideOfStone } from "./rules.js";
import { figure, firstShare, kindOf, words } from "./scores.js";
import { stoneIcon } from "./stones.js";
import { noticeText } from "./table.js";
import { counted, numeral, rough, t } from "./text.js";

const FIRST_SECONDS = 2;
const DEEPER = 4; // so many times longer
const MOST_SECONDS = 600;
const MOST_KEPT = 400;
const LINES = [1, 2, 3, 5, 8, 12];

class Analysis {
  constructor(page) {
    this.page = page;
    this.studio = page.studio;
    this.isOn = false;
    this.lines = store.settings().lines ?? 3;
    this.hasThreats = false;
    this.known = new Map(); // position text to what the engine said last, {..., seconds: its budget}
    this.threats = new Map();
    this.running = null; // {text, stop, notice}
    this.hovered = null; // a line of cells
    this.studio.on((what) => {
      if (["game", "position", "played"].includes(what)) this.#follow();
    });
  }

  get found() {
    return this.known.get(this.studio.text) ?? null;
  }

  toggle() {
    this.isOn = !this.isOn;
    say(t(this.isOn ? "analysis.isOn" : "analysis.isOff"));
    this.#follow();
    this.page.redraw();
  }

  deeper() {
    this.isOn = true;
    this.#search(Math.min(MOST_SECONDS, (this.found?.seconds ?? FIRST_SECONDS / DEEPER) * DEEPER));
    this.refresh();
  }

  stop() {
    this.running?.stop();
    this.running = null;
    this.refresh();
  }

  setLines(lines) {
    this.lines = lines;
    store.keepSettings({ lines });
    this.known.delete(this.studio.text);
    this.stop();
    this.#follow();
    this.page.redraw();
  }

  toggleThreats() {
    this.hasThreats = !this.hasThreats;
    say(t(this.hasThreats ? "threats.isOn" : "threats.isOff"));
    this.#follow();
    this.page.redraw();
  }

  /** A line to be drawn on the board while something points at it. */
  hover(line) {
    this.hovered = line;
    this.page.redraw();
  }

  aimed(cell) {
    const landing = cell === null ? null : this.studio.position.landing(cell);
    const move = this.isOn && landing !== null ? this.found?.moves.find((one) => one.cell === landing) : null;
    this.hovered = move ? move.line : null;
  }

  /** What lies over the board. */
  shown() {
    const { studio } = this;
    const moves = this.isOn && !studio.isOver ? (this.found?.moves ?? []) : [];
    const isFirstOfCell = (move, index) => moves.findIndex((one) => one.cell === move.cell) === index;
    return {
      figures: moves.filter(
        (move, index) => studio.position.board[move.cell] === 0 && isFirstOfCell(move, index),
      ),
      partners: moves[0]?.turn?.slice(1) ?? [],
      threats: this.hasThreats ? (this.threats.get(studio.text) ?? null) : null,
      line: this.hovered,
    };
  }

  #follow() {
    this.hovered = null;
    if (this.running && this.running.text !== this.studio.text) this.stop();
    const isWanted = this.isOn && !this.studio.isOver;
    if (!isWanted && this.running) this.stop();
    if (isWanted && !this.running && !this.found?.isComplete) this.#search(FIRST_SECONDS);
    if (this.hasThreats) this.#findThreats();
    this.refresh();
  }

  #search(seconds) {
    const { studio } = this;
    if (studio.isOver) return;
    this.running?.stop();
    const { text, place } = studio;
    const node = studio.tree.current;
    const running = { text, notice: null };
    const learn = (data, isComplete) => {
      this.#keep(text, { ...data, seconds, spent: data.seconds, isComplete });
      if (data.score) node.judgement = { score: data.score };
      running.notice = null;
      this.refresh();
      if (studio.text !== text) return;
      this.page.redraw();
      studio.emit("judged");
    };
    running.stop = api.search(
      { ...place, kind: "analyse", seconds, lines: this.lines },
      {
        info: (data) => learn(data, false),
        notice: (notice) => {
          running.notice = notice;
          this.refresh();
        },
        result: (data) => {
          if (this.running === running) this.running = null;
          learn(data, true);
          if (studio.text === text && data.score)
            say(`${sideName(studio.rules, studio.position.toMove)}: ${words(data.score)}`);
        },
        failed: (error) => {
          if (this.running === running) this.running = null;
          this.isOn = false;
          notify(error.message, "bad");
          this.refresh();
        },
      },
    );
    this.running = running;
  }

  #keep(text, data) {
    this.known.delete(text);
    this.known.set(text, data);
    if (this.known.size > MOST_KEPT) this.known.delete(this.known.keys().next().value);
  }

  async #findThreats() {
    const { text, place } = this.studio;
    if (this.threats.has(text)) return;
    try {
      const { threats } = await api.post("/api/position", place);
      this.#learnThreats(text, threats);
      // What takes long, such as the double threats of two stones, a worker looks for.
      if (!threats.complete)
        api.search({ ...place, kind: "threats" }, { result: (whole) => this.#learnThreats(text, whole) });
    } catch (error) {
      if (!(error instanceof api.Unreachable)) return notify(error.message, "bad");
      await api.wakeWhenBack();
      if (this.studio.text === text) this.#findThreats();
    }
  }

  #learnThreats(text, threats) {
    if (this.threats.size > MOST_KEPT) this.threats.clear();
    this.threats.set(text, threats);
    this.refresh();
    this.page.redraw();
  }

  refresh() {
    drawShareBar(this);
    refill(
      find("panel-analysis"),
      switches(this),
      this.isOn && !this.studio.isOver ? findings(this) : null,
      threatsPart(this),
    );
  }
}

export function makeAnalysis(page) {
  page.analysis = new Analysis(page);
  return page.analysis;
}

function drawShareBar(analysis) {
  const { studio, isOn } = analysis;
  const bar = find("share-bar");
  bar.hidden = !isOn;
  if (!isOn) return;
  const score = analysis.found?.score;
  const share = studio.isOver
    ? studio.winner === 1
      ? 1
      : studio.winner === 2
        ? 0
        : 0.5
    : score
      ? firstShare(score, studio.position.toMove)
      : 0.5;
  if (!bar.firstChild) bar.append(h("div"));
  bar.firstChild.style.height = `${share * 100}%`;
  bar.dataset.style = find("board").dataset.style;
}

function switches(analysis) {
  const { isOn, running } = analysis;
  return h(
    "div",
    { class: "switches" },
    h(
      "button",
      {
        class: "toggle",
        id: "analyse",
        "data-key": "analyse",
        "aria-pressed": String(isOn),
        onclick: () => analysis.toggle(),
      },
      t("analysis.toggle"),
    ),
    h(
      "button",
      {
        id: "deeper",
        "data-key": "deeper",
        disabled: !isOn || analysis.studio.isOver,
        onclick: () => analysis.deeper(),
      },
      t("analysis.deeper"),
    ),
    h(
      "button",
      { id: "stop", "data-key": "stop", disabled: !running, onclick: () => analysis.stop() },
      t("analysis.stop"),
    ),
  );
}

function findings(analysis) {
  const { studio, found, running } = analysis;
  if (running?.notice) return h("p", { class: "warning" }, noticeText(running.notice));
  if (!found?.score) return h("p", { class: "soft", id: "verdict" }, t("analysis.starting"));
  return [
    h(
      "p",
      { class: "verdict", id: "verdict" },
      h("span", { class: `figure ${kindOf(found.score)}` }, figure(found.score)),
      h("span", {}, `${sideName(studio.rules, studio.position.toMove)}: ${words(found.score)}`),
      found.solved && h("span", { class: "solved", title: t("analysis.solvedLong") }, t("analysis.solved")),
    ),
    h("p", { class: "soft cost", id: "cost" }, costText(found, Boolean(running))),
    h(
      "ol",
      { class: "lines", id: "lines", "aria-label": t("analysis.lines") },
      found.moves.slice(0, analysis.lines).map((move) => lineRow(analysis, move)),
    ),
    h(
      "div",
      { class: "field-row" },
      h("label", { for: "line-count" }, t("analysis.count")),
      h(
        "select",
        {
          id: "line-count",
          "data-key": "line-count",
          onchange: (event) => analysis.setLines(Number(event.target.value)),
        },
        LINES.map((n) => h("option", { value: n, selected: n === analysis.lines }, numeral(n))),
      ),
    ),
  ];
}

function costText({ depth, nodes, speed, spent }, isRunning) {
  const parts = [];
  if (depth !== null && depth !== undefined) parts.push(t("thinking.depth", { n: depth }));
  if (nodes) parts.push(t("thinking.nodes", { n: rough(nodes) }));
  if (speed) parts.push(t("thinking.speed", { n: rough(speed) }));
  if (spent !== undefined) parts.push(t("play.time", { n: numeral(spent, 1) }));
  parts.push(t(isRunning ? "analysis.running" : "analysis.rests"));
  return parts.join(" · ");
}

function lineRow(analysis, move) {
  const { studio } = analysis;
  const line = move.line?.length ? move.line : [move.cell];
  const point = {
    onmouseenter: () => analysis.hover(line),
    onmouseleave: () => analysis.hover(null),
    onfocus: () => analysis.hover(line),
    onblur: () => analysis.hover(null),
  };
  return h(
    "li",
    {},
    h(
      "button",
      {
        class: "line",
        "data-key": `line-${move.cell}`,
        ...point,
        "aria-label": `${moveName(studio.rules, move.cell)}: ${words(move.score)}`,
        onclick: () => studio.choose(move.cell),
      },
      h("span", { class: `figure ${kindOf(move.score)}` }, figure(move.score)),
      h("span", { class: "line-moves" }, lineText(studio, line)),
    ),
  );
}

function lineText({ rules, position }, line) {
  return line.slice(0, 24).map((cell, index) => {
    const side = sideOfStone(rules, position.moves.length + index);
    return h("span", { class: side === 1 ? "first" : "second" }, moveName(rules, cell));
  });
}

function threatsPart(analysis) {
  const { studio, hasThreats } = analysis;
  const threats = analysis.threats.get(studio.text);
  return h(
    "div",
    { class: "threats" },
    h(
      "button",
      {
        class: "toggle",
        id: "threats",
        "data-key": "threats",
        "aria-pressed": String(hasThreats),
        onclick: () => analysis.toggleThreats(),
      },
      t("threats.toggle"),
    ),
    hasThreats && threats && h("ul", { class: "legend", id: "legend" }, legendItems(studio, threats)),
  );
}

function legendItems(studio, threats) {
  const { rules } = studio;
  const wins = [
    ["first", FIRST],
    ["second", SECOND],
  ]
    .filter(([name]) => threats[name].windows.length)
    .map(([name, side]) => {
      const values = { side: sideName(rules, side), cells: nameSets(studio, threats[name].windows) };
      return h("li", {}, stoneIcon(rules, side), t("threats.wins", values));
    });
  const items = [
    ...wins,
    threats.must_answer.length
      ? legend("must", t("threats.must", { cells: nameCells(studio, threats.must_answer) }))
      : null,
    threats.parity && Object.values(threats.parity).some(({ odd, even }) => odd.length + even.length)
      ? legend("parity", t("threats.parity"))
      : null,
    threats.double.length
      ? legend("double", t("threats.double", { sets: counted(threats.double.length, "count.sets") }))
      : null,
  ].filter(Boolean);
  return items.length ? items : legend("none", t("threats.none"));
}

/** The first sets of cells, by name: "d4, e5+f6, ...". */
function nameSets({ rules }, sets) {
  const names = sets.slice(0, 6).map((cells) => cells.map((cell) => cellName(rules, cell)).join("+"));
  return names.join(", ") + (sets.length > 6 ? " …" : "");
}

const legend = (name, text) => h("li", { class: name }, text);

const nameCells = ({ rules }, cells) => cells.map((cell) => cellName(rules, cell)).join(" ");
