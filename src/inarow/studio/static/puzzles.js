// Puzzles made of a review's mistakes: the position before each, to be played better this time.

import * as api from "./api.js";
import { notify, say } from "./announce.js";
import { find, h } from "./dom.js";
import { sideName } from "./names.js";
import { sideOfStone } from "./rules.js";
import { words } from "./scores.js";
import { numeral, t } from "./text.js";

const CLOSE = 0.12; // of a share: a guess that loses no more is as good

export class Puzzles {
  constructor(review) {
    this.review = review;
    this.isOn = false;
    this.index = 0;
    this.solved = new Set();
    this.answer = null; // {isRight, text} once the turn was judged
    this.stop = null;
  }

  get moment() {
    return this.review.moments[this.index];
  }

  start() {
    this.isOn = true;
    this.solved.clear();
    this.open(0);
  }

  end() {
    this.stop?.();
    this.stop = null;
    this.isOn = false;
  }

  open(index) {
    this.stop?.();
    this.index = index;
    this.answer = null;
    this.review.walk = null;
    this.review.studio.visit(this.moment.before);
    this.review.refresh();
    find("board").focus();
    say(this.#question());
  }

  #question() {
    const { studio } = this.review;
    return t("puzzle.question", {
      n: numeral(this.index + 1),
      of: numeral(this.review.moments.length),
      side: sideName(studio.rules, sideOfStone(studio.rules, this.moment.before.stones)),
    });
  }

  /** A stone was placed: judge the turn once it is whole. */
  played() {
    if (!this.isOn || this.answer) return;
    const { studio } = this.review;
    const { before, best, played } = this.moment;
    const turn = studio.position.moves.slice(before.stones);
    const isFromHere = studio.tree
      .movesTo(before)
      .every((cell, index) => studio.position.moves[index] === cell);
    const isWhole =
      studio.isOver ||
      sideOfStone(studio.rules, studio.position.moves.length) !== sideOfStone(studio.rules, before.stones);
    if (!isFromHere || !turn.length || !isWhole) return;
    const isSame = (other) => other.length === turn.length && other.every((cell) => turn.includes(cell));
    if (isSame(best) || studio.winner === sideOfStone(studio.rules, before.stones))
      this.#tell(true, t("puzzle.right"));
    else if (isSame(played)) this.#tell(false, t("puzzle.same"));
    else if (studio.isOver) this.#tell(this.moment.score.result === "draw", t("outcome.draw"));
    else this.#judge(studio);
  }

  /** Another turn than the engine's may be as good: ask. */
  #judge(studio) {
    this.answer = { isRight: null, text: t("puzzle.judging") };
    const { score } = this.moment;
    this.stop = api.search(
      { ...studio.place, kind: "analyse", seconds: 1, lines: 1 },
      {
        result: ({ score: theirs }) => {
          const opposite = { win: "loss", loss: "win", draw: "draw" }[theirs.result];
          const isRight = score.result ? opposite === score.result : 1 - theirs.share >= score.share - CLOSE;
          this.#tell(isRight, t(isRight ? "puzzle.alsoRight" : "puzzle.wrong", { score: words(theirs) }));
        },
        failed: (error) => {
          notify(error.message, "bad");
          this.open(this.index);
        },
      },
    );
    this.review.refresh();
  }

  #tell(isRight, text) {
    this.stop = null;
    this.answer = { isRight, text };
    if (isRight) this.solved.add(this.index);
    say(text);
    this.review.refresh();
  }

  parts() {
    const { review, answer } = this;
    const isLast = this.index === review.moments.length - 1;
    return [
      h("h2", { id: "puzzle-title" }, t("puzzle.title")),
      h("p", { id: "puzzle-question" }, this.#question()),
      answer &&
        h(
          "p",
          {
            id: "puzzle-answer",
            class: answer.isRight ? "good-news" : answer.isRight === null ? "soft" : "warning",
          },
          answer.text,
        ),
      h(
        "div",
        { class: "switches" },
        answer?.isRight === false &&
          h(
            "button",
            { id: "puzzle-again", "data-key": "puzzle-again", onclick: () => this.open(this.index) },
            t("puzzle.again"),
          ),
        h(
          "button",
          {
            id: "puzzle-show",
            "data-key": "puzzle-show",
            onclick: () => {
              const { moment } = this;
              this.end();
              review.show(
                moment.before,
                moment.better.length ? moment.better : moment.best,
                t("review.betterLine"),
              );
            },
          },
          t("puzzle.show"),
        ),
        !isLast &&
          h(
            "button",
            {
              id: "puzzle-next",
              "data-key": "puzzle-next",
              class: answer?.isRight ? "primary" : "",
              onclick: () => this.open(this.index + 1),
            },
            t("puzzle.next"),
          ),
        h(
          "button",
          {
            id: "puzzle-end",
            "data-key": "puzzle-end",
            onclick: () => {
              this.end();
              review.refresh();
            },
          },
          t("puzzle.end"),
        ),
      ),
      h(
        "p",
        { class: "soft" },
        t("puzzle.solved", { n: numeral(this.solved.size), of: numeral(review.moments.length) }),
      ),
    ];
  }
}
