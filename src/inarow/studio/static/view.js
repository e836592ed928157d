// The part of the board that is seen: zoom and pan, in board units.

export const UNIT = 100; // the width of a cell

export class View {
  constructor(columns, rows) {
    this.width = columns * UNIT;
    this.height = rows * UNIT;
    this.span = [this.width, this.height]; // of what is seen
    this.most = 1;
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
  }

  get isWhole() {
    return this.zoom === 1;
  }

  get box() {
    return [this.x, this.y, ...this.span];
  }

  /** So much of the board is seen from now on. */
  setSpan(width, height) {
    this.span = [Math.min(width, this.width), Math.min(height, this.height)];
    this.pan(0, 0);
  }

  setZoom(zoom) {
    this.zoom = zoom < 1.01 ? 1 : Math.min(this.most, zoom);
  }

  /** Move what is seen, as far as there is board. */
  pan(x, y) {
    const [width, height] = this.span;
    this.x = Math.min(Math.max(0, this.x + x), this.width - width);
    this.y = Math.min(Math.max(0, this.y + y), this.height - height);
  }

  /** Pan just so far that the cell with this centre is seen, not too near the edge. */
  reveal(x, y, edge = 1.5 * UNIT) {
    const [left, top, width, height] = this.box;
    this.pan(
      Math.max(0, x + edge - left - width) - Math.max(0, left + edge - x),
      Math.max(0, y + edge - top - height) - Math.max(0, top + edge - y),
    );
  }
}
