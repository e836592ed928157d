// The panel "Games": copy this one, open another from any format, and the games kept here and on the server.

import * as api from "./api.js";
import * as store from "./store.js";
import { notify } from "./announce.js";
import { find, h, refill } from "./dom.js";
import { gameTitle, playerName } from "./names.js";
import { FIRST, SECOND, nameOf, parseRules } from "./rules.js";
import { HUMAN } from "./studio.js";
import { counted, dateText, t } from "./text.js";

export function makeFiles(page) {
  const state = { page, read: [], saved: null, draft: "" };
  const refresh = () => draw(state);
  page.studio.on((what) => {
    if (page.panel === "files" && (what === "game" || what === "played")) refresh();
  });
  return {
    refresh,
    chosen(name) {
      if (name !== "files") return;
      refresh();
      loadSaved(state);
    },
  };
}

function draw(state) {
  refill(find("panel-files"), sharePart(state.page), openPart(state), herePart(state), serverPart(state));
}

/** Do something that may fail; what the server says against it is shown. */
async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    notify(error instanceof api.Unreachable ? t("banner.lost") : error.message, "bad");
    return null;
  }
}

// --- copying

function sharePart({ studio }) {
  const button = (id, text, value) =>
    h("button", { id, "data-key": id, onclick: () => attempt(async () => copy(await value())) }, text);
  return h(
    "section",
    { "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, t("share.title")),
    h(
      "div",
      { class: "switches" },
      button("copy-link", t("share.link"), () => store.linkTo(studio.text)),
      button("copy-position", t("share.position"), () => studio.text),
      button("copy-diagram", t("share.diagram"), () => written(studio, "diagram", studio.position.moves)),
      button("copy-sgf", "SGF", () => written(studio, "sgf", studio.tree.movesTo(studio.tree.line().at(-1)))),
      h(
        "button",
        { id: "save-sgf", "data-key": "save-sgf", onclick: () => attempt(() => download(studio)) },
        t("share.file"),
      ),
    ),
    h("textarea", { id: "copied", rows: 4, readonly: true, hidden: true, "aria-label": t("share.copied") }),
  );
}

async function written(studio, format, moves) {
  const body = { game: nameOf(studio.rules), moves, format };
  if (format !== "diagram") {
    body.players = studio.game.sides.map(playerName);
    if (studio.tree.resigned) body.outcome = studio.tree.resigned.side === 1 ? "second" : "first";
  }
  return (await api.post("/api/write", body)).text;
}

/** To the clipboard; where the browser does not allow that, into a field to copy from. */
async function copy(text) {
  const field = find("copied");
  field.value = text;
  try {
    await navigator.clipboard.writeText(text);
    field.hidden = !text.includes("\n");
    notify(t("share.done"), "good");
  } catch {
    field.hidden = false;
    field.select();
    notify(t("share.byHand"));
  }
}

async function download(studio) {
  const text = await written(studio, "sgf", studio.tree.movesTo(studio.tree.line().at(-1)));
  const link = h("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" })),
    download: `${nameOf(studio.rules)}.sgf`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// --- opening

function openPart(state) {
  const read = async (text, name = "") => {
    const game = nameOf(state.page.studio.rules); // for a drawing, which does not say what it is of
    const answer = await attempt(() => api.post("/api/read", { text, name, game }));
    if (!answer) return;
    state.read = answer.games;
    state.draft = "";
    if (answer.games.length === 1) openRead(state, answer.games[0]);
    else if (!answer.games.length) notify(t("open.none"), "bad");
    draw(state);
  };
  return h(
    "section",
    { "aria-labelledby": "open-title" },
    h("h2", { id: "open-title" }, t("open.title")),
    h(
      "form",
      {
        class: "open-form",
        onsubmit: (event) => {
          event.preventDefault();
          const text = find("open-text").value;
          if (text.trim()) read(text);
        },
      },
      h("textarea", {
        id: "open-text",
        "data-key": "open-text",
        rows: 3,
        spellcheck: "false",
        placeholder: t("open.placeholder"),
        "aria-label": t("open.label"),
        value: state.draft,
        oninput: (event) => {
          state.draft = event.target.value;
        },
      }),
      h(
        "div",
        { class: "switches" },
        h("button", { type: "submit", id: "open-button", "data-key": "open-button" }, t("open.button")),
        h(
          "label",
          { class: "file" },
          t("open.file"),
          h("input", {
            id: "open-file",
            "data-key": "open-file",
            class: "visually-hidden",
            type: "file",
            onchange: async (event) => {
              const [file] = event.target.files;
              if (file) read(textOf(await file.arrayBuffer()), file.name);
            },
          }),
        ),
      ),
    ),
    state.read.length > 1 &&
      h(
        "ul",
        { class: "games", id: "read-games" },
        state.read.map((game, index) =>
          gameRow(
            `read-${index}`,
            game.players.filter(Boolean).join(" – ") || game.position.slice(0, 40),
            counted(game.moves.length, "count.stones"),
            () => openRead(state, game),
          ),
        ),
      ),
  );
}

/** The text of a file that may be older than UTF-8: contest records begin with a brace and are Chinese. */
function textOf(content) {
  const isContest = new Uint8Array(content)[0] === "{".charCodeAt(0);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder(isContest ? "gb18030" : "windows-1252").decode(content);
  }
}

function openRead({ page }, game) {
  const rules = parseRules(game.rules.spec);
  page.studio.newGame(rules, {
    sides: [HUMAN, HUMAN],
    moves: game.moves,
    name: game.players.filter(Boolean).join(" – "),
    resigned: game.ending === "resignation" ? { first: SECOND, second: FIRST }[game.outcome] : 0,
  });
  page.studio.keep();
  notify(
    t("open.opened", { game: gameTitle(rules), stones: counted(game.moves.length, "count.stones") }),
    "good",
  );
}

function gameRow(key, title, about, open, forget) {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "game-row", "data-key": key, onclick: open },
      h("span", {}, title),
      h("small", { class: "soft" }, about),
    ),
    forget &&
      h(
        "button",
        {
          class: "tiny",
          "data-key": `${key}-forget`,
          "aria-label": t("games.forget", { title }),
          title: t("games.forget", { title }),
          onclick: forget,
        },
        "×",
      ),
  );
}

// --- kept here

function herePart(state) {
  const { studio } = state.page;
  const games = store.games();
  return h(
    "section",
    { "aria-labelledby": "here-title" },
    h("h2", { id: "here-title" }, t("games.here")),
    games.length
      ? h(
          "ul",
          { class: "games", id: "kept-games" },
          games.slice(0, 20).map((game) => {
            const rules = parseRules(game.spec);
            const title = rules
              ? `${gameTitle(rules)}${game.name ? ` · ${game.name}` : ` · ${game.sides.map(playerName).join(" – ")}`}`
              : game.spec;
            return gameRow(
              `kept-${game.id}`,
              title,
              `${counted(game.tree.cells.length, "count.stones")} · ${dateText(game.changed)}`,
              () => studio.openKept(game),
              game.id === studio.game.id
                ? null
                : () => {
                    store.forgetGame(game.id);
                    draw(state);
                  },
            );
          }),
        )
      : h("p", { class: "soft" }, t("games.none")),
  );
}

// --- kept by the server

async function loadSaved(state) {
  const answer = await attempt(() => api.get("/api/saved"));
  if (!answer) return;
  state.saved = answer.games;
  draw(state);
}

function serverPart(state) {
  const { studio } = state.page;
  return h(
    "section",
    { "aria-labelledby": "server-title" },
    h("h2", { id: "server-title" }, t("games.server")),
    h(
      "div",
      {},
      h(
        "button",
        {
          id: "save-server",
          "data-key": "save-server",
          disabled: studio.tree.root.children.length === 0,
          onclick: () => save(state),
        },
        t("games.save"),
      ),
    ),
    state.saved &&
      (state.saved.length
        ? h(
            "ul",
            { class: "games", id: "saved-games" },
            state.saved.map((game) =>
              gameRow(
                `saved-${game.id}`,
                game.name,
                dateText(game.saved),
                () => openSaved(state, game.id),
                () => forgetSaved(state, game.id),
              ),
            ),
          )
        : h("p", { class: "soft" }, t("games.noneSaved"))),
  );
}

async function save(state) {
  const { studio } = state.page;
  const body = {
    ...studio.place,
    name: `${gameTitle(studio.rules)} · ${studio.game.sides.map(playerName).join(" – ")}`,
    players: studio.game.sides.map(playerName),
    data: studio.kept(),
  };
  const answer = await attempt(() =>
    studio.game.savedAs ? replaced(studio, body) : api.post("/api/saved", body),
  );
  if (!answer) return;
  studio.game.savedAs = answer.id;
  studio.keep();
  notify(t("games.saved"), "good");
  loadSaved(state);
}

/** Save over the older state; if somebody has removed it, anew. */
async function replaced(studio, body) {
  try {
    return await api.put(`/api/saved/${studio.game.savedAs}`, body);
  } catch (error) {
    if (error.code !== "not_found") throw error;
    return api.post("/api/saved", body);
  }
}

async function openSaved({ page }, id) {
  const game = await attempt(() => api.get(`/api/saved/${id}`));
  if (!game) return;
  if (game.data?.tree) page.studio.openKept({ ...game.data, savedAs: id });
  else (store.address(game.position, { isNew: true }), page.studio.openAddressed());
}

async function forgetSaved(state, id) {
  if (state.page.studio.game.savedAs === id) state.page.studio.game.savedAs = undefined;
  await attempt(() => api.remove(`/api/saved/${id}`));
  loadSaved(state);
}
