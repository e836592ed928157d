// The list of moves with its variations.

import { find, h, refill } from "./dom.js";
import { moveName, sideOfStone, turnOfStone } from "./rules.js";
import { figure, forMover } from "./scores.js";
import { sideName } from "./names.js";
import { counted, t } from "./text.js";

const MOST_SHOWN = 600; // nodes around the current one; longer games scroll with it

export function makeMoves(page) {
  const { studio } = page;
  const draw = () => {
    const { tree } = studio;
    find("move-count").textContent = tree.current.stones ? counted(tree.current.stones, "count.stones") : "";
    refill(
      find("moves"),
      tree.root.children.length
        ? lineParts(page, tree.root, shownRange(tree))
        : h("p", { class: "soft" }, t("moves.none")),
    );
    const current = find("moves").querySelector("[aria-current=true]");
    if (current) keepInSight(find("moves"), current);
    else find("moves").scrollTop = 0;
  };
  studio.on((what) => {
    if (what === "game" || what === "position" || what === "played" || what === "judged") draw();
  });
  return { refresh: draw };
}

function keepInSight(list, element) {
  const [box, inside] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inside.top < box.top) list.scrollTop -= box.top - inside.top + 8;
  if (inside.bottom > box.bottom) list.scrollTop += inside.bottom - box.bottom + 8;
}

function shownRange(tree) {
  const at = tree.current.stones;
  return { low: at - MOST_SHOWN / 2, high: at + MOST_SHOWN / 2 };
}

/** What follows a node: the main move, then its rivals as indented variations, then the rest of the main line. */
function lineParts(page, from, range) {
  const parts = [];
  let node = from;
  let isTorn = true; // whether the number of the turn has to be said again
  while (node.children.length) {
    const [main, ...rivals] = node.children;
    if (main.stones >= range.low && main.stones <= range.high) parts.push(moveButton(page, main, isTorn));
    isTorn = rivals.length > 0;
    parts.push(...rivals.map((rival) => variation(page, rival, range)));
    node = main;
  }
  return parts;
}

function variation(page, node, range) {
  return h(
    "div",
    { class: "variation", role: "group", "aria-label": t("moves.variation") },
    moveButton(page, node, true),
    lineParts(page, node, range),
    h(
      "span",
      { class: "variation-tools" },
      h(
        "button",
        {
          class: "tiny",
          "data-key": `promote-${node.id}`,
          "aria-label": t("moves.promote"),
          title: t("moves.promote"),
          onclick: () => {
            page.studio.tree.promote(node);
            page.studio.keep();
            page.studio.emit("position");
          },
        },
        "↑",
      ),
      h(
        "button",
        {
          class: "tiny",
          "data-key": `remove-${node.id}`,
          "aria-label": t("moves.remove"),
          title: t("moves.remove"),
          onclick: () => {
            page.studio.stopThinking();
            page.studio.tree.remove(node);
            page.studio.keep();
            page.studio.emit("position");
            find("moves").focus();
          },
        },
        "×",
      ),
    ),
  );
}

function moveButton({ studio }, node, isTorn) {
  const { rules, tree } = studio;
  const index = node.stones - 1;
  const turn = turnOfStone(rules, index);
  const beginsTurn = index === 0 || turn !== turnOfStone(rules, index - 1);
  const side = sideOfStone(rules, index);
  const name = moveName(rules, node.cell);
  const needsNumber = (beginsTurn && turn % 2 === 0) || isTorn;
  return h(
    "span",
    { class: "move" },
    needsNumber &&
      h(
        "span",
        { class: "number", "aria-hidden": "true" },
        `${Math.floor(turn / 2) + 1}${turn % 2 ? "…" : "."}`,
      ),
    h(
      "button",
      {
        class: `stone-move ${side === 1 ? "first" : "second"}${node.mark ? ` ${node.mark.kind}` : ""}`,
        "data-key": `move-${node.id}`,
        "aria-current": node === tree.current ? "true" : null,
        tabindex: node === tree.current ? 0 : -1,
        "aria-label":
          t("moves.one", { n: node.stones, side: sideName(rules, side), move: name }) +
          (node.mark ? `, ${t(`mark.${node.mark.kind}`)}` : ""),
        onclick: () => studio.visit(node),
      },
      name,
      node.mark && h("span", { class: "sign", "aria-hidden": "true" }, node.mark.sign),
      node.judgement?.score?.result &&
        h(
          "small",
          { "aria-hidden": "true" },
          figure(forMover(node.judgement.score, sideOfStone(rules, node.stones) === side)),
        ),
    ),
  );
}
