// The panel "Play": who sits where, and how long an engine may think.

import { find, h, refill } from "./dom.js";
import { playerName, rulesText, sideName } from "./names.js";
import { FIRST, SECOND } from "./rules.js";
import { stoneIcon } from "./stones.js";
import { HUMAN } from "./studio.js";
import { hasText, numeral, t } from "./text.js";

const TIMES = [0.1, 0.5, 1, 2, 5, 10, 30, 60];
const OTHER = "other";

export function makePlay(page) {
  const { studio } = page;
  const typing = new Set(); // sides whose player is being typed
  const draw = () => {
    refill(
      find("panel-play"),
      h("p", { class: "soft about" }, rulesText(studio.rules)),
      h(
        "div",
        { class: "sides" },
        [FIRST, SECOND].map((side) => sideRow(page, side, typing, draw)),
      ),
      timeRow(studio),
    );
  };
  studio.on((what) => {
    if (what === "game") typing.clear();
    if (what === "game" || what === "sides") draw();
  });
  return { refresh: draw };
}

/** A select for whoever may sit at a side: players that the page can tell about, as others need a file. */
export function playerSelect({ levels, players }, value, properties, ...more) {
  const names = players.map((one) => one.name).filter((name) => hasText(`about.${name}`));
  const known = new Set([HUMAN, ...levels.map((one) => one.player), ...names]);
  const option = (player, text = playerName(player)) =>
    h("option", { value: player, selected: player === value }, text);
  return h(
    "select",
    properties,
    option(HUMAN),
    h(
      "optgroup",
      { label: t("player.levels") },
      levels.map((one) => option(one.player, levelText(one))),
    ),
    h(
      "optgroup",
      { label: t("player.catalog") },
      names.map((name) => option(name)),
    ),
    known.has(value) || value === OTHER ? null : option(value),
    more,
  );
}

function levelText({ level, player }) {
  return `${playerName(player)} · ${t(`level.${level}`)}`;
}

function sideRow({ studio, players }, side, typing, draw) {
  const index = side - 1;
  const player = studio.game.sides[index];
  const id = `side-${side}`;
  const sit = (name) => {
    typing.delete(side);
    studio.setSides(studio.game.sides.map((one, at) => (at === index ? name : one)));
  };
  const choose = (event) => {
    if (event.target.value !== OTHER) return sit(event.target.value);
    typing.add(side);
    draw();
    return find(`${id}-text`).focus();
  };
  return h(
    "div",
    { class: "side-row" },
    stoneIcon(studio.rules, side),
    h("label", { for: id }, sideName(studio.rules, side)),
    playerSelect(
      players,
      typing.has(side) ? OTHER : player,
      { id, "data-key": id, onchange: choose },
      h("option", { value: OTHER, selected: typing.has(side) }, t("player.other")),
    ),
    typing.has(side) &&
      h(
        "form",
        {
          class: "inline",
          onsubmit: (event) => {
            event.preventDefault();
            const text = find(`${id}-text`).value.trim();
            if (text) sit(text);
          },
        },
        h("input", {
          id: `${id}-text`,
          "data-key": `${id}-text`,
          "aria-label": t("player.typed"),
          placeholder: "pvs eval=windows depth=6",
          value: player === HUMAN ? "" : player,
        }),
        h("button", { type: "submit" }, t("player.sit")),
      ),
    hasText(`about.${player}`) &&
      !typing.has(side) &&
      h("p", { class: "soft about" }, t(`about.${player}`)),
  );
}

function timeRow(studio) {
  const times = [...new Set([...TIMES, studio.game.seconds])].sort((one, two) => one - two);
  return h(
    "div",
    { class: "field-row" },
    h("label", { for: "seconds" }, t("play.seconds")),
    h(
      "select",
      {
        id: "seconds",
        "data-key": "seconds",
        onchange: (event) => studio.setSeconds(Number(event.target.value)),
      },
      times.map((seconds) =>
        h(
          "option",
          { value: seconds, selected: seconds === studio.game.seconds },
          t("play.time", { n: numeral(seconds, Number.isInteger(seconds) ? 0 : 1) }),
        ),
      ),
    ),
  );
}
