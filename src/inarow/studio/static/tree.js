// The tree of a game: what was played and every variation that was tried. One node is one stone.

import { Position } from "./position.js";
import { FIRST } from "./rules.js";

let latestId = 0;

class Node {
  constructor(parent, cell) {
    this.id = ++latestId;
    this.parent = parent;
    this.cell = cell;
    this.children = [];
    this.stones = parent ? parent.stones + 1 : 0;
    this.latest = null; // the child that was visited last: where "forward" goes
    this.judgement = null; // {score, ...} for the side to move here, as the engine gave it
    this.ending = null; // the first side's points if the game is over here and was seen to be
    this.mark = null; // what a review says of the stone that led here
  }
}

export class Tree {
  constructor(rules, moves = []) {
    this.rules = rules;
    this.root = new Node(null, null);
    this.current = this.root;
    this.position = new Position(rules);
    this.resigned = null; // {node, side}
    for (const cell of moves) this.play(cell);
  }

  /** Put a stone on a cell: an old child is visited again, else a variation begins. True if it was new. */
  play(cell) {
    let child = this.current.children.find((one) => one.cell === cell);
    const isNew = !child;
    if (isNew) {
      child = new Node(this.current, cell);
      this.current.children.push(child);
    }
    this.current.latest = child;
    this.current = child;
    this.#arrive(this.position.play(cell));
    return isNew;
  }

  visit(node) {
    if (node === this.current) return;
    for (let at = node; at.parent; at = at.parent) at.parent.latest = at;
    this.current = node;
    this.#arrive(new Position(this.rules, this.movesTo(node)));
  }

  #arrive(position) {
    this.position = position;
    if (position.isOver) this.current.ending = position.winner ? Number(position.winner === FIRST) : 0.5;
  }

  movesTo(node) {
    const moves = new Array(node.stones);
    for (let at = node; at.parent; at = at.parent) moves[at.stones - 1] = at.cell;
    return moves;
  }

  next(node = this.current) {
    return node.latest ?? node.children[0] ?? null;
  }

  /** The nodes from the root through the current one to the end of its line. */
  line(node = this.current) {
    const found = [];
    for (let at = node; at; at = at.parent) found.unshift(at);
    for (let at = this.next(node); at; at = this.next(at)) found.push(at);
    return found;
  }

  mainLine() {
    const found = [this.root];
    while (found.at(-1).children.length) found.push(found.at(-1).children[0]);
    return found;
  }

  isOnMainLine(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  /** Make the line to a node the main one. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Forget a node and what follows it. */
  remove(node) {
    if (!node.parent) return;
    const { parent } = node;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.latest === node) parent.latest = null;
    for (let at = this.current; at; at = at.parent) {
      if (at === node) {
        this.visit(parent);
        break;
      }
    }
  }

  /** Add a line of moves below a node without leaving the current one; returns its first node. */
  graft(node, moves) {
    let at = node;
    let first = null;
    for (const cell of moves) {
      let child = at.children.find((one) => one.cell === cell);
      if (!child) {
        child = new Node(at, cell);
        at.children.push(child);
      }
      at.latest = child;
      first ??= child;
      at = child;
    }
    return first;
  }

  nodes() {
    const found = [this.root];
    for (let index = 0; index < found.length; index++) found.push(...found[index].children);
    return found;
  }

  /** The node at the end of these moves, or null. */
  find(moves) {
    let at = this.root;
    for (const cell of moves) {
      at = at.children.find((child) => child.cell === cell);
      if (!at) return null;
    }
    return at;
  }

  /** The tree as plain data: cells and the index of each node's parent. */
  toData() {
    const nodes = this.nodes();
    const indexes = new Map(nodes.map((node, index) => [node, index]));
    const data = {
      cells: nodes.slice(1).map((node) => node.cell),
      parents: nodes.slice(1).map((node) => indexes.get(node.parent)),
      current: indexes.get(this.current),
    };
    if (this.resigned) data.resigned = { node: indexes.get(this.resigned.node), side: this.resigned.side };
    return data;
  }

  static fromData(rules, data) {
    const tree = new Tree(rules);
    const nodes = [tree.root];
    data.cells.forEach((cell, index) => {
      const parent = nodes[data.parents[index]];
      const node = new Node(parent, cell);
      parent.children.push(node);
      nodes.push(node);
    });
    tree.visit(nodes[data.current] ?? tree.root);
    if (data.resigned && nodes[data.resigned.node]) {
      tree.resigned = { node: nodes[data.resigned.node], side: data.resigned.side };
    }
    return tree;
  }
}
