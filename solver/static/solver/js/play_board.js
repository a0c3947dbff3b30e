// The board to play on: the board to type into, with givens that stay, marks in their places, colours, and what a
// hint shows. Its fields hold a digit, or marks with a question mark after them; faces are drawn over them.

import { Board } from "./board.js";

const SIGNS = ["", "●", "■", "▲", "◆", "★", "✚"];

export class PlayBoard extends Board {
  goesOn = false; // who plays stays in a cell
  colours = [];
  shown = null; // of a hint: candidates, marks, removed, placed, wrong
  isReady = false; // the board is adopted before it can be drawn

  constructor(root, changed) {
    super(root, changed);
    this.isReady = true;
    this.show();
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
    const colours = this.cells.map((_, index) => this.colours[index] || "0").join("");
    return {
      values: this.cells.map(({ value }) => (value && !value.endsWith("?") ? value : "0")).join(""),
      marks: marks.some(Boolean) ? marks.join(".") : "",
      colours: /^0*$/.test(colours) ? "" : colours,
    };
  }

  set state({ values, marks, colours }) {
    const marked = (marks || "").split(".");
    this.colours = [...(colours || "")];
    this.cells.forEach((cell, index) => {
      if (this.givens[index]) return;
      const digit = values[index] === "." ? "0" : values[index];
      cell.value = digit && digit !== "0" ? digit : marked[index] ? `${marked[index]}?` : "";
    });
    this.show();
  }

  // --- Typing ---

  // A digit takes itself from the marks of those that see it; pressed again it clears.
  type(index, key, noting) {
    if (this.givens[index]) return this.show();
    const { value } = this.cells[index];
    if (noting && key && value && !value.endsWith("?")) this.cells[index].value = "";
    if (!noting && key) {
      this.cells[index].value = value === key ? "" : key;
      if (value !== key) this.peers(index).forEach((peer) => this.#strike(peer, key));
      this.show();
      return this.changed();
    }
    super.type(index, key, noting);
  }

  colour(index, number) {
    const cells = this.cells.map((_, at) => this.colours[at] || "0");
    cells[index] = cells[index] === number ? "0" : number;
    this.colours = cells;
    this.show();
    this.changed();
  }

  // All digits that no filled cell sees, in cells that have no marks; in all open cells when none is without.
  fill() {
    const open = this.cells.filter((cell, index) => !this.givens[index] && (cell.value === "" || cell.value.endsWith("?")));
    const bare = open.filter((cell) => !cell.value);
    for (const cell of bare.length ? bare : open) cell.value = `${this.legal(this.cells.indexOf(cell))}?`;
    this.show();
    this.changed();
  }

  legal(index) {
    const seen = new Set(this.peers(index).map((peer) => this.cells[peer].value));
    return [...this.digits].filter((digit) => !seen.has(digit)).join("");
  }

  peers(index) {
    const place = (at) => [Math.floor(at / this.size), at % this.size];
    const [row, column] = place(index);
    const box = (r, c) => Math.floor(r / this.box) * this.box + Math.floor(c / this.box);
    return this.cells
      .map((_, at) => at)
      .filter((at) => {
        const [r, c] = place(at);
        return at !== index && (r === row || c === column || box(r, c) === box(row, column));
      });
  }

  #strike(index, digit) {
    const cell = this.cells[index];
    if (!cell.value.endsWith("?")) return;
    const left = cell.value.slice(0, -1).replace(digit, "");
    cell.value = left && `${left}?`;
  }

  // --- Drawing ---

  show() {
    if (!this.isReady) return;
    const ringed = new Set(this.clashes().flat());
    const here = this.at;
    const peers = new Set(this.peers(here));
    const held = !this.hasFocus || this.cells[here].value.endsWith("?") ? "" : this.cells[here].value;
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
      frame.classList.toggle("cell--wrong", this.shown?.wrong?.includes(index) ?? false);
      frame.classList.toggle("cell--evidence", this.shown?.evidence?.includes(index) ?? false);
      frame.classList.toggle("cell--comes", Boolean(comes));
      frame.classList.toggle("cell--peer", this.hasFocus && peers.has(index));
      frame.classList.toggle("cell--same", Boolean(held) && (value === held || marks.includes(held)));
      this.#colour(frame, this.colours[index] || "0");
      cell.setAttribute("aria-label", this.#label(cell, index, marks, words));
      if (ringed.has(index)) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
      this.#face(frame, index, isOpen ? comes || "" : value, held);
    });
  }

  get hasFocus() {
    return this.root.contains(document.activeElement);
  }

  #label(cell, index, marks, words) {
    cell.dataset.place ??= cell.getAttribute("aria-label");
    const value = cell.value.endsWith("?") ? "" : cell.value;
    if (value) return `${cell.dataset.place}: ${value}`;
    return marks ? `${cell.dataset.place}: ${words.marked.replace("{digits}", [...marks].join(" "))}` : cell.dataset.place;
  }

  #colour(frame, number) {
    for (let each = 1; each < SIGNS.length; each++) frame.classList.toggle(`colour--${each}`, number === String(each));
    if (number === "0") delete frame.dataset.colour;
    else Object.assign(frame.dataset, { colour: number, sign: SIGNS[number] });
  }

  #face(frame, index, digit, held) {
    frame.querySelector(".cell__face")?.remove();
    const face = span("cell__face");
    face.setAttribute("aria-hidden", "true");
    if (digit) face.append(span("cell__digit", digit));
    else {
      const own = this.cells[index].value.slice(0, -1);
      const marks = this.shown?.candidates?.[index] ?? own;
      if (marks) face.append(this.#marks(index, marks, held));
    }
    frame.append(face);
  }

  #marks(index, marks, held) {
    const list = span("cell__candidates");
    const lost = this.shown?.removed?.[index] ?? "";
    for (const digit of this.digits) {
      const mark = this.shown?.marks?.[`${index} ${digit}`];
      const place = span("", marks.includes(digit) ? digit : "");
      if (lost.includes(digit)) place.className = "lost lost--now";
      else if (mark && marks.includes(digit)) {
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
