// The page: loads the words and the games, makes table and panels, and connects them to one studio.

import * as api from "./api.js";
import * as store from "./store.js";
import { notify } from "./announce.js";
import { find, rove } from "./dom.js";
import { listenToKeys, showKeys } from "./keys.js";
import { gameTitle } from "./names.js";
import { parseRules, setVariants } from "./rules.js";
import { Studio } from "./studio.js";
import { makeTable } from "./table.js";
import { LANGUAGES, loadLanguage, preferredLanguage, t } from "./text.js";
import { makeAnalysis } from "./analysis.js";
import { makeFiles } from "./files.js";
import { makeGraph } from "./graph.js";
import { makeMoves } from "./moves.js";
import { makePlay } from "./play.js";
import { makeReview } from "./review.js";
import { makeSetup } from "./setup.js";
import { makeWatch } from "./watch.js";

const PANELS = ["play", "analysis", "review", "files", "watch"];

async function begin() {
  const kept = store.settings();
  setTheme(kept.theme ?? "auto");
  const [, { games }, players] = await Promise.all([
    loadLanguage(kept.language ?? preferredLanguage()),
    patiently("/api/games"),
    patiently("/api/players"),
  ]);
  setVariants(games.map((rules) => ({ name: rules.name, rules })));
  const studio = new Studio();
  const page = { studio, players, panel: "play", show: (name) => choosePanel(page, name), redraw: () => {} };
  studio.on((what) => {
    if (what === "game") showTitle(studio);
  });
  const analysis = makeAnalysis(page);
  const review = makeReview(page);
  page.board = makeTable(studio, {
    aimed: (cell) => analysis.aimed(cell),
    gathered: () => ({ ...analysis.shown(), ...review.shown() }),
  });
  page.redraw = () => page.board.redraw();
  page.parts = [
    analysis,
    review,
    makePlay(page),
    makeMoves(page),
    makeGraph(page),
    makeFiles(page),
    makeWatch(page),
  ];
  page.setup = makeSetup(page);
  connect(page);
  const isAddressed = store.addressed() !== "";
  const opened = studio.openAddressed();
  if (!opened) {
    const latest = isAddressed ? null : store.games()[0];
    if (!latest || !studio.openKept(latest)) studio.newGame(parseRules("connect-four") ?? games[0]);
  }
  if (isAddressed && opened !== "whole") notify(t("notice.badAddress"), "bad");
  document.documentElement.dataset.ready = "true";
}

/** What the page cannot begin without; it waits for a server that is not there yet. */
async function patiently(path) {
  for (;;) {
    try {
      return await api.get(path);
    } catch (error) {
      if (!(error instanceof api.Unreachable)) throw error;
      await api.wakeWhenBack();
    }
  }
}

function connect(page) {
  const { studio } = page;
  const acts = {
    "new-game": () => page.setup.open(),
    start: () => studio.toStart(),
    back: () => studio.back(),
    forward: () => studio.forward(),
    end: () => studio.toEnd(),
    "take-back": () => studio.takeBack(),
    redo: () => studio.redo(),
    hint: () => studio.askHint(),
    swap: () => studio.swapSides(),
    resign: () => studio.resign(),
    pause: () => studio.pause(),
    keys: showKeys,
    theme: () => setTheme(nextTheme(), true),
  };
  for (const [id, act] of Object.entries(acts)) find(id).addEventListener("click", act);
  find("skip").addEventListener("click", (event) => {
    event.preventDefault();
    find("board").focus();
  });
  rove(
    PANELS.map((name) => find(`tab-${name}`)),
    (index) => choosePanel(page, PANELS[index]),
  );
  addEventListener("hashchange", () => {
    if (studio.openAddressed() !== "whole") notify(t("notice.badAddress"), "bad");
  });
  listenToKeys(page);
  api.watchServer((isUp) => {
    find("banner").hidden = isUp;
    find("banner").textContent = isUp ? "" : t("banner.lost");
    if (isUp) notify(t("banner.back"), "good");
  });
  makeLanguages(page);
}

function makeLanguages(page) {
  const select = find("language");
  for (const [code, name] of Object.entries(LANGUAGES)) select.add(new Option(name, code));
  select.value = document.documentElement.lang;
  select.addEventListener("change", async () => {
    await loadLanguage(select.value);
    store.keepSettings({ language: select.value });
    showTitle(page.studio);
    page.board.refresh();
    for (const part of page.parts) part.refresh();
  });
}

function showTitle(studio) {
  find("title").textContent = gameTitle(studio.rules);
  document.title = `${gameTitle(studio.rules)} · inarow studio`;
}

function choosePanel(page, name) {
  page.panel = name;
  for (const each of PANELS) {
    const isChosen = each === name;
    find(`tab-${each}`).setAttribute("aria-selected", isChosen);
    find(`tab-${each}`).tabIndex = isChosen ? 0 : -1;
    find(`panel-${each}`).hidden = !isChosen;
  }
  for (const part of page.parts) part.chosen?.(name);
}

const isDark = () => {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};
const nextTheme = () => (isDark() ? "light" : "dark");

function setTheme(theme, isChosen = false) {
  document.documentElement.dataset.theme = theme;
  if (isChosen) store.keepSettings({ theme });
}

begin();
