// The board to type into, as a grid of the ARIA pattern: one stop for Tab, arrows inside, digits where they belong.
// A cell's value is a digit, or candidates with a question mark after them: "149?". Keys fill one cell after the
// other. On the keypad a digit fills the chosen cell, or without one each cell that is tapped from then on.

const DIGITS = "123456789ABCDEFGHIJKLMNOP";
const SKIPPING = ["0", " ", "."];

export class Board {
  noting = false; // digits are noted as candidates
  at = 0; // where Tab comes in
  goesOn = true; // a key leads on to the next cell
  armed = null; // the key of the keypad that fills the cells that are tapped

  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("input", (event) => this.#input(event)); // touch keyboards send no keydown worth reading
    root.addEventListener("focusin", (event) => this.#arrive(this.cells.indexOf(event.target)));
    root.addEventListener("pointerdown", (event) => event.target.dataset.key !== undefined && event.preventDefault());
    // A cell that is only filled is not chosen.
    root.addEventListener("mousedown", (event) => this.#isFilledBy(event) && event.preventDefault());
    root.addEventListener("click", (event) => this.#tap(event));
    this.adopt();
  }

  // Takes up the board that stands in the page now.
  adopt() {
    const table = this.root.querySelector("table");
    table.setAttribute("role", "grid");
    this.cells = [...table.querySelectorAll("input")];
    this.size = Math.sqrt(this.cells.length);
    this.box = Math.ceil(Math.sqrt(this.size)); // places of a cell beside each other
    this.sets = this.#lines().concat(this.#further(table.dataset.sets));
    this.setsOf = this.cells.map((_, index) => this.sets.filter((set) => set.includes(index)));
    this.digits = DIGITS.slice(0, this.size);
    this.at = Math.min(this.at, this.cells.length - 1);
    const isTouched = matchMedia("(pointer: coarse)").matches;
    this.cells.forEach((cell, index) => {
      cell.tabIndex = index === this.at ? 0 : -1;
      if (isTouched) cell.inputMode = "none"; // our keypad is there
    });
    const clashing = new Set(this.clashes().flat());
    const isDoubtful = (index) => this.cells[index].ariaInvalid && !clashing.has(index);
    this.doubtful = new Map([...this.cells.entries()].filter(([index]) => isDoubtful(index)).map(([index, { value }]) => [index, value]));
    this.arm(null);
  }

  get values() {
    return this.cells.map((cell) => cell.value);
  }

  fill(values) {
    this.cells.forEach((cell, index) => (cell.value = values[index] || ""));
    this.show();
  }

  // Puts a digit into a cell, or notes it there; an empty key clears.
  type(index, key, noting) {
    const value = this.cells[index].value;
    const noted = value.endsWith("?") ? value.slice(0, -1) : "";
    const kept = [...this.digits].filter((digit) => noted.includes(digit) !== (digit === key)).join("");
    this.cells[index].value = !noting || !key ? key : kept && `${kept}?`;
    this.show();
    this.changed();
  }

  // Whether a key that is pressed anywhere is meant for the board.
  wants(event) {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    return isPlain && (this.isDigit(event.key) || "0.".includes(event.key));
  }

  press(index, event) {
    this.cells[index].focus();
    this.#press(index, event);
  }

  isDigit(key) {
    return key.length === 1 && this.digits.includes(key.toUpperCase());
  }

  // Pairs of cells that see each other and hold the same digit, each pair once.
  clashes() {
    const found = new Map();
    const seen = new Map();
    this.cells.forEach(({ value }, index) => {
      if (!value || value.endsWith("?")) return;
      for (const set of this.setsOf[index]) {
        const others = seen.get(set) ?? seen.set(set, new Map()).get(set); // where each digit stood first
        if (others.has(value)) found.set(`${others.get(value)} ${index}`, [others.get(value), index]);
        else others.set(value, index);
      }
    });
    return [...found.values()];
  }

  // The row, column or square box of two cells with its number, or nothing if they share another set.
  unitOf(one, two) {
    const [[row, column], [otherRow, otherColumn]] = [this.#place(one), this.#place(two)];
    if (row === otherRow) return ["row", row + 1];
    if (column === otherColumn) return ["column", column + 1];
    if (this.root.querySelector("table").dataset.sets !== undefined) return [];
    return ["box", Math.floor(row / this.box) * this.box + Math.floor(column / this.box) + 1];
  }

  // The cells that one cell sees.
  peers(index) {
    const seen = new Set(this.setsOf[index].flat());
    seen.delete(index);
    return [...seen];
  }

  #lines() {
    const numbers = [...Array(this.size).keys()];
    const rows = numbers.map((row) => numbers.map((column) => row * this.size + column));
    return [...rows, ...numbers.map((column) => rows.map((row) => row[column]))];
  }

  // The sets beside rows and columns: those that the page names, or else square boxes.
  #further(named) {
    if (named !== undefined) return named.split(";").filter(Boolean).map((set) => set.split(" ").map(Number));
    const boxes = new Map();
    this.cells.forEach((_, index) => {
      const box = this.#place(index).map((line) => Math.floor(line / this.box)).join();
      boxes.set(box, [...(boxes.get(box) ?? []), index]);
    });
    return [...boxes.values()];
  }

  show() {
    const ringed = new Set(this.clashes().flat());
    this.cells.forEach((cell, index) => {
      const frame = cell.parentElement;
      const isNoted = cell.value.endsWith("?");
      if (this.doubtful.get(index) === cell.value) ringed.add(index); // what the server doubts is not mended yet
      frame.classList.toggle("cell--clash", ringed.has(index));
      frame.classList.toggle("cell--filled", cell.value !== "");
      frame.classList.toggle("cell--marks", isNoted);
      frame.classList.toggle("cell--lit", Boolean(this.armed) && cell.value === this.armed);
      if (isNoted) frame.dataset.marks = this.#inPlaces(cell.value);
      if (ringed.has(index)) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
    });
  }

  #inPlaces(value) {
    if (this.size > 9) return `${value.length - 1}?`; // no room to show which
    const places = [...this.digits].map((digit) => (value.includes(digit) ? digit : " ")).join("");
    return places.match(new RegExp(`.{1,${this.box}}`, "g")).join("\n");
  }

  #arrive(index) {
    if (index < 0) return;
    this.at = index;
    this.cells.forEach((cell, other) => {
      cell.tabIndex = other === index ? 0 : -1;
      cell.parentElement.classList.toggle("cell--here", other === index);
    });
    this.cells[index].select();
  }

  #isFilledBy({ target }) {
    return this.armed !== null && this.cells.includes(target);
  }

  #tap(event) {
    const { key } = event.target.dataset;
    if (this.#isFilledBy(event)) {
      const index = this.cells.indexOf(event.target);
      this.type(index, event.target.value === this.armed && !this.noting ? "" : this.armed, this.noting);
    } else if (key === undefined) return;
    else if (this.armed === null && this.cells.includes(document.activeElement)) this.type(this.at, key, this.noting);
    else this.arm(key === this.armed ? null : key);
  }

  arm(key) {
    this.armed = key;
    if (key !== null && this.cells.includes(document.activeElement)) document.activeElement.blur();
    for (const button of this.root.querySelectorAll("[data-key]"))
      button.setAttribute("aria-pressed", button.dataset.key === key);
    this.show();
  }

  #key(event) {
    const index = this.cells.indexOf(event.target);
    if (index >= 0 && !event.altKey && !event.metaKey) this.#press(index, event);
  }

  #press(index, event) {
    const to = this.moved(index, event);
    const shifted = event.shiftKey && /^Digit[1-9]$/.test(event.code) ? event.code[5] : "";
    const isNote = shifted !== "" || this.noting;
    const next = Math.min(index + this.goesOn, this.cells.length - 1);
    if (to !== undefined) this.cells[to].focus();
    else if (event.ctrlKey) return;
    else if (this.isDigit(shifted || event.key)) {
      this.type(index, (shifted || event.key).toUpperCase(), isNote);
      if (!isNote) this.cells[next].focus();
    } else if (SKIPPING.includes(event.key)) {
      this.type(index, "");
      this.cells[next].focus();
    } else if (event.key === "Delete") this.type(index, "");
    else if (event.key === "Backspace") {
      // After a digit it takes that digit back, which stands in the cell before.
      const back = this.cells[index].value ? index : Math.max(index - this.goesOn, 0);
      this.type(back, "");
      this.cells[back].focus();
    } else if (event.key.length > 1) return; // Tab, Enter and the like keep their meaning
    event.preventDefault();
  }

  // The cell a key leads to, stopping at the edges; undefined where the key does not move.
  moved(index, { key, ctrlKey }) {
    if (ctrlKey && key !== "Home" && key !== "End") return undefined;
    const last = this.size - 1;
    const [row, column] = this.#place(index);
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageUp: [row - this.box, column],
      PageDown: [row + this.box, column],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? last : row, last],
    }[key];
    if (!to) return undefined;
    const [r, c] = to.map((at) => Math.min(Math.max(at, 0), last));
    return r * this.size + c;
  }

  #place(index) {
    return [Math.floor(index / this.size), index % this.size];
  }

  #input(event) {
    const index = this.cells.indexOf(event.target);
    const key = event.target.value.slice(-1).toUpperCase();
    if (index >= 0) this.type(index, this.isDigit(key) ? key : "", this.noting);
  }
}
