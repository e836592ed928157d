// The evaluation graph: the first side's share of the game after each stone of the line.

import { find, h, refill, s } from "./dom.js";
import { sideOfStone } from "./rules.js";
import { firstShare } from "./scores.js";
import { t } from "./text.js";

const WIDTH = 400;
const HEIGHT = 84;

export function makeGraph(page) {
  const { studio } = page;
  const draw = () => {
    const line = studio.tree.line();
    const points = line
      .map((node) => ({ node, share: shareAt(studio, node) }))
      .filter((point) => point.share !== null);
    refill(
      find("graph"),
      points.length > 1 ? picture(studio, line, points) : h("p", { class: "soft" }, t("graph.empty")),
    );
  };
  studio.on((what) => {
    if (what !== "thinking" && what !== "hint") draw();
  });
  return { refresh: draw };
}

/** The first side's share at a node, or null if nobody has judged it. The end of a game judges itself. */
function shareAt(studio, node) {
  if (node.ending !== null) return node.ending;
  const score = node.judgement?.score;
  return score ? firstShare(score, sideOfStone(studio.rules, node.stones)) : null;
}

function picture(studio, line, points) {
  const last = Math.max(1, line.length - 1);
  const x = (node) => (node.stones / last) * WIDTH;
  const y = (share) => 4 + (1 - share) * (HEIGHT - 8);
  const path = points
    .map(({ node, share }, index) => `${index ? "L" : "M"}${x(node).toFixed(1)} ${y(share).toFixed(1)}`)
    .join("");
  const area = `${path}L${x(points.at(-1).node).toFixed(1)} ${HEIGHT}L${x(points[0].node).toFixed(1)} ${HEIGHT}Z`;
  const { current } = studio.tree;
  const visit = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * last);
    studio.visit(line[Math.min(last, Math.max(0, at))] ?? line.at(-1));
  };
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("graph.label"),
      onclick: visit,
    },
    s("path", { d: area, class: "area" }),
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
    s("line", { x1: x(current), x2: x(current), y1: 0, y2: HEIGHT, class: "now" }),
    s("path", { d: path, class: "curve" }),
    points
      .filter(({ node }) => node.mark)
      .map(({ node, share }) =>
        s("ellipse", { cx: x(node), cy: y(share), rx: 4, ry: 4, class: `spot ${node.mark.kind}` }),
      ),
  );
}
