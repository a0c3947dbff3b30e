// A game as it is typed: its states one after the other, without end, kept in this browser by its puzzle. Tabs that
// show one game share it: a change is made to what another tab wrote last, so nothing is lost.

const BETWEEN = { values: "", marks: ".", corners: ".", colours: "" }; // two cells of a text
const NONE = { values: "", marks: "", corners: "", colours: "0" };

const NAME = "game ";

// The games that were begun and not finished, the latest first: those of this browser, and `saved` of the account.
export const begun = (saved) => allGames(saved).filter((game) => !game.done && isBegun(game));

const isBegun = ({ now, puzzle }) => now.marks || now.corners || now.values !== puzzle.replaceAll(".", "0");

// The ids of the puzzles of a level that were begun or finished, the latest first: as many as an address can take.
export const met = (level) =>
  allGames()
    .filter((game) => game.about.id && game.about.level === level && (game.done || isBegun(game)))
    .map(({ about }) => about.id)
    .slice(0, 60);

export function allGames(saved = []) {
  const all = new Map(saved.map(({ puzzle, shape, values, ...rest }) => [`${shape || Math.sqrt(puzzle.length)} ${puzzle}`, { about: {}, ...rest, now: { values, marks: rest.marks, corners: rest.corners } }]));
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(NAME))) {
      const game = JSON.parse(localStorage.getItem(name));
      const key = name.slice(NAME.length);
      if (game?.now && game.at >= (all.get(key)?.at ?? 0)) all.set(key, game);
    }
  } catch {
    // The store is forbidden, or holds what is no game.
  }
  return [...all]
    .map(([key, game]) => ({ ...game, about: game.about ?? {}, puzzle: key.split(" ").at(-1), shape: /^\d+ \S+$/.test(key) ? "" : key.slice(0, key.lastIndexOf(" ")) }))
    .sort((one, other) => other.at - one.at);
}

// Where a game goes on, by the addresses that a page names.
export const addressOf = ({ about, puzzle, shape }, words) =>
  about.id ? words.puzzle.replace(/0{8}[-0]+/, about.id) : `${words.play}?${new URLSearchParams(shape ? { puzzle, shape } : { puzzle })}`;

export function filledOf({ puzzle, now }) {
  const open = [...puzzle].map((given, at) => (isEmpty(given) ? at : -1)).filter((at) => at >= 0);
  return { count: open.filter((at) => !isEmpty(now.values[at] ?? "0")).length, all: open.length };
}

export const isEmpty = (digit) => digit === "0" || digit === ".";

// What an account keeps of a game, as fields of a form, besides its puzzle and time.
export const fieldsOf = ({ now, hints, checks, typed, done, about }) => ({ ...now, details: JSON.stringify({ corners: now.corners, hints, checks, typed, done, about }) });

export class Game {
  past = [];
  now = null; // { values, marks, corners, colours }, texts as in an address
  future = [];
  seconds = 0; // that were played, as far as the page was in sight
  at = 0; // when it was last changed, in ms
  hints = 0; // asked for
  checks = 0;
  typed = []; // "cell digit", each digit that a cell has held
  done = null; // { seconds, at }, from the last right digit on
  about = {}; // what lists show of the puzzle

  #isKept = false;

  constructor(puzzle, about = {}) {
    this.name = NAME + puzzle;
    this.about = about;
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
    Object.assign(this, kept, { about: { ...kept.about, ...this.about } });
  }

  // Takes over what another tab wrote since, and returns whether there was something.
  follow() {
    const kept = this.kept();
    if (!kept || kept.at <= this.at) return false;
    this.resume(kept);
    return true;
  }

  add(state) {
    const before = this.now;
    if (before && same(state, before)) return false;
    if (before && this.follow() && this.now) state = merged(before, state, this.now);
    if (this.now) this.past.push(this.now);
    this.#note(state);
    this.now = state;
    this.future = [];
    this.touch();
    return true;
  }

  // Counts help that was used on to what other tabs have counted.
  count(what) {
    this.follow();
    this[what] += 1;
    this.touch();
  }

  undo() {
    return this.#move("past", "future");
  }

  redo() {
    return this.#move("future", "past");
  }

  // The digits that were wrong, once the game is solved by `values`.
  wrong(values) {
    return this.typed.filter((each) => {
      const [cell, digit] = each.split(" ");
      return values[cell] !== digit;
    }).length;
  }

  // It can be undone, with what was counted, unless the game was over.
  restart(state, seconds) {
    this.follow();
    const { now, hints, checks, typed } = this;
    const past = this.done ? [] : [...this.past, { ...now, was: { hints, checks, typed, seconds } }];
    Object.assign(this, { past, future: [], now: state, hints: 0, checks: 0, typed: [], done: null, seconds: 0 });
    this.touch();
  }

  // A game that is over goes back to no earlier state, so these need no room any more.
  finish(done) {
    Object.assign(this, { done, seconds: done.seconds, past: [], future: [] });
    this.touch();
  }

  touch() {
    this.at = Math.max(Date.now(), this.at + 1);
    this.save();
  }

  // Whether it was kept and has been deleted since: then this page does not bring it back.
  get isGone() {
    try {
      return this.#isKept && localStorage.getItem(this.name) === null;
    } catch {
      return false; // the store is forbidden
    }
  }

  save() {
    if (this.isGone) return;
    const { name, past, ...rest } = this;
    for (const states of [past, past.slice(-100), []]) {
      try {
        localStorage.setItem(name, JSON.stringify({ past: states, ...rest }));
        this.#isKept = true;
        return;
      } catch {
        // The store is full or forbidden: less is kept, and the page itself forgets nothing.
      }
    }
  }

  #note(state) {
    const before = this.now?.values ?? "";
    [...state.values].forEach((digit, cell) => {
      const one = `${cell} ${digit}`;
      if (before && digit !== "0" && digit !== before[cell] && !this.typed.includes(one)) this.typed.push(one);
    });
  }

  #countAgain({ hints, checks, typed, seconds }) {
    this.hints += hints;
    this.checks += checks;
    this.typed = [...new Set([...typed, ...this.typed])];
    this.seconds += seconds;
  }

  #move(from, to) {
    this.follow();
    if (this.done || !this[from].length) return null;
    this[to].push(this.now);
    const { was, ...now } = this[from].pop();
    this.now = now;
    if (was) this.#countAgain(was);
    this.touch();
    return this.now;
  }
}

export const same = (one, other) => Object.keys(BETWEEN).every((part) => (one[part] ?? "") === (other[part] ?? ""));

// The cells that changed from one state to another, in a third one.
function merged(before, after, now) {
  const result = {};
  const count = now.values.length;
  for (const [part, between] of Object.entries(BETWEEN)) {
    const cells = (state) => (state[part] ? state[part].split(between) : Array(count).fill(NONE[part]));
    const [old, changed, other] = [before, after, now].map(cells);
    const all = other.map((cell, at) => (changed[at] === old[at] ? cell : changed[at]));
    result[part] = all.every((cell) => cell === NONE[part]) ? "" : all.join(between);
  }
  return result;
}
