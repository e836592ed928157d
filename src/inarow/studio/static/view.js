// The part of the board that is seen: zoom and pan, in board units.

export const UNIT = 100; // the width of a cell
const CELLS_AT_MOST_ZOOM = 6;

export class View {
  constructor(columns, rows) {
    this.width = columns * UNIT;
    this.height = rows * UNIT;
    this.most = Math.max(1, Math.min(columns, rows) / CELLS_AT_MOST_ZOOM);
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
  }

  get isWhole() { return this.zoom === 1; }
  get box() { return [this.x, this.y, this.width / this.zoom, this.height / this.zoom]; }

  /** Zoom by a factor so that the point stays where it is. */
  zoomAt(factor, x, y) {
    const zoom = Math.min(this.most, Math.max(1, this.zoom * factor));
    const kept = this.zoom / zoom;
    this.x = x - (x - this.x) * kept;
    this.y = y - (y - this.y) * kept;
    this.zoom = zoom < 1.01 ? 1 : zoom;
    this.#keepInside();
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
    this.#keepInside();
  }

  /** Pan just so far that the cell with this centre is seen. */
  reveal(x, y) {
    const [left, top, width, height] = this.box;
    const edge = UNIT * 1.5;
    this.pan(
      Math.max(0, x + edge - left - width) - Math.max(0, left + edge - x),
      Math.max(0, y + edge - top - height) - Math.max(0, top + edge - y),
    );
  }

  #keepInside() {
    this.x = Math.min(Math.max(0, this.x), this.width - this.width / this.zoom);
    this.y = Math.min(Math.max(0, this.y), this.height - this.height / this.zoom);
  }
}
