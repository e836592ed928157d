// The panel "Watch": tournaments of the arena, their tables, and their games as they are played.

import * as api from "./api.js";
import { notify, say } from "./announce.js";
import { find, h, refill } from "./dom.js";
import { gameTitle } from "./names.js";
import { Position } from "./position.js";
import { parseRules } from "./rules.js";
import { HUMAN } from "./studio.js";
import { numeral, t } from "./text.js";

const MOST_LISTED = 60;

class Watch {
  constructor(page) {
    this.page = page;
    this.list = null;
    this.tournament = null;
    this.games = [];
    this.boards = []; // that are being played
    this.watched = null; // the key of the one that is shown as it is played
    this.isFollowing = false;
    this.leave = null;
  }

  chosen(name) {
    if (name === "watch") this.#load();
    else this.#close();
  }

  #close() {
    this.watched = null;
    this.leave?.();
    this.leave = null;
  }

  async #load() {
    try {
      this.list = (await api.get("/api/tournaments")).tournaments;
      if (this.list.length === 1 || this.tournament)
        await this.open(this.tournament?.name ?? this.list[0].name);
    } catch (error) {
      notify(error instanceof api.Unreachable ? t("banner.lost") : error.message, "bad");
    }
    this.refresh();
  }

  async open(name) {
    this.#close();
    const path = `/api/tournaments/${encodeURIComponent(name)}`;
    this.tournament = await api.get(path);
    const { total } = await api.get(`${path}/games?limit=1`);
    this.games = (
      await api.get(`${path}/games?after=${Math.max(0, total - MOST_LISTED)}&limit=${MOST_LISTED}`)
    ).games.reverse();
    this.refresh();
    this.leave = api.follow(`${path}/events`, {
      boards: ({ boards }) => this.#see(boards),
      game: (game) => this.#heard(game),
      standing: async () => {
        this.tournament = await api.get(path).catch(() => this.tournament);
        this.refresh();
      },
    });
  }

  #see(boards) {
    this.boards = boards;
    this.refresh();
    const board = boards.find((one) => one.key === this.watched);
    if (board) this.show(board);
  }

  #heard(game) {
    this.games = [game, ...this.games.filter((one) => one.number !== game.number)].slice(0, MOST_LISTED);
    this.refresh();
    say(t("watch.ended", { players: game.players.join(" – ") }));
    if (this.isFollowing) this.show(game);
  }

  attend(board) {
    this.watched = this.watched === board.key ? null : board.key;
    this.refresh();
    this.show(board);
  }

  show(game) {
    const [name, moves = ""] = game.position.split("/");
    const rules = parseRules(name);
    if (!rules) return;
    const { position } = Position.read(rules, moves);
    this.page.studio.newGame(rules, {
      sides: [HUMAN, HUMAN],
      moves: position.moves,
      name: game.players.join(" – "),
      isGuest: true,
    });
  }

  refresh() {
    if (this.page.panel !== "watch") return;
    refill(
      find("panel-watch"),
      this.list === null
        ? h("p", { class: "soft" }, t("analysis.starting"))
        : this.list.length === 0
          ? h("p", { class: "soft" }, t("watch.none"))
          : [
              chooser(this),
              this.tournament && [
                progressLine(this),
                ...this.tournament.standings.map(standing),
                boardList(this),
                gameList(this),
              ],
            ],
    );
  }
}

export const makeWatch = (page) => new Watch(page);

function chooser(watch) {
  return h(
    "div",
    { class: "field-row" },
    h("label", { for: "tournament" }, t("watch.tournament")),
    h(
      "select",
      { id: "tournament", "data-key": "tournament", onchange: (event) => watch.open(event.target.value) },
      !watch.tournament && h("option", { value: "", selected: true }, t("watch.choose")),
      watch.list.map((one) =>
        h(
          "option",
          { value: one.name, selected: one.name === watch.tournament?.name },
          one.title || one.name,
        ),
      ),
    ),
  );
}

function progressLine(watch) {
  const { played, of } = watch.tournament;
  return h(
    "div",
    { class: "switches" },
    h(
      "p",
      { class: "soft", id: "played" },
      t(of ? "watch.playedOf" : "watch.played", { n: numeral(played), of: of ? numeral(of) : "" }),
    ),
    h("span", { class: "grow" }),
    h(
      "button",
      {
        class: "toggle",
        id: "follow",
        "data-key": "follow",
        "aria-pressed": String(watch.isFollowing),
        onclick: () => {
          watch.isFollowing = !watch.isFollowing;
          watch.refresh();
        },
      },
      t("watch.follow"),
    ),
  );
}

function standing({ game, table, cross }) {
  const rules = parseRules(game);
  const name = rules ? gameTitle(rules) : game;
  return h(
    "section",
    {},
    h("h2", {}, name),
    grid(
      name,
      ["#", t("watch.player"), "Elo", "±", t("watch.points")],
      table.map((row, index) => [
        h("td", {}, String(index + 1)),
        h("th", { scope: "row", class: "name" }, row.player),
        h("td", {}, signed(row.elo)),
        h("td", {}, numeral(row.error)),
        h("td", {}, `${numeral(row.points, 1)}/${row.games}`),
      ]),
    ),
    table.length > 2 && crossTable(name, table, cross),
  );
}

/** The points of everyone against everyone. */
function crossTable(name, table, cross) {
  return [
    h("h3", {}, t("watch.cross")),
    grid(
      `${name}, ${t("watch.cross")}`,
      ["#", t("watch.player"), ...table.map((_, index) => String(index + 1))],
      table.map((row, index) => [
        h("td", {}, String(index + 1)),
        h("th", { scope: "row", class: "name" }, row.player),
        cross[index].map((one) => h("td", { class: one ? "" : "none" }, one ? numeral(one.points, 1) : "")),
      ]),
    ),
  ];
}

/** A table that can be scrolled sideways; its second column has the names. */
function grid(label, head, rows) {
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text, index) => h("th", { scope: "col", class: index === 1 ? "name" : null }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((cells) => h("tr", {}, cells)),
      ),
    ),
  );
}

const signed = (elo) => `${elo < 0 ? "−" : "+"}${numeral(Math.abs(elo))}`;

function boardList(watch) {
  if (!watch.boards.length) return null;
  return h(
    "section",
    {},
    h("h2", {}, t("watch.boards")),
    h("ul", { class: "games", id: "tournament-boards" }, watch.boards.map((board) => boardItem(watch, board))),
  );
}

function boardItem(watch, board) {
  const settings = {
    class: "game-row",
    "data-key": `board-${board.key}`,
    "aria-pressed": String(board.key === watch.watched),
    onclick: () => watch.attend(board),
  };
  return h("li", {}, h("button", settings, h("span", {}, board.players.join(" – "))));
}

function gameList(watch) {
  return h(
    "section",
    {},
    h("h2", {}, t("watch.games")),
    h(
      "ul",
      { class: "games", id: "tournament-games" },
      watch.games.map((game) =>
        h(
          "li",
          {},
          h(
            "button",
            { class: "game-row", "data-key": `game-${game.number}`, onclick: () => watch.show(game) },
            h("span", {}, `${numeral(game.number)}. ${game.players.join(" – ")}`),
            h("small", { class: "soft" }, outcome(game)),
          ),
        ),
      ),
    ),
  );
}

const outcome = ({ outcome: how, players }) =>
  how === "first"
    ? t("watch.won", { player: players[0] })
    : how === "second"
      ? t("watch.won", { player: players[1] })
      : t("outcome.draw");
