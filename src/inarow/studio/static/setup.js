// The dialog "New game": the games people know, a form for every other, and who plays.

import * as api from "./api.js";
import { find, h, refill, s } from "./dom.js";
import { gameTitle, rulesText, sideName } from "./names.js";
import { playerSelect } from "./play.js";
import { FIRST, NUMBERS, SECOND, nameOf, parseRules, problemsOf, specOf, variantNames } from "./rules.js";
import { ground, stone, styleOf } from "./stones.js";
import { t } from "./text.js";
import { UNIT } from "./view.js";

export function makeSetup(page) {
  const dialog = find("setup");
  const state = { rules: null, sides: null };
  dialog.addEventListener("close", () => find("board").focus());
  return {
    open() {
      Object.assign(state, { rules: page.studio.rules, sides: [...page.studio.game.sides] });
      draw(page, dialog, state);
      if (!dialog.open) dialog.showModal();
      dialog.querySelector("[aria-pressed=true]")?.focus();
    },
  };
}

function draw(page, dialog, state) {
  const redraw = () => draw(page, dialog, state);
  const form = h(
    "form",
    {
      class: "setup",
      method: "dialog",
      onsubmit: (event) => {
        event.preventDefault();
        start(page, dialog, state);
      },
    },
    h("h2", { id: "setup-title" }, t("setup.title")),
    h(
      "div",
      { class: "presets", role: "group", "aria-label": t("setup.presets") },
      variantNames().map((name) => presetButton(name, state, redraw)),
    ),
    h(
      "details",
      {
        class: "own",
        open: !variantNames().includes(nameOf(state.rules)),
        ontoggle: (event) => {
          state.isOwn = event.target.open;
        },
      },
      h("summary", { "data-key": "own" }, t("setup.own")),
      ownForm(state, dialog),
    ),
    h("p", { id: "setup-about", class: "soft" }, rulesText(state.rules)),
    h(
      "div",
      { class: "sides" },
      [FIRST, SECOND].map((side) =>
        h(
          "div",
          { class: "side-row" },
          h("label", { for: `setup-${side}` }, sideName(state.rules, side)),
          playerSelect(page.players, state.sides[side - 1], {
            id: `setup-${side}`,
            "data-key": `setup-${side}`,
            onchange: (event) => {
              state.sides[side - 1] = event.target.value;
            },
          }),
        ),
      ),
    ),
    h(
      "div",
      { class: "dialog-buttons" },
      h("button", { type: "button", onclick: () => dialog.close() }, t("control.cancel")),
      h("button", { type: "submit", class: "primary", id: "setup-start" }, t("setup.start")),
    ),
  );
  refill(dialog, form);
}

function presetButton(name, state, redraw) {
  const rules = parseRules(name);
  const isChosen = nameOf(state.rules) === name;
  return h(
    "button",
    {
      type: "button",
      class: "preset",
      "aria-pressed": String(isChosen),
      "data-key": name,
      "data-game": name,
      onclick: () => {
        state.rules = rules;
        redraw();
      },
    },
    thumbnail(rules),
    h("span", {}, gameTitle(rules)),
  );
}

// Column, row and side of the stones on a small picture, by how many stones in a row win.
const SAMPLES = {
  3: [
    [1, 1, 1],
    [0, 2, 2],
    [2, 0, 1],
  ],
  4: [
    [2, 0, 2],
    [3, 0, 1],
    [3, 1, 1],
    [4, 0, 2],
    [4, 1, 1],
    [2, 1, 2],
  ],
  5: [
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
    [4, 4, 1],
    [2, 3, 2],
    [3, 2, 2],
    [5, 5, 2],
  ],
  6: [
    [1, 2, 1],
    [2, 2, 1],
    [3, 2, 1],
    [4, 2, 1],
    [2, 3, 2],
    [3, 3, 2],
    [4, 3, 2],
    [5, 1, 2],
  ],
};

/** A small board with a few stones: enough to know the game by. */
function thumbnail(rules) {
  const style = styleOf(rules);
  const [columns, rows] = style === "marks" ? [rules.columns, rules.rows] : [7, 6];
  const size = { width: columns * UNIT, height: rows * UNIT };
  const stones = SAMPLES[rules.line_length] ?? [];
  return s(
    "svg",
    { viewBox: `0 0 ${size.width} ${size.height}`, class: "thumbnail", "aria-hidden": "true" },
    style === "discs"
      ? ["frame", "holes"].map((fill) => s("rect", { ...size, fill: `url(#${fill})` }))
      : ground({ columns, rows, gravity: false }),
    stones.map(([column, row, side]) =>
      s(
        "g",
        { transform: `translate(${(column + 0.5) * UNIT} ${size.height - (row + 0.5) * UNIT})` },
        stone(style, side),
      ),
    ),
  );
}

/** The seven numbers. What is wrong is said at the field while typing; the server has the last word on start. */
function ownForm(state, dialog) {
  const number = (field) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `own-${field}` }, t(`field.${field}`)),
      h("input", {
        id: `own-${field}`,
        type: "number",
        min: 1,
        max: 128,
        inputmode: "numeric",
        value: String(state.rules[field]),
        "aria-describedby": `own-${field}-problem`,
        oninput: (event) => check({ [field]: event.target.value === "" ? NaN : Number(event.target.value) }),
      }),
      h("p", { id: `own-${field}-problem`, class: "problem", role: "alert" }),
    );
  const box = (field) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: `own-${field}`,
        checked: state.rules[field],
        onchange: (event) => check({ [field]: event.target.checked }),
      }),
      t(`field.${field}`),
    );
  const check = (changes) => {
    state.rules = { ...state.rules, ...changes };
    const problems = problemsOf(state.rules);
    for (const field of NUMBERS) {
      const problem = problems.find((one) => one.field === field);
      find(`own-${field}-problem`).textContent = problem ? t("field.problem", { most: problem.most }) : "";
      find(`own-${field}`).setAttribute("aria-invalid", String(Boolean(problem)));
    }
    find("setup-start").disabled = problems.length > 0;
    find("setup-about").textContent = problems.length
      ? t("setup.invalid")
      : `${rulesText(state.rules)} ${warning(state.rules)}`;
    for (const button of dialog.querySelectorAll(".preset")) {
      button.setAttribute(
        "aria-pressed",
        String(!problems.length && nameOf(state.rules) === button.dataset.game),
      );
    }
  };
  return h("div", { class: "own-form" }, NUMBERS.map(number), ["gravity", "exact"].map(box));
}

const warning = (rules) =>
  rules.line_length > Math.max(rules.columns, rules.rows) ? t("setup.onlyDraw") : "";

async function start(page, dialog, state) {
  if (problemsOf(state.rules).length) return;
  try {
    await api.post("/api/rules", { spec: specOf(state.rules) });
  } catch (error) {
    if (error instanceof api.Refusal) {
      find("setup-about").textContent = error.message;
      return;
    } // without a server two people can still play
  }
  dialog.close();
  page.studio.newGame(state.rules, { sides: state.sides });
}
