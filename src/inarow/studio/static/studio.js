// The game at the board: whose tree it is, who plays, and what the engine is doing. Panels listen to it and act on it.

import * as api from "./api.js";
import * as store from "./store.js";
import { Position } from "./position.js";
import { FIRST, nameOf, other, parseRules, positionText, sideOfStone, specOf } from "./rules.js";
import { Tree } from "./tree.js";

export const HUMAN = "human";

const gameOf = ({ id, name, sides, seconds, savedAs }) => ({ id, name, sides, seconds, savedAs });

/** The tree of a kept game, or null if it is damaged. */
function treeOf(kept) {
  const rules = parseRules(kept.spec);
  try {
    return rules && Tree.fromData(rules, kept.tree);
  } catch {
    return null;
  }
}

export class Studio {
  #listeners = new Set();

  constructor() {
    this.game = null; // {id, name, sides: [text, text], seconds, savedAs, isGuest: looked at only, not kept}
    this.tree = null;
    this.thinking = null; // {side, stop, info, notice}
    this.isLive = false; // whether players at the board go on by themselves; walking through the tree ends it
    this.hint = null; // cells that were recommended here
    this.replaced = null; // the node from which moves were taken back
  }

  /** Call back after every change with what changed: "game", "position", "played", "sides", "judged", "hint",
   *  "thinking", "notice" (the engine or the server is in trouble) or "failure". */
  on(listener) {
    this.#listeners.add(listener);
  }

  emit(what) {
    for (const listener of this.#listeners) listener(what);
  }

  get rules() {
    return this.tree.rules;
  }
  get position() {
    return this.tree.position;
  }
  get text() {
    return positionText(this.rules, this.position.moves);
  }
  get place() {
    return { game: nameOf(this.rules), moves: this.position.moves };
  }
  get resigned() {
    return this.tree.resigned?.node === this.tree.current ? this.tree.resigned.side : 0;
  }
  get isOver() {
    return this.position.isOver || this.resigned !== 0;
  }
  get winner() {
    return this.resigned ? other(this.resigned) : this.position.winner;
  }
  get canPlay() {
    return !this.thinking && !this.isOver;
  }
  playerOf(side) {
    return this.game.sides[side === FIRST ? 0 : 1];
  }
  get isEnginesTurn() {
    return !this.isOver && this.playerOf(this.position.toMove) !== HUMAN;
  }

  // --- beginning and opening games

  newGame(
    rules,
    {
      sides = this.game?.sides ?? [HUMAN, HUMAN],
      seconds = this.game?.seconds ?? 1,
      moves = [],
      name = "",
      isGuest = false,
      resigned = 0,
    } = {},
  ) {
    const tree = new Tree(rules, moves);
    if (resigned) tree.resigned = { node: tree.current, side: resigned };
    this.#open({ id: store.newId(), name, sides: [...sides], seconds, isGuest }, tree, true);
  }

  openKept(kept) {
    const tree = treeOf(kept);
    if (!tree) return false;
    this.#open(gameOf(kept), tree, true);
    return true;
  }

  /** The game that the address names: one kept here that holds the position, else a new one. "whole" if all of it could be read,
   *  "part" if a move was illegal, null if not even the game is known. */
  openAddressed() {
    const [name, moves = ""] = store.addressed().split("/");
    const rules = parseRules(name);
    if (!rules) return null;
    const { position, isWhole } = Position.read(rules, moves);
    if (this.tree && nameOf(this.rules) === nameOf(rules)) {
      const node = this.tree.find(position.moves);
      if (node) {
        this.visit(node);
        return isWhole ? "whole" : "part";
      }
    }
    const spec = specOf(rules);
    const kept = store
      .games()
      .find((game) => game.spec === spec && treeOf(game)?.find(position.moves));
    if (kept) {
      const tree = treeOf(kept);
      const node = tree.find(position.moves);
      tree.visit(node);
      this.#open(gameOf(kept), tree, node.children.length === 0);
    } else this.newGame(rules, { sides: [HUMAN, HUMAN], moves: position.moves });
    return isWhole ? "whole" : "part";
  }

  #open(game, tree, isLive) {
    this.stopThinking();
    const isNew = this.tree !== null;
    this.game = game;
    this.tree = tree;
    this.isLive = isLive;
    this.hint = this.replaced = null;
    store.address(this.text, { isNew });
    this.emit("game");
    this.#goOn();
  }

  /** The game as plain data, as the browser and the server keep it. */
  kept() {
    return { ...gameOf(this.game), spec: specOf(this.rules), tree: this.tree.toData() };
  }

  keep() {
    if (this.tree.root.children.length && !this.game.isGuest) store.keepGame(this.kept());
    store.address(this.text);
  }

  // --- playing

  /** A person chooses a cell; false if it cannot be. */
  choose(cell) {
    const landing = this.canPlay ? this.position.landing(cell) : null;
    if (landing === null) return false;
    this.game.isGuest = false;
    if (this.tree.current.children.length === 0 && this.tree.isOnMainLine(this.tree.current))
      this.isLive = true;
    this.#place([landing]);
    return true;
  }

  #place(cells) {
    for (const cell of cells) {
      const from = this.tree.current;
      const isNew = this.tree.play(cell);
      if (isNew && this.replaced === from) {
        this.tree.promote(this.tree.current);
        this.replaced = this.tree.current;
      }
      this.hint = null;
      if (this.position.isOver) break;
    }
    this.keep();
    this.emit("played");
    this.#goOn();
  }

  /** Let the player whose turn it is think, if the game is live and that is not a person. */
  #goOn() {
    if (!this.isLive || this.thinking || !this.isEnginesTurn) return;
    const side = this.position.toMove;
    this.#ask({ side, player: this.playerOf(side), isHint: false }, ({ move, score }) => {
      if (score) this.tree.current.judgement ??= { score };
      this.#place(move);
    });
  }

  /** Have a player find a move here; what comes after the position was left is not heard. */
  #ask({ side, player, isHint }, act) {
    const thinking = { side, isHint, info: null, notice: null };
    const done = (then) => (data) => {
      if (this.thinking !== thinking) return;
      this.thinking = null;
      then(data);
      this.emit("thinking");
    };
    this.thinking = thinking;
    thinking.stop = api.search(
      { ...this.place, kind: "move", player, seconds: this.game.seconds },
      {
        info: (info) => this.#learn(thinking, { info, notice: null }),
        notice: (notice) => this.#learn(thinking, { notice }),
        result: done(act),
        failed: done((error) => {
          this.isLive = false;
          this.failure = error;
          this.emit("failure");
        }),
      },
    );
    this.emit("thinking");
  }

  #learn(thinking, what) {
    if (this.thinking !== thinking) return;
    Object.assign(thinking, what);
    this.emit(what.notice && what.notice !== "busy" ? "notice" : "thinking");
  }

  stopThinking() {
    if (!this.thinking) return;
    this.thinking.stop();
    this.thinking = null;
    this.emit("thinking");
  }

  /** The players go on from here by themselves. */
  goOn() {
    this.isLive = true;
    this.emit("position");
    this.#goOn();
  }

  pause() {
    this.isLive = false;
    this.stopThinking();
    this.emit("position");
  }

  // --- walking through the tree

  visit(node, { isLive = false } = {}) {
    this.stopThinking();
    this.isLive = isLive;
    this.hint = this.replaced = null;
    this.tree.visit(node);
    this.keep();
    this.emit("position");
    this.#goOn();
  }

  back() {
    if (this.tree.current.parent) this.visit(this.tree.current.parent);
  }
  forward() {
    if (this.tree.next()) this.visit(this.tree.next());
  }
  toStart() {
    this.visit(this.tree.root);
  }
  toEnd() {
    this.visit(this.tree.line().at(-1));
  }

  /** Another child of the same parent: the variation above or below. */
  sibling(step) {
    const siblings = this.tree.current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.tree.current) + step];
    if (next) this.visit(next);
  }

  /** Where a person last had the choice: one stone of an unfinished turn, else a whole turn back. */
  #choiceBefore(node) {
    const isPersons = (at) => this.playerOf(sideOfStone(this.rules, at.stones)) === HUMAN;
    const isTurnsStart = (at) =>
      at.stones === 0 || sideOfStone(this.rules, at.stones) !== sideOfStone(this.rules, at.stones - 1);
    let at = node.parent;
    if (!at || isPersons(at) === false || !isPersons(node) || isTurnsStart(node)) {
      while (at && at.parent && !(isPersons(at) && isTurnsStart(at))) at = at.parent;
    }
    return at;
  }

  get canTakeBack() {
    return this.tree.current.parent !== null;
  }

  takeBack() {
    const bothPlay = this.game.sides.every((player) => player !== HUMAN);
    const at = bothPlay ? this.tree.current.parent : this.#choiceBefore(this.tree.current);
    if (!at) return;
    if (this.tree.resigned) this.tree.resigned = null;
    this.visit(at, { isLive: !bothPlay });
    this.replaced = at;
  }

  redo() {
    let at = this.tree.next();
    if (!at) return;
    while (this.tree.next(at) && this.playerOf(sideOfStone(this.rules, at.stones)) !== HUMAN)
      at = this.tree.next(at);
    this.visit(at);
  }

  resign() {
    if (this.isOver) return;
    const { toMove } = this.position;
    const isPerson = (side) => this.playerOf(side) === HUMAN;
    const side = isPerson(toMove) || !isPerson(other(toMove)) ? toMove : other(toMove);
    this.stopThinking();
    this.tree.resigned = { node: this.tree.current, side };
    this.isLive = false;
    this.keep();
    this.emit("played");
  }

  swapSides() {
    this.setSides([this.game.sides[1], this.game.sides[0]]);
  }

  setSides(sides) {
    this.stopThinking();
    this.game.sides = sides;
    this.isLive = true;
    this.keep();
    this.emit("sides");
    this.#goOn();
  }

  setSeconds(seconds) {
    this.game.seconds = seconds;
    this.keep();
    this.emit("sides");
  }

  askHint() {
    if (!this.canPlay) return;
    this.#ask({ side: this.position.toMove, player: "champion", isHint: true }, ({ move, score }) => {
      this.hint = { cells: move, score };
      this.emit("hint");
    });
  }
}
