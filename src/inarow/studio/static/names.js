// What people call games, sides and players.

import { HUMAN } from "./studio.js";
import { FIRST, nameOf } from "./rules.js";
import { hasText, t } from "./text.js";
import { styleOf } from "./stones.js";

export function gameTitle(rules) {
  const name = nameOf(rules);
  return hasText(`game.${name}`) ? t(`game.${name}`) : t("game.other", rules);
}

/** "Red", "Black", "X": by the stones on the screen. */
export const sideName = (rules, side) => t(`side.${styleOf(rules)}.${side === FIRST ? "first" : "second"}`);

export function playerName(player) {
  if (player === HUMAN) return t("player.human");
  const level = /^level (\d+)$/.exec(player);
  return level ? t("player.level", { n: level[1] }) : player;
}

/** The rules in a sentence. */
export function rulesText(rules) {
  const parts = [
    t(rules.exact ? "rules.exact" : "rules.line", { n: rules.line_length }),
    t("rules.board", rules),
    t(rules.gravity ? "rules.gravity" : "rules.free"),
  ];
  if (rules.stones_per_turn > 1 || rules.stones_first_turn > 1) {
    parts.push(t("rules.turn", { p: rules.stones_per_turn, q: rules.stones_first_turn }));
  }
  return `${parts.join(", ")}.`;
}
