// The board to play on: the board to type into, with givens that stay, several chosen cells, marks of two kinds,
// colours, and what a hint shows. Its fields hold a digit, or marks with a question mark after them; faces are drawn
// over them.

import { Board } from "./board.js";
import { COLOURS, coloursOf, textOf } from "./colours.js";

const CENTRED = 9; // digits of the largest board that shows centre marks beside each other
const LONE = 4; // centre marks that stand in one line

export class PlayBoard extends Board {
  goesOn = false; // who plays stays in a cell
  mode = "digit"; // what a key enters: digit, corner, centre or colour
  chosen = new Set(); // cells that a key goes into
  settings = {}; // of settings.js
  solution = null; // texts of digits, if it is known here
  lit = ""; // the digit that was pressed last
  corners = [];
  colours = []; // a set of numbers a cell
  shown = null; // of a hint: candidates, marks, removed, placed, wrong
  upTo = Infinity; // the number of the last disc that is shown
  isOver = false; // nothing is typed into a solved board
  isReady = false; // what it begins with is put together before it is drawn
  #made = []; // what each face shows
  #isAdding = false;
  #dragged = null; // the pointer that is drawn over cells
  #last = null; // the cell that it passed last
  #hasDrawn = false; // whether the press that ends now was such a drag
  #drawn = null; // what it does to the marks of the kept digit: null until it leaves its first cell
  #trail = []; // cells that the arrows went through, to go back

  constructor(root, changed, signs) {
    super(root, changed);
    this.signs = signs; // of the colours
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerleave", () => (this.#last = null));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.#up());
    root.addEventListener("click", (event) => this.#hasDrawn && event.stopPropagation(), true); // no press of a cell
    root.addEventListener("dblclick", ({ target }) => this.chooseAlike(this.cells.indexOf(target)));
    root.addEventListener("focusin", ({ target }) => this.#choose(this.cells.indexOf(target)));
    root.addEventListener("keydown", (event) => this.#extend(event), true);
  }

  adopt() {
    this.givens = [...this.root.querySelectorAll("input")].map((cell) => cell.readOnly);
    this.root.querySelector("table").classList.add("board--drawn");
    super.adopt();
    this.cells.forEach((cell) => cell.removeAttribute("maxlength"));
  }

  // --- Texts, as in the address ---

  get state() {
    const marks = this.cells.map(({ value }) => (value.endsWith("?") ? value.slice(0, -1) : ""));
    const corners = this.cells.map((_, index) => this.corners[index] ?? "");
    const colours = this.cells.map((_, index) => textOf(this.colours[index])).join("");
    return {
      values: this.cells.map(({ value }) => (value && !value.endsWith("?") ? value : "0")).join(""),
      marks: marks.some(Boolean) ? marks.join(".") : "",
      corners: corners.some(Boolean) ? corners.join(".") : "",
      colours: /^0*$/.test(colours) ? "" : colours,
    };
  }

  set state({ values, marks, corners, colours }) {
    const marked = (marks || "").split(".");
    this.corners = (corners || "").split(".");
    this.colours = [...(colours || "")].map(coloursOf);
    this.cells.forEach((cell, index) => {
      if (this.givens[index]) return;
      const digit = values[index] === "." ? "0" : values[index];
      cell.value = digit && digit !== "0" ? digit : marked[index] ? `${marked[index]}?` : "";
    });
    this.show();
  }

  // --- Choosing cells: by drawing over them, with Shift, Ctrl and the arrows, or all that hold one digit ---

  #choose(index) {
    if (index < 0) return;
    if (this.#isAdding) return;
    this.#trail = [index];
    this.chosen = new Set([index]);
    this.showChosen();
  }

  #down(event) {
    const index = this.cells.indexOf(event.target);
    this.#hasDrawn = false;
    if (index < 0 || event.button) return;
    [this.#dragged, this.#last, this.#drawn] = [event.pointerId, index, null];
    if (this.armed !== null) return; // a press puts the digit there, see board.js
    event.preventDefault(); // no text is selected, and nothing scrolls
    this.#trail = [index];
    if (event.ctrlKey || event.metaKey) return this.#add(index, this.chosen.has(index));
    if (event.shiftKey) return this.#add(index);
    this.chosen = new Set();
    return this.#add(index);
  }

  // A quick pointer jumps over cells: it passed those on the line from where it was.
  #move({ pointerId, clientX, clientY }) {
    if (this.#dragged !== pointerId) return;
    const over = document.elementFromPoint(clientX, clientY);
    const index = this.cells.indexOf(over);
    if (!this.root.contains(over)) this.#last = null; // it comes back anywhere
    if (index < 0 || index === this.#last) return;
    const line = this.#last === null ? [index] : this.#between(this.#last, index);
    if (this.armed === null) line.forEach((each) => this.#add(each));
    else this.#draw(this.#drawn || this.#last === null ? line : [this.#last, ...line]);
    this.#last = index;
  }

  // The cells of a line, after its first.
  #between(from, to) {
    const [row, column, toRow, toColumn] = [from, to].flatMap((each) => [Math.floor(each / this.size), each % this.size]);
    const count = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
    const part = (start, end, at) => Math.round(start + ((end - start) * at) / count);
    return [...Array(count).keys()].map((at) => part(row, toRow, at + 1) * this.size + part(column, toColumn, at + 1));
  }

  // The kept digit is a mark of each cell that is passed, or leaves them all if the first had it.
  #draw(cells) {
    if (this.isOver) return;
    const kind = this.mode === "corner" ? "corner" : "centre";
    this.#drawn ??= this.#marks(cells[0], kind).includes(this.armed) ? "out" : "in";
    const open = cells.filter((each) => !this.givens[each] && !this.#digit(each));
    for (const each of open) this.#note(each, kind, this.armed, this.#drawn === "in");
    this.show();
  }

  #up() {
    this.#dragged = null;
    this.#hasDrawn = this.#drawn !== null;
    if (this.#hasDrawn) this.changed(); // a drag is undone at once
    this.#drawn = null;
  }

  // Goes to a cell and adds it to those that are chosen, or takes it out of them.
  #add(index, isTaken = false) {
    this.#isAdding = true;
    this.cells[index].focus({ preventScroll: true });
    this.#isAdding = false;
    if (isTaken && this.chosen.size > 1) this.chosen.delete(index);
    else this.chosen.add(index);
    this.showChosen();
  }

  // An arrow that goes back takes the cell that it leaves out again.
  #go(index) {
    const from = this.at;
    if (index === from) return;
    const isBack = index === this.#trail.at(-2);
    if (isBack) this.#trail.pop();
    else this.#trail.push(index);
    if (isBack && !this.#trail.includes(from)) this.chosen.delete(from);
    this.#add(index);
  }

  #extend(event) {
    const { key } = event;
    const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
    if (isMore && key.startsWith("Arrow") && !event.altKey) {
      this.#go(this.moved(this.at, { key }));
    } else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "a") {
      this.chosen = new Set(this.cells.keys());
      this.showChosen();
    } else if (key === "Escape" && this.chosen.size > 1) {
      this.#choose(this.at);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  chooseAlike(index) {
    const value = this.cells[index]?.value;
    if (!value) return;
    this.chosen = new Set([...this.cells.keys()].filter((each) => this.cells[each].value === value));
    this.showChosen();
  }

  showChosen() {
    this.cells.forEach((cell, index) => cell.parentElement.classList.toggle("cell--chosen", this.chosen.size > 1 && this.chosen.has(index)));
    this.root.dispatchEvent(new Event("chosen"));
  }

  // --- Typing: into all chosen cells, or out of them if all hold it ---

  type(index, key, noting) {
    if (this.isOver) return this.show();
    const kind = noting ? "centre" : this.mode;
    const all = this.chosen.size > 1 && this.chosen.has(index) ? [...this.chosen] : [index];
    if (kind === "colour" && key) this.#colour(all, Number(key));
    else this.#enter(all.filter((each) => !this.givens[each]), key, kind);
    if (kind !== "colour") this.lit = key;
    this.show();
    return this.changed();
  }

  #enter(cells, key, kind) {
    if (!key) return this.#erase(cells);
    if (kind === "digit") return this.#enterDigit(cells, key);
    const open = cells.filter((each) => !this.#digit(each));
    const isHeld = open.every((each) => this.#marks(each, kind).includes(key));
    for (const each of open) this.#note(each, kind, key, !isHeld);
  }

  // Puts a mark into a cell, or takes it out.
  #note(index, kind, key, isIn) {
    const digits = [...this.digits].filter((digit) => (digit === key ? isIn : this.#marks(index, kind).includes(digit)));
    this.#mark(index, kind, digits.join(""));
  }

  // A digit takes itself from the marks of those that see it.
  #enterDigit(cells, key) {
    const isHeld = cells.every((each) => this.cells[each].value === key);
    for (const each of cells) {
      this.cells[each].value = isHeld ? "" : key;
      this.corners[each] = "";
      if (!isHeld && this.settings.tidy) this.peers(each).forEach((peer) => this.#strike(peer, key));
    }
  }

  // First the digits go, then the marks, then the colours.
  #erase(cells) {
    const filled = cells.filter((each) => this.#digit(each));
    for (const each of filled) this.cells[each].value = "";
    if (filled.length) return;
    const marked = cells.filter((each) => this.cells[each].value || this.corners[each]);
    for (const each of marked) this.cells[each].value = this.corners[each] = "";
    if (!marked.length) for (const each of cells) this.colours[each] = new Set();
  }

  #colour(cells, number) {
    const isHeld = cells.every((each) => this.colours[each]?.has(number));
    for (const each of cells) {
      const held = new Set(number ? this.colours[each] : []);
      if (isHeld) held.delete(number);
      else if (number && number <= COLOURS) held.add(number);
      this.colours[each] = held;
    }
  }

  #digit(index) {
    const { value } = this.cells[index];
    return value.endsWith("?") ? "" : value;
  }

  #marks(index, kind) {
    const { value } = this.cells[index];
    return kind === "corner" ? (this.corners[index] ?? "") : value.endsWith("?") ? value.slice(0, -1) : "";
  }

  #mark(index, kind, digits) {
    if (kind === "corner") this.corners[index] = digits;
    else this.cells[index].value = digits && `${digits}?`;
  }

  #strike(index, digit) {
    for (const kind of ["centre", "corner"]) {
      if (this.#digit(index) || this.givens[index]) return;
      this.#mark(index, kind, this.#marks(index, kind).replace(digit, ""));
    }
  }

  // Whether each cell holds a digit, and no two that see each other the same: that is a solution.
  get isSolved() {
    return this.isFull && !this.clashes().length;
  }

  get isFull() {
    return this.cells.every((_, index) => this.#digit(index));
  }

  // The digits that a cell sees.
  seenFrom(index) {
    const seen = new Set(this.peers(index).map((peer) => this.#digit(peer)));
    return [...this.digits].filter((digit) => seen.has(digit));
  }

  // All digits that no filled cell sees, in cells that have no marks; in all open cells when none is without.
  fill() {
    if (this.isOver) return;
    const open = [...this.cells.keys()].filter((index) => !this.#digit(index));
    const bare = open.filter((index) => !this.cells[index].value);
    for (const index of bare.length ? bare : open) this.#mark(index, "centre", this.legal(index));
    this.show();
    this.changed();
  }

  legal(index) {
    const seen = this.seenFrom(index);
    return [...this.digits].filter((digit) => !seen.includes(digit)).join("");
  }

  // --- Drawing ---

  show() {
    if (!this.isReady) return;
    const ringed = new Set(this.clashes().flat());
    const here = this.at;
    const peers = new Set(this.settings.peers && !this.isOver ? this.peers(here) : []);
    const held = !this.settings.light || this.isOver ? "" : (this.armed ?? ((this.hasFocus && this.#digit(here)) || this.lit));
    const words = this.root.closest("form").dataset;
    this.cells.forEach((cell, index) => {
      const frame = cell.parentElement;
      const { value } = cell;
      const isOpen = !value || value.endsWith("?");
      const marks = isOpen ? value.slice(0, -1) : "";
      const comes = this.shown?.placed?.[index];
      frame.classList.toggle("cell--own", !isOpen && !this.givens[index]);
      frame.classList.toggle("cell--open", isOpen);
      frame.classList.toggle("cell--clash", ringed.has(index));
      frame.classList.toggle("cell--wrong", this.isWrong(index));
      frame.classList.toggle("cell--evidence", this.shown?.evidence?.includes(index) ?? false);
      frame.classList.toggle("cell--comes", Boolean(comes));
      frame.classList.toggle("cell--peer", this.hasFocus && peers.has(index));
      frame.classList.toggle("cell--same", Boolean(held) && (value === held || marks.includes(held) || (this.corners[index] ?? "").includes(held)));
      this.#paint(frame, [...(this.colours[index] ?? [])].sort());
      const label = this.#label(cell, index, marks, words);
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      if (ringed.has(index)) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
      this.#face(frame, index, isOpen ? comes || "" : value, held);
    });
  }

  get hasFocus() {
    return this.root.contains(document.activeElement);
  }

  isWrong(index) {
    if (this.shown?.wrong?.includes(index)) return true;
    const digit = this.#digit(index);
    return Boolean(this.settings.check && this.solution && digit && digit !== this.solution[index]);
  }

  #label(cell, index, marks, words) {
    cell.dataset.place ??= cell.getAttribute("aria-label");
    const say = (sentence, all) => all?.length && sentence.replace("{digits}", [...all].join(" "));
    const value = this.#digit(index);
    const facts = [
      value || say(words.marked, marks),
      !value && say(words.cornered, this.corners[index]),
      say(words.coloured, [...(this.colours[index] ?? [])].sort()),
      this.isWrong(index) && words.wrong,
    ].filter(Boolean);
    return facts.length ? `${cell.dataset.place}: ${facts.join(", ")}` : cell.dataset.place;
  }

  // Colours share a cell in stripes, and each has its sign.
  #paint(frame, numbers) {
    frame.classList.toggle("cell--coloured", numbers.length > 0);
    frame.style.background = numbers.length
      ? `linear-gradient(135deg, ${numbers.map((each, at) => `var(--c${each}) ${(at * 100) / numbers.length}% ${((at + 1) * 100) / numbers.length}%`).join(", ")})`
      : "";
    if (numbers.length) frame.dataset.sign = numbers.map((each) => this.signs[each - 1]).join("");
    else delete frame.dataset.sign;
  }

  // A face is made anew only if it changes, so that drawing over cells stays quick.
  #face(frame, index, digit, held) {
    const [own, corners] = [this.#marks(index, "centre"), this.corners[index] ?? ""];
    const made = this.shown ? "" : [digit, own, corners, `${own}${corners}`.includes(held) ? held : ""].join("|");
    if (made && made === this.#made[index]) return;
    this.#made[index] = made;
    frame.querySelector(".cell__face")?.remove();
    const face = span("cell__face");
    face.setAttribute("aria-hidden", "true");
    if (digit) face.append(span("cell__digit", digit));
    else {
      const shown = this.shown?.candidates?.[index];
      if (shown || (own && this.size > CENTRED)) face.append(this.#inPlaces(index, shown ?? own, held));
      else {
        if (corners) face.append(this.#inCorners(corners, held));
        if (own) face.append(this.#inCentre(own, held));
      }
    }
    frame.append(face);
  }

  #inCorners(digits, held) {
    const list = span("cell__corners");
    for (const digit of digits) list.append(span(digit === held ? "same" : "", digit));
    return list;
  }

  #inCentre(digits, held) {
    const list = span(`cell__centre${digits.length > LONE ? " cell__centre--many" : ""}`);
    for (const digit of digits) list.append(span(digit === held ? "same" : "", digit));
    return list;
  }

  #inPlaces(index, marks, held) {
    const list = span("cell__candidates");
    const lost = this.shown?.removed?.[index] ?? "";
    for (const digit of this.digits) {
      const mark = this.shown?.marks?.[`${index} ${digit}`];
      const place = span("", marks.includes(digit) ? digit : "");
      if (lost.includes(digit)) place.className = "lost lost--now";
      else if (mark && marks.includes(digit) && !(mark[0] === "disc" && mark[1] > this.upTo)) {
        place.className = `mark mark--${mark[0]}`;
        if (mark[1]) place.dataset.note = mark[1];
      } else if (held === digit && marks.includes(digit)) place.className = "same";
      list.append(place);
    }
    return list;
  }
}

function span(name, text = "") {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}
