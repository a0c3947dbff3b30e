// The board to type into: arrows, digits, paste; clashes as they are typed; a draft that survives a reload.
// Without this the form still works: 81 fields and a text box.

const SIZE = 9;
const DRAFT = "draft";
const form = document.getElementById("entry");
const cells = [...form.querySelectorAll(".board--entry input")];
const text = form.querySelector("textarea");
const status = document.getElementById("status");
const hint = status.textContent;

const nameOf = (index) => cells[index].name;
const valueOf = (index) => cells[index].value;
const boxOf = (index) => Math.floor(index / 27) * 3 + Math.floor((index % SIZE) / 3);
const shareUnit = (a, b) =>
  Math.floor(a / SIZE) === Math.floor(b / SIZE) || a % SIZE === b % SIZE || boxOf(a) === boxOf(b);

function put(index, digit) {
  cells[index].value = digit === "0" ? "" : digit;
}

function clashes() {
  const found = [];
  for (let a = 0; a < cells.length; a++)
    for (let b = a + 1; b < cells.length; b++)
      if (valueOf(a) && valueOf(a) === valueOf(b) && shareUnit(a, b)) found.push([a, b]);
  return found;
}

// The 81 cells of a line, or null; spaces and line ends do not count.
function readLine(line) {
  const packed = line.replace(/\s/g, "");
  return /^[0-9.*_-]{81}$/.test(packed) ? packed.replace(/[.*_-]/g, "0") : null;
}

function refresh() {
  const pairs = clashes();
  const ringed = new Set(pairs.flat());
  cells.forEach((cell, index) => {
    cell.parentElement.classList.toggle("cell--clash", ringed.has(index));
    cell.parentElement.classList.toggle("cell--filled", cell.value !== "");
    if (ringed.has(index)) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
  });
  const givens = cells.filter((cell) => cell.value).length;
  if (pairs.length) {
    const [a, b] = pairs[0];
    say(`${nameOf(a)} and ${nameOf(b)} are both ${valueOf(a)}.`);
  } else if (/^[0-9.*_\s-]*$/.test(text.value) && text.value.trim() && !readLine(text.value)) {
    say(`${text.value.replace(/\s/g, "").length} characters so far; a 9×9 board has 81.`);
  } else if (text.value.trim() && !readLine(text.value)) {
    say("This text is read when you press Solve, in the format it looks like.");
  } else say(givens ? `81 cells read, ${givens} given${givens === 1 ? "" : "s"}.` : hint);
  sessionStorage.setItem(
    DRAFT,
    JSON.stringify({ cells: cells.map((cell) => cell.value || "0").join(""), text: text.value }),
  );
}

function say(sentence) {
  if (status.textContent !== sentence) status.textContent = sentence;
}

function fill(line) {
  [...line].forEach((digit, index) => put(index, digit));
}

function typed(index, digit) {
  put(index, digit);
  text.value = ""; // it would win over the board
  refresh();
}

const MOVES = {
  ArrowUp: (i) => (i >= SIZE ? i - SIZE : i),
  ArrowDown: (i) => (i < cells.length - SIZE ? i + SIZE : i),
  ArrowLeft: (i) => (i % SIZE ? i - 1 : i),
  ArrowRight: (i) => (i % SIZE < SIZE - 1 ? i + 1 : i),
  Home: (i, all) => (all ? 0 : i - (i % SIZE)),
  End: (i, all) => (all ? cells.length - 1 : i - (i % SIZE) + SIZE - 1),
};

cells.forEach((cell, index) => {
  cell.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || (event.ctrlKey && !["Home", "End"].includes(event.key))) return;
    if (MOVES[event.key]) cells[MOVES[event.key](index, event.ctrlKey)].focus();
    else if (/^[1-9]$/.test(event.key)) typed(index, event.key);
    else if (["0", " ", ".", "Delete", "Backspace"].includes(event.key)) typed(index, "0");
    else if (event.key.length > 1) return; // Tab, Enter and the like keep their meaning
    event.preventDefault();
  });
  // Touch keyboards send no keydown worth reading.
  cell.addEventListener("input", () => typed(index, /^[1-9]$/.test(cell.value) ? cell.value : "0"));
  cell.addEventListener("focus", () => cell.select());
  cell.addEventListener("paste", (event) => {
    event.preventDefault();
    const pasted = event.clipboardData.getData("text");
    const line = readLine(pasted);
    if (line) {
      fill(line);
      text.value = "";
    } else text.value = pasted; // another size or another form: the server reads it and says what it thinks
    refresh();
  });
});

text.addEventListener("input", () => {
  const line = readLine(text.value);
  if (line) fill(line);
  refresh();
});

// A draft comes back after a reload, but gives way to a puzzle that came with the page.
const isBare = cells.every((cell) => !cell.value) && !text.value && !location.search;
const draft = isBare && JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
if (draft) {
  fill(draft.cells);
  text.value = draft.text;
}
if (!document.getElementById("error")) refresh();
