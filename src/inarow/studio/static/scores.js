// Scores for people. A score from the server is {result: "win"|"loss", stones}, {result: "draw"} or {value}, and has a
// share: the expected points of its side, from 0 to 1.

import { FIRST } from "./rules.js";
import { counted, numeral, t } from "./text.js";

const UNIT = 100;
const SURE = 9999; // a guess beyond this is shown as sure

export const kindOf = (score) => score.result ?? "guess";

/** As short as can be, for the board: W7, L6, =, +0.8. */
export function figure(score) {
  if (score.result === "win") return t("figure.win", { n: score.stones });
  if (score.result === "loss") return t("figure.loss", { n: score.stones });
  if (score.result === "draw") return "=";
  const value = score.value / UNIT;
  if (Math.abs(score.value) > SURE) return value > 0 ? "++" : "−−";
  const digits = Math.abs(value) < 10 ? 1 : 0;
  const sign = Number(Math.abs(value).toFixed(digits)) === 0 ? "" : value > 0 ? "+" : "−";
  return sign + numeral(Math.abs(value), digits);
}

/** In a sentence: "wins in 7 stones". */
export function words(score) {
  if (score.result === "win") return t("score.win", { stones: counted(score.stones, "count.stones") });
  if (score.result === "loss") return t("score.loss", { stones: counted(score.stones, "count.stones") });
  if (score.result === "draw") return t("score.draw");
  if (Math.abs(score.value) > SURE) return t(score.value > 0 ? "score.likelyWin" : "score.likelyLoss");
  return t("score.guess", { value: figure(score), percent: Math.round(score.share * 100) });
}

/** The proven result of a move for the side that made it, given the score of the side to move after it. */
export function forMover(score, isSameSide) {
  if (isSameSide || score.result === "draw") return score;
  return { ...score, result: score.result === "win" ? "loss" : "win" };
}

/** The share of the first side, whoever the score is for. */
export const firstShare = (score, side) => (side === FIRST ? score.share : 1 - score.share);
