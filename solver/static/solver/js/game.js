// A game as it is typed: its states one after the other, without end, kept in this browser by its puzzle.

export class Game {
  past = [];
  now = null; // { values, marks, colours }, texts as in an address
  future = [];
  seconds = 0; // that were played, as far as the page was in sight
  at = 0; // when it was last changed, in ms

  constructor(puzzle) {
    this.name = `game ${puzzle}`;
  }

  // What was kept here, or nothing.
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? "null");
    } catch {
      return null;
    }
  }

  resume(kept) {
    Object.assign(this, kept);
  }

  add(state) {
    if (this.now && same(state, this.now)) return false;
    if (this.now) this.past.push(this.now);
    this.now = state;
    this.future = [];
    this.touch();
    return true;
  }

  undo() {
    return this.#move(this.past, this.future);
  }

  redo() {
    return this.#move(this.future, this.past);
  }

  touch() {
    this.at = Date.now();
    this.save();
  }

  save() {
    const { past, now, future, seconds, at } = this;
    for (const states of [past, past.slice(-100), []]) {
      try {
        return localStorage.setItem(this.name, JSON.stringify({ past: states, now, future, seconds, at }));
      } catch {
        // The store is full or forbidden: less is kept, and the page itself forgets nothing.
      }
    }
  }

  #move(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    this.now = from.pop();
    this.touch();
    return this.now;
  }
}

const same = (one, other) => one.values === other.values && one.marks === other.marks && one.colours === other.colours;
