// Drawing the regions of a jigsaw on the board to type into. Cells that are pressed, dragged over or chosen with
// space go to the chosen region, or leave it. A whole region leads on to the next, and the last one is filled in.

const LETTERS = "ABCDEFGHIJKLMNOP";
export const LARGEST = LETTERS.length;
const TINTS = 4;

export class Regions {
  of = null; // the number of each cell's region, or -1; nothing is drawn while it is null
  now = 0;
  paints = null; // what a drag does to the cells that it meets

  // `told` gets the region that is drawn and its count, `done` the letters of all cells when every region is whole.
  constructor(board, keys, told, done) {
    Object.assign(this, { board, keys, told, done });
    const { root } = board;
    const handlers = {
      pointerdown: (index) => this.#begin(index),
      pointermove: (_index, event) => this.#drag(event),
      keydown: (index, event) => this.#key(index, event),
      click: () => true,
      input: (index) => (this.board.cells[index].value = this.values[index]) !== null,
    };
    for (const [name, handle] of Object.entries(handlers))
      root.addEventListener(name, (event) => this.#hear(event, handle), { capture: true });
    addEventListener("pointerup", () => (this.paints = null));
    keys.addEventListener("click", ({ target }) => target.value && this.#choose(Number(target.value)));
  }

  begin() {
    this.of = this.board.cells.map(() => -1);
    this.values = this.board.values;
    this.board.root.querySelector(".ground")?.remove();
    this.#choose(0);
  }

  end() {
    this.of = null;
    this.keys.hidden = true;
  }

  #hear(event, handle) {
    if (!this.of) return;
    const index = this.board.cells.indexOf(event.target);
    if (index >= 0 && handle(index, event)) event.stopPropagation();
  }

  #begin(index) {
    this.paints = this.of[index] === this.now ? -1 : this.now;
    this.#paint(index);
    return true;
  }

  #drag({ clientX, clientY, target, pointerId }) {
    if (target.hasPointerCapture?.(pointerId)) target.releasePointerCapture(pointerId);
    if (this.paints === null) return true;
    const index = this.board.cells.indexOf(document.elementFromPoint(clientX, clientY));
    if (index >= 0) this.#paint(index);
    return true;
  }

  #key(index, event) {
    const letter = LETTERS.indexOf(event.key.toUpperCase());
    if (event.key !== " " && (letter < 0 || letter >= this.board.size || event.key.length > 1))
      return event.key.length === 1 && !event.ctrlKey && !event.metaKey; // digits wait
    event.preventDefault();
    if (letter >= 0) this.#choose(letter);
    this.#begin(index);
    this.paints = null;
    return true;
  }

  #count(number) {
    return this.of.filter((each) => each === number).length;
  }

  #paint(index) {
    const { size } = this.board;
    if (this.of[index] === this.paints || (this.paints >= 0 && this.#count(this.paints) === size)) return;
    this.of[index] = this.paints;
    const open = [...Array(size).keys()].filter((number) => this.#count(number) < size);
    if (open.length === 1 && this.#count(-1) + this.#count(open[0]) === size)
      this.of = this.of.map((number) => (number < 0 ? open[0] : number));
    if (!this.of.includes(-1)) return this.done(this.of.map((number) => LETTERS[number]).join(""));
    if (this.#count(this.now) === size) {
      this.paints = null;
      this.now = open[0] ?? this.now;
    }
    this.show();
  }

  #choose(number) {
    this.now = number;
    this.show();
  }

  show() {
    const { cells, size } = this.board;
    cells.forEach((cell, index) => {
      const frame = cell.parentElement;
      const number = this.of[index];
      const isLast = index % size === size - 1;
      frame.classList.toggle("cell--right", !isLast && this.of[index + 1] !== number);
      frame.classList.toggle("cell--bottom", index + size < cells.length && this.of[index + size] !== number);
      for (let tint = 0; tint < TINTS; tint++) frame.classList.toggle(`region--${tint}`, number >= 0 && number % TINTS === tint);
      frame.dataset.region = LETTERS[number] ?? "";
    });
    this.keys.hidden = false;
    this.keys.replaceChildren(...[...Array(size).keys()].map((number) => this.#button(number)));
    this.told(LETTERS[this.now], this.#count(this.now));
  }

  #button(number) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "tool", value: number });
    button.textContent = `${LETTERS[number]} ${this.#count(number)}`;
    button.setAttribute("aria-pressed", number === this.now);
    return button;
  }
}
