// The panel "Review": where the game turned, why, and the same places again as puzzles.

import * as api from "./api.js";
import { notify, say } from "./announce.js";
import { find, h, refill } from "./dom.js";
import { sideName } from "./names.js";
import { FIRST, SECOND, moveName, nameOf, sideOfStone } from "./rules.js";
import { words } from "./scores.js";
import { noticeText } from "./table.js";
import { numeral, t } from "./text.js";
import { Puzzles } from "./puzzles.js";

const TIMES = [0.2, 0.5, 1, 3, 10];
const USUAL_TIME = 0.5;
const SIGNS = {
  "win to loss": ["blunder", "??"],
  "missed win": ["mistake", "?"],
  "draw to loss": ["blunder", "??"],
  "allowed win": ["blunder", "??"],
  "win to draw": ["mistake", "?"],
  drop: ["inaccuracy", "?!"],
};

class Review {
  constructor(page) {
    this.page = page;
    this.studio = page.studio;
    this.seconds = USUAL_TIME;
    this.running = null; // {stop, done, of, notice}
    this.tree = null; // that the moments belong to
    this.moments = []; // {before, node, played, best, score, playedScore, kind, better, refutation}
    this.rates = null;
    this.walk = null; // nodes of a line that is shown step by step
    this.puzzles = new Puzzles(this);
    this.studio.on((what) => {
      if (what === "game") this.#forget();
      if (what === "played") this.puzzles.played();
      if (["game", "position", "played", "sides"].includes(what)) this.refresh();
    });
  }

  #forget() {
    this.running?.stop();
    Object.assign(this, { running: null, moments: [], rates: null, tree: null, walk: null });
    this.puzzles.end();
  }

  /** Have the whole line judged, turn by turn. */
  start() {
    const { studio } = this;
    this.#forget();
    const line = studio.tree.line();
    const { tree } = studio;
    const running = { done: 0, of: 0, notice: null };
    this.running = running;
    this.tree = tree;
    for (const node of line) node.mark = null;
    const add = (move) => this.#judge(line, move);
    running.stop = api.search(
      { game: nameOf(studio.rules), moves: tree.movesTo(line.at(-1)), kind: "review", seconds: this.seconds },
      {
        info: (move) => {
          Object.assign(running, { done: move.done, of: move.of, notice: null });
          add(move);
          this.#changed();
        },
        notice: (notice) => {
          running.notice = notice;
          this.refresh();
        },
        result: ({ moves, rates }) => {
          this.running = null;
          this.moments = [];
          moves.forEach(add);
          this.rates = rates;
          this.#changed();
          say(t("review.done", { n: numeral(this.moments.length) }));
        },
        failed: (error) => {
          this.running = null;
          notify(error.message, "bad");
          this.refresh();
        },
      },
    );
    this.refresh();
  }

  stop() {
    this.running?.stop();
    this.running = null;
    this.refresh();
  }

  #judge(line, move) {
    const before = line[move.ply];
    const node = line[move.ply + move.played.length];
    if (!before || !node) return;
    before.judgement = { score: move.score };
    const { mistake } = move;
    node.mark = mistake ? { kind: SIGNS[mistake.kind][0], sign: SIGNS[mistake.kind][1] } : null;
    if (!mistake || this.moments.some((one) => one.node === node)) return;
    this.moments.push({
      before,
      node,
      played: move.played,
      best: move.best,
      score: move.score,
      playedScore: move.played_score,
      ...mistake,
    });
    this.moments.sort((one, two) => one.before.stones - two.before.stones);
  }

  #changed() {
    this.refresh();
    this.studio.emit("judged");
  }

  /** To the next (1) or previous (-1) mistake of the line. */
  step(by) {
    const at = this.studio.tree.current.stones;
    const found =
      by > 0
        ? this.moments.find((one) => one.node.stones > at)
        : this.moments.findLast((one) => one.node.stones < at);
    if (!found) return say(t("review.noMore"));
    this.walk = null;
    this.studio.visit(found.node);
    const isBeside = matchMedia("(min-width: 981px)").matches; // else scrolling would hide the board
    if (isBeside) find("moments")?.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    return say(momentText(this.studio.rules, found));
  }

  /** Show a line below a node, one stone after the other. */
  show(node, line, title) {
    const first = this.studio.tree.graft(node, line);
    if (!first) return notify(t("review.noLine"));
    const nodes = [node, first];
    for (const cell of line.slice(1)) nodes.push(nodes.at(-1).children.find((child) => child.cell === cell));
    this.walk = { nodes, title };
    this.studio.visit(first);
    return find("board").scrollIntoView({ block: "nearest" });
  }

  retry(moment) {
    this.walk = null;
    this.studio.visit(moment.before, { isLive: true });
    find("board").focus();
  }

  /** Why the last turn loses, if it does. */
  explain() {
    const { studio } = this;
    const node = studio.tree.current;
    this.running?.stop();
    const running = { done: 0, of: 0, notice: null, isExplaining: true };
    this.running = running;
    const end = () => {
      if (this.running === running) this.running = null;
    };
    running.stop = api.search(
      { ...studio.place, kind: "explain", seconds: Math.max(1, this.seconds) },
      {
        result: ({ line, loses }) => {
          end();
          if (loses && line.length) this.show(node, line, t("review.why"));
          else notify(t("review.holds"));
          this.refresh();
        },
        failed: (error) => {
          end();
          notify(error.message, "bad");
          this.refresh();
        },
      },
    );
    this.refresh();
  }

  shown() {
    const { current } = this.studio.tree;
    return {
      mark: current.mark ? { cell: current.cell, text: current.mark.sign, kind: current.mark.kind } : null,
    };
  }

  refresh() {
    refill(
      find("panel-review"),
      this.puzzles.isOn
        ? this.puzzles.parts()
        : [controls(this), this.walk && walkPart(this), this.rates && ratesTable(this), momentList(this)],
    );
  }
}

export function makeReview(page) {
  page.review = new Review(page);
  return page.review;
}

export function momentText(rules, { before, played, kind }) {
  const side = sideName(rules, sideOfStone(rules, before.stones));
  return t("review.moment", {
    n: before.stones + 1,
    side,
    move: played.map((cell) => moveName(rules, cell)).join(" "),
    what: t(`mistake.${kind.replaceAll(" ", "-")}`),
  });
}

function controls(review) {
  const { running, studio } = review;
  const isEmpty = studio.tree.root.children.length === 0;
  return [
    h(
      "div",
      { class: "switches" },
      h(
        "button",
        {
          class: "primary",
          id: "review-start",
          "data-key": "review-start",
          disabled: Boolean(running) || isEmpty,
          onclick: () => review.start(),
        },
        t("review.start"),
      ),
      running
        ? h(
            "button",
            { id: "review-stop", "data-key": "review-stop", onclick: () => review.stop() },
            t("analysis.stop"),
          )
        : null,
      h("span", { class: "grow" }),
      h("label", { class: "visually-hidden", for: "review-seconds" }, t("review.seconds")),
      h(
        "select",
        {
          id: "review-seconds",
          "data-key": "review-seconds",
          title: t("review.seconds"),
          onchange: (event) => {
            review.seconds = Number(event.target.value);
          },
        },
        TIMES.map((seconds) =>
          h(
            "option",
            { value: seconds, selected: seconds === review.seconds },
            t("play.time", { n: numeral(seconds, seconds < 1 ? 1 : 0) }),
          ),
        ),
      ),
    ),
    running &&
      !running.isExplaining &&
      h("progress", { max: running.of || 1, value: running.done, "aria-label": t("review.progress") }),
    running?.notice && h("p", { class: "warning" }, noticeText(running.notice)),
    h(
      "div",
      { class: "switches" },
      h(
        "button",
        {
          class: "small",
          id: "mistake-back",
          "data-key": "mistake-back",
          disabled: !review.moments.length,
          onclick: () => review.step(-1),
        },
        t("review.previous"),
      ),
      h(
        "button",
        {
          class: "small",
          id: "mistake-next",
          "data-key": "mistake-next",
          disabled: !review.moments.length,
          onclick: () => review.step(1),
        },
        t("review.next"),
      ),
      h(
        "button",
        {
          class: "small",
          id: "explain",
          "data-key": "explain",
          disabled: Boolean(running) || !studio.tree.current.parent || studio.isOver,
          onclick: () => review.explain(),
        },
        t("review.explain"),
      ),
    ),
  ];
}

function walkPart({ walk, studio }) {
  const at = walk.nodes.indexOf(studio.tree.current);
  if (at < 0) return null;
  return h(
    "div",
    { class: "walk-line", id: "walk" },
    h("p", {}, h("strong", {}, walk.title), " ", t("review.stepOf", { n: at, of: walk.nodes.length - 1 })),
    h(
      "div",
      { class: "switches" },
      h(
        "button",
        {
          id: "walk-back",
          "data-key": "walk-back",
          disabled: at === 0,
          onclick: () => studio.visit(walk.nodes[at - 1]),
        },
        t("control.back"),
      ),
      h(
        "button",
        {
          id: "walk-next",
          "data-key": "walk-next",
          disabled: at === walk.nodes.length - 1,
          onclick: () => studio.visit(walk.nodes[at + 1]),
        },
        t("control.forward"),
      ),
    ),
  );
}

function ratesTable({ rates, studio }) {
  const percent = (part, whole) => (whole ? `${Math.round((100 * part) / whole)}%` : "–");
  return h(
    "table",
    { class: "rates", id: "rates" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [t("review.side"), t("review.turns"), t("review.good"), t("review.perfect")].map((text, index) =>
          h("th", { scope: "col", class: index ? null : "name" }, text),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      [
        ["first", FIRST],
        ["second", SECOND],
      ].map(([name, side]) => {
        const { turns, good, perfect } = rates[name];
        return h(
          "tr",
          {},
          h("th", { scope: "row", class: "name" }, sideName(studio.rules, side)),
          h("td", {}, numeral(turns)),
          h("td", {}, percent(good, turns)),
          h("td", {}, percent(perfect, turns)),
        );
      }),
    ),
  );
}

function momentList(review) {
  const { moments, rates, studio } = review;
  if (!moments.length) return h("p", { class: "soft" }, t(rates ? "review.flawless" : "review.about"));
  return [
    h(
      "ol",
      { class: "moments", id: "moments" },
      moments.map((moment, index) => momentItem(review, moment, index, studio)),
    ),
    h(
      "button",
      { id: "puzzles", "data-key": "puzzles", onclick: () => review.puzzles.start() },
      t("puzzle.start", { n: numeral(moments.length) }),
    ),
  ];
}

function momentItem(review, moment, index, { rules, tree }) {
  const button = (name, text, act) =>
    h("button", { class: "small", "data-key": `${name}-${index}`, "data-act": name, onclick: act }, text);
  return h(
    "li",
    { class: `${moment.node.mark?.kind ?? ""}${tree.current === moment.node ? " now" : ""}` },
    h(
      "button",
      { class: "moment", "data-key": `moment-${index}`, onclick: () => review.studio.visit(moment.node) },
      h("strong", {}, moment.node.mark?.sign),
      ` ${momentText(rules, moment)}`,
    ),
    h(
      "p",
      { class: "soft" },
      t("review.values", { before: words(moment.score), after: words(moment.playedScore) }),
    ),
    h(
      "div",
      { class: "switches" },
      moment.better.length
        ? button(
            "better",
            t("review.better", { move: moment.best.map((cell) => moveName(rules, cell)).join(" ") }),
            () => review.show(moment.before, moment.better, t("review.betterLine")),
          )
        : null,
      moment.refutation.length
        ? button("why", t("review.why"), () => review.show(moment.node, moment.refutation, t("review.why")))
        : null,
      button("retry", t("review.retry"), () => review.retry(moment)),
    ),
  );
}
