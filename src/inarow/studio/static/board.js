// The board on the screen: drawing, zoom and pan, pointer and keys. It knows positions, not games.

import { cellName, columnLetters } from "./rules.js";
import { prefersCalm, refill, s } from "./dom.js";
import { cover, definitions, ground, isHoled, stone, styleOf } from "./stones.js";
import { UNIT, View } from "./view.js";

const MARGIN = { left: 28, right: 6, top: 6, bottom: 24 };
const BAR = 14; // pixels for the bar of shares beside the board
const LARGEST_CELL = 104;
const SMALLEST_EASY_CELL = 30; // pixels; below it there is zoom, and a tap aims before it plays
const LARGEST_ZOOMED_CELL = 64;
const SMALLEST_DETAILED_CELL = 15;
const WHEEL = 0.0018; // how much a pixel of the wheel zooms: a notch of 100 by a fifth
const NARROW = 120; // pixels; a board that is seen as a mere strip begins zoomed
const BELOW = 48; // pixels around the buttons below the board
const DRAG = 6; // pixels that make a press a drag

export class Board {
  #below; // the buttons below it

  /** `onplay(cell)` when a cell is chosen, `onaim(cell or null)` when the pointer or the cursor rests on another. */
  constructor(host, below, { onplay, onaim, onaimed }) {
    this.host = host;
    this.#below = below;
    this.onplay = onplay;
    this.onaim = onaim;
    this.onaimed = onaimed; // by touch: the first tap aims
    this.position = null;
    this.aim = null;
    this.cursor = null;
    this.canPlay = true;
    this.drawn = new Map(); // cell to {side, element}
    this.pointers = new Map();
    this.inner = s("svg", { class: "inner" });
    this.labels = s("g", { class: "labels" });
    this.svg = s("svg", { class: "board", "aria-hidden": "true" }, definitions(), this.inner, this.labels);
    host.append(this.svg);
    this.#listen();
    new ResizeObserver(() => this.layout()).observe(host);
    addEventListener("resize", () => this.layout());
  }

  get isZoomable() {
    return this.fitted < SMALLEST_EASY_CELL;
  }
  get cellPixels() {
    return this.fitted * this.view.zoom;
  }

  /** Show a position; a stone that fell just now is seen falling. */
  show(position, { isNew = false } = {}) {
    if (!this.position || this.position.rules !== position.rules) this.#begin(position.rules);
    const before = this.position;
    this.position = position;
    if (!this.view.isWhole && position.lastMove !== null && position.lastMove !== before.lastMove) {
      this.view.reveal(...this.centre(position.lastMove), 3.5 * UNIT);
      this.#look();
    }
    this.#drawStones(isNew && before.moves.length + 1 === position.moves.length ? position.lastMove : null);
    this.#drawMarks();
    this.#drawAim();
  }

  /** Put elements over the stones, in board units. */
  overlay(elements) {
    refill(this.over, elements);
  }

  centre(cell) {
    const { columns, rows } = this.position.rules;
    return [(cell % columns) * UNIT + UNIT / 2, (rows - 1 - Math.floor(cell / columns)) * UNIT + UNIT / 2];
  }

  /** Fit the board into the room that there is. */
  layout() {
    if (!this.position) return;
    this.#fit();
    this.host.classList.toggle("zoomable", this.isZoomable);
    this.#fit(); // now with or without the buttons for the zoom
    this.view.most = this.isZoomable ? LARGEST_ZOOMED_CELL / this.fitted : 1;
    this.view.setZoom(this.view.zoom);
    this.#frame();
    this.#look();
    this.onlayout?.();
  }

  #fit() {
    const { columns, rows } = this.position.rules;
    this.room = [
      this.host.clientWidth - MARGIN.left - MARGIN.right - BAR,
      this.#heightLimit() - MARGIN.top - MARGIN.bottom,
    ];
    this.fitted = Math.max(1, Math.min(this.room[0] / columns, this.room[1] / rows, LARGEST_CELL));
  }

  /** The picture grows with the zoom until it fills the room; then it shows a part. */
  #frame() {
    const { columns, rows } = this.position.rules;
    const cell = this.cellPixels;
    const [width, height] = [Math.min(this.room[0], cell * columns), Math.min(this.room[1], cell * rows)];
    this.size = [width, height];
    this.view.setSpan((width / cell) * UNIT, (height / cell) * UNIT);
    this.svg.setAttribute("width", width + MARGIN.left + MARGIN.right);
    this.svg.setAttribute("height", height + MARGIN.top + MARGIN.bottom);
    for (const [name, value] of Object.entries({ x: MARGIN.left, y: MARGIN.top, width, height })) {
      this.inner.setAttribute(name, value);
    }
  }

  /** Zoom so that what is at a point of the screen stays there. */
  #zoomAt(factor, point) {
    const [x, y] = this.#point(point);
    this.view.setZoom(this.view.zoom * factor);
    this.#frame();
    const [newX, newY] = this.#point(point);
    this.view.pan(x - newX, y - newY);
    this.#look();
  }

  /** Zoom around the cursor, or around the middle of what is seen. */
  zoom(factor) {
    const [x, y, width, height] = this.view.box;
    const focus = this.cursor === null ? [x + width / 2, y + height / 2] : this.centre(this.cursor);
    this.view.setZoom(this.view.zoom * factor);
    this.#frame();
    const [nextX, nextY, nextWidth, nextHeight] = this.view.box;
    this.view.pan(focus[0] - nextX - nextWidth / 2, focus[1] - nextY - nextHeight / 2);
    this.#look();
  }

  fit() {
    this.view.fit();
    this.#frame();
    this.#look();
  }

  /** Move the keyboard's cursor by columns and rows. */
  step(across, up) {
    const { columns, rows } = this.position.rules;
    const from = this.cursor ?? Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const column = Math.min(columns - 1, Math.max(0, (from % columns) + across));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(from / columns) + up));
    this.setCursor(row * columns + column);
  }

  setCursor(cell) {
    this.cursor = cell;
    if (cell !== null) this.view.reveal(...this.centre(cell));
    this.#look();
    this.#setAim(cell);
  }

  /** As high as the window leaves room above the buttons; on a phone the page is scrolled anyway. */
  #heightLimit() {
    const top = this.host.getBoundingClientRect().top + scrollY;
    const room = innerWidth < 760 ? innerHeight * 0.64 : innerHeight - top - this.#below.offsetHeight - BELOW;
    return Math.max(220, room);
  }

  #begin(rules) {
    this.view = new View(rules.columns, rules.rows);
    this.style = styleOf(rules);
    this.drawn.clear();
    this.cursor = null;
    this.aim = null;
    this.stones = s("g", { class: "placed" });
    this.marks = s("g", { class: "marks-layer" });
    this.ghost = s("g", { class: "ghost" });
    this.over = s("g", { class: "over" });
    const aimed = s("g", { class: "aimed" });
    this.column = aimed;
    refill(
      this.inner,
      ground(rules),
      aimed,
      this.stones,
      isHoled(rules) ? this.ghost : null,
      cover(rules),
      isHoled(rules) ? null : this.ghost,
      this.marks,
      this.over,
    );
    this.host.dataset.style = this.style;
    this.position = { rules, moves: [], board: [], lastTurn: [], line: [], landing: () => null };
    this.layout();
    if (this.isZoomable && Math.min(...this.size) < NARROW) this.zoom(SMALLEST_EASY_CELL / this.fitted);
  }

  /** Bring what is drawn in line with what is seen. */
  #look() {
    this.inner.setAttribute("viewBox", this.view.box.join(" "));
    this.host.classList.toggle("zoomed", !this.view.isWhole);
    this.host.classList.toggle("tiny-cells", this.cellPixels < SMALLEST_DETAILED_CELL);
    this.#drawLabels();
    this.#drawStones(null);
    this.#drawMarks();
    this.#drawAim();
  }

  #visible() {
    const { columns, rows } = this.position.rules;
    const [x, y, width, height] = this.view.box;
    return {
      left: Math.max(0, Math.floor(x / UNIT)),
      right: Math.min(columns - 1, Math.ceil((x + width) / UNIT)),
      low: Math.max(0, rows - 1 - Math.ceil((y + height) / UNIT)),
      high: Math.min(rows - 1, rows - 1 - Math.floor(y / UNIT)),
    };
  }

  #drawStones(fallen) {
    const { columns } = this.position.rules;
    const isDetailed = this.cellPixels >= SMALLEST_DETAILED_CELL;
    const { left, right, low, high } = this.#visible();
    const wanted = new Map();
    for (const cell of this.position.moves) {
      const column = cell % columns;
      const row = Math.floor(cell / columns);
      if (column >= left && column <= right && row >= low && row <= high)
        wanted.set(cell, this.position.board[cell]);
    }
    for (const [cell, { side, detailed, element }] of this.drawn) {
      if (wanted.get(cell) === side && detailed === isDetailed) continue;
      element.remove();
      this.drawn.delete(cell);
    }
    for (const [cell, side] of wanted) {
      if (this.drawn.has(cell)) continue;
      const [x, y] = this.centre(cell);
      const element = s("g", { transform: `translate(${x} ${y})` }, stone(this.style, side, isDetailed));
      this.stones.append(element);
      this.drawn.set(cell, { side, detailed: isDetailed, element });
      if (cell === fallen && !prefersCalm()) this.#animate(element.firstChild, y);
    }
    this.#dim();
  }

  #dim() {
    const line = new Set(this.position.line);
    for (const [cell, { element }] of this.drawn)
      element.classList.toggle("dimmed", line.size > 0 && !line.has(cell));
  }

  #animate(element, y) {
    if (this.style === "discs") {
      element.animate([{ transform: `translateY(${-y - UNIT / 2}px)` }, { transform: "none" }], {
        duration: 130 + 9 * Math.sqrt(y),
        easing: "cubic-bezier(.5,0,.9,.6)",
      });
    } else {
      element.animate(
        [
          { opacity: 0.2, transform: "scale(1.25)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: 140, easing: "ease-out" },
      );
    }
  }

  #drawMarks() {
    const { line, lastTurn } = this.position;
    const ring = (cell, name, r) => {
      const [cx, cy] = this.centre(cell);
      return s("circle", { cx, cy, r, class: `${name} ${this.style}` });
    };
    refill(
      this.marks,
      line.length ? line.map((cell) => ring(cell, "won", 42)) : lastTurn.map((cell) => ring(cell, "last", 9)),
    );
  }

  #drawLabels() {
    const { columns, rows, gravity } = this.position.rules;
    const cell = this.cellPixels;
    const [x, y] = this.view.box;
    const step = [1, 2, 5, 10, 20].find((each) => each * cell >= 22) ?? 20;
    const labels = [];
    const add = (text, px, py) => labels.push(s("text", { x: px, y: py }, String(text)));
    for (let column = 0; column < columns; column++) {
      const px = (column + 0.5 - x / UNIT) * cell;
      if (px > 0 && px < this.size[0] && isShown(column, step)) {
        add(gravity ? column + 1 : columnLetters(column), MARGIN.left + px, MARGIN.top + this.size[1] + 16);
      }
    }
    for (let row = 0; row < rows; row++) {
      const py = (rows - row - 0.5 - y / UNIT) * cell;
      if (py > 0 && py < this.size[1] && isShown(row, step)) add(row + 1, MARGIN.left / 2, MARGIN.top + py);
    }
    refill(this.labels, labels);
  }

  #drawAim() {
    const landing = this.aim === null || !this.canPlay ? null : this.position.landing(this.aim);
    const { rows, gravity } = this.position.rules;
    refill(
      this.ghost,
      landing === null ? [] : [this.#placed(landing, stone(this.style, this.position.toMove))],
    );
    const marks = [];
    if (landing !== null && gravity) {
      const [x] = this.centre(landing);
      marks.push(s("rect", { x: x - UNIT / 2, y: 0, width: UNIT, height: rows * UNIT, class: "column" }));
    }
    refill(this.column, marks);
    if (this.cursorMark) this.cursorMark.remove();
    if (this.cursor !== null) {
      const [x, y] = this.centre(this.cursor);
      this.cursorMark = s("rect", { x: x - 47, y: y - 47, width: 94, height: 94, rx: 14, class: "cursor" });
      this.inner.append(this.cursorMark);
    }
  }

  #placed(cell, element) {
    const [x, y] = this.centre(cell);
    return s("g", { transform: `translate(${x} ${y})` }, element);
  }

  #setAim(cell) {
    if (cell === this.aim) return;
    this.aim = cell;
    this.#drawAim();
    this.onaim?.(cell);
  }

  #point(event) {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = this.view.box;
    const scale = UNIT / this.cellPixels;
    return [
      x + (event.clientX - box.left - MARGIN.left) * scale,
      y + (event.clientY - box.top - MARGIN.top) * scale,
    ];
  }

  #cellAt(event) {
    const { columns, rows } = this.position.rules;
    const [x, y] = this.#point(event);
    const column = Math.floor(x / UNIT);
    const row = rows - 1 - Math.floor(y / UNIT);
    return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
  }

  #listen() {
    this.svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.svg.addEventListener("pointermove", (event) => this.#drag(event));
    this.svg.addEventListener("pointerup", (event) => this.#release(event));
    this.svg.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" && !this.pointers.size) this.#setAim(null); // a finger leaves after every tap
    });
    this.svg.addEventListener(
      "wheel",
      (event) => {
        if (!this.isZoomable) return;
        event.preventDefault();
        this.#zoomAt(Math.exp(-event.deltaY * WHEEL), event);
      },
      { passive: false },
    );
    this.host.addEventListener("blur", () => this.setCursor(null));
  }

  #press(event) {
    if (event.button > 0 || !this.position) return;
    this.svg.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
    if (this.cursor !== null) this.setCursor(null);
  }

  #drag(event) {
    if (!this.position) return;
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType !== "touch") this.#setAim(this.#cellAt(event));
      return;
    }
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    const fellow = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointer.moved += Math.hypot(dx, dy);
    if (pointer.moved > DRAG && this.isZoomable) {
      const scale = UNIT / this.cellPixels;
      if (fellow) {
        const before = Math.hypot(pointer.x - fellow.x, pointer.y - fellow.y);
        const after = Math.hypot(event.clientX - fellow.x, event.clientY - fellow.y);
        fellow.moved += DRAG;
        this.#zoomAt(after / Math.max(1, before), { clientX: fellow.x, clientY: fellow.y });
      } else {
        this.view.pan(-dx * scale, -dy * scale);
        this.#look();
      }
    }
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
  }

  #release(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!pointer || pointer.moved > DRAG) return;
    const cell = this.#cellAt(event);
    if (cell === null) return;
    const isBlind = event.pointerType === "touch" && this.cellPixels < SMALLEST_EASY_CELL;
    if (isBlind && this.aim !== cell) {
      this.#setAim(cell);
      this.onaimed?.(cellName(this.position.rules, cell));
      return;
    }
    this.onplay(cell);
    if (event.pointerType === "touch") this.#setAim(null);
  }
}

/** Every label, or with a step the first and every fifth, tenth, ... as people count: 1, 5, 10. */
function isShown(index, step) {
  return step === 1 || (index === 0 && step >= 5) || (index + 1) % step === 0;
}
