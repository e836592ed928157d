// Saying things: to screen readers through a live region, to everyone through a short notice.

import { find, h } from "./dom.js";

const SHOWN = 6000; // milliseconds

/** Spoken by screen readers; later words do not cut off earlier ones of the same moment. */
export function say(text) {
  const region = find("live");
  const line = h("p", {}, text);
  region.append(line);
  while (region.children.length > 4) region.firstChild.remove();
}

let timer = 0;

/** A notice at the foot of the page, also spoken. */
export function notify(text, kind = "plain") {
  const notice = find("notice");
  notice.textContent = text;
  notice.dataset.kind = kind;
  notice.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.hidden = true;
  }, SHOWN);
}
