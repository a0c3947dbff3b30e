// The front page: board, paste box, files and the address all fill one board, and nothing typed is lost.
// Without this the form still works: a field a cell and a text box.

import { Board } from "./board.js";
import { History } from "./history.js";
import { LARGEST as MOST_REGIONS, Regions } from "./regions.js";

const LARGEST = 900_000; // bytes of a file; a form may have some more
const PAUSE = 400; // ms without typing, and a text is read
const form = document.getElementById("entry");
const text = form.querySelector("textarea");
const status = document.getElementById("status");
const root = document.getElementById("board");
const [note, undo, redo, clear, file, many] = ["note", "undo", "redo", "clear", "file", "many"].map((id) => document.getElementById(id));
const sizes = form.querySelector(".sizes");
const words = form.dataset;
const shapes = document.getElementById("shapes");
const draw = document.getElementById("draw");

const board = new Board(root, edited);
// Answers to a form that was refused, whose draft has what was sent.
const isRefused = location.pathname !== words.home || new URLSearchParams(location.search).has("sent");
const history = new History(`draft ${isRefused ? "" : location.search}`);

// --- What is said and kept ---

function say(sentence, facts = {}) {
  const said = sentence.replace(/{(\w+)}/g, (_, name) => facts[name]);
  clearTimeout(checking);
  if (status.textContent !== said) status.textContent = said;
}

// What the server said with the board that it drew, or of the one that it was asked about.
function sayAs(html) {
  clearTimeout(checking);
  if (html.trim() && status.innerHTML !== html) status.innerHTML = html;
  if (status.querySelector("[data-unsure]")) check("level");
}

// How many solutions the board has, and its level: at once after a paste, else when nobody types for a moment.
// A level that takes longer is asked for once more. Without an answer the count of givens stays.
let checking;
let boards = 0;

async function check(what) {
  const asked = boards;
  const body = new FormData(form);
  body.set("check", what);
  try {
    const answer = await fetch(words.home, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    const html = await answer.text();
    if (answer.ok && asked === boards) sayAs(html);
  } catch {
    // It is asked again after the next change.
  }
}

// A text of several puzzles shows the first of them, and leads to a page for many.
function showSeveral(count) {
  boards += 1;
  many.hidden = !count;
}

function sayBoard(pause = PAUSE) {
  const pairs = board.clashes();
  const noted = board.values.filter((value) => value.endsWith("?")).length;
  const count = board.values.filter(Boolean).length - noted;
  if (pairs.length) {
    const [a, b] = pairs[0].map((index) => board.cells[index]);
    const [kind, number] = board.unitOf(...pairs[0]);
    const unit = words[kind]?.replace("{number}", number);
    say(unit ? words.clash : words.differ, { a: a.name, b: b.name, digit: a.value, unit });
    return;
  }
  if (noted) return say(words.noted, { count: noted });
  say(count === 1 ? words.oneGiven : words.givens, { count });
  if (count) checking = setTimeout(check, pause, "solutions");
}

function remember() {
  history.add({ values: board.values, text: text.value, shape: shape() });
  document.getElementById("error")?.remove(); // it spoke of what stood there before
  showButtons();
}

function showButtons() {
  clear.disabled = !text.value && !board.values.some(Boolean);
  undo.disabled = !history.past.length;
  redo.disabled = !history.future.length;
}

// What one types with stands there, also where it would be in the way of who pastes.
function showTyping(isTyping) {
  form.classList.toggle("begin--typing", isTyping);
}

// What is left of a text that could not be read, whose cells the board shows: the board counts once it is mended.
const mending = () => root.querySelector("[name=mending]");

function edited() {
  showTyping(true);
  if (mending()) mending().value = "edited";
  else text.value = ""; // it would win over the board
  showSeveral(0);
  remember();
  sayBoard();
}

// The name of the board's shape, or nothing for a plain one.
function shape() {
  return root.querySelector("[name=shape]")?.value ?? "";
}

// What the links to boards call it: its name, or that it is a jigsaw and nothing more.
function kind() {
  const named = shape();
  if (named.startsWith("jigsaw:") && !named.includes(" ")) return "jigsaw";
  return named || `${board.size}x${board.size}`;
}

async function restore(state) {
  if (!state) return;
  const size = Math.sqrt(state.values.length);
  const named = state.shape ?? "";
  if (size !== board.size || named !== shape())
    await redraw(`${words.home}?${named ? new URLSearchParams({ shape: named }) : `size=${size}`}`);
  board.fill(state.values);
  text.value = state.text;
  showSeveral(0);
  sayBoard();
  showButtons();
}

// --- Reading: a line for this board is read here, everything else by the server ---

// A value for each character of a line of cells; null when the text is something else.
function readLine(line) {
  const packed = [...line.replace(/\s/g, "").toUpperCase()];
  const isLine = packed.length && packed.every((c) => "0.*_-".includes(c) || board.digits.includes(c));
  return isLine && packed.length <= board.cells.length ? packed.map((c) => (board.digits.includes(c) ? c : "")) : null;
}

function showKind(name) {
  for (const link of sizes.children) {
    if (link.dataset.board === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

let turns = 0;

// Has the server draw a board; true when it did, and nothing newer was asked for meanwhile.
async function redraw(address, body) {
  const turn = ++turns;
  try {
    const answer = await fetch(address, { method: body ? "POST" : "GET", body, headers: { "X-Requested-With": "fetch" } });
    const said = await answer.text();
    if (turn !== turns) return false;
    if (answer.ok || said.includes('name="mending"')) {
      root.innerHTML = said;
      stopDrawing();
      board.adopt();
      showShape();
      showKind(kind());
      showSeveral(root.querySelector("table").dataset.several);
      sayAs(root.querySelector("template").innerHTML);
    } else say(answer.status === 413 ? words.large : said.slice(0, 300)); // which is a page and no sentence
    return answer.ok;
  } catch {
    say(words.away);
    return false;
  }
}

// Fills the board from a text. One that cannot be read stays in the paste box, with what is wrong with it.
async function read(source, isTyped) {
  showTyping(false);
  const values = readLine(source);
  const { length } = board.cells;
  if (values && (isTyped || values.length === length)) {
    board.fill(values);
    if (!isTyped) text.value = "";
    showSeveral(0);
    sayBoard(values.length < length ? PAUSE : 0);
    if (values.length < length && !board.clashes().length) say(words.partly, { count: values.length, all: length });
    return remember();
  }
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("puzzle", source);
  body.set("format", form.elements.format.value);
  const isRead = await redraw(words.home, body);
  const isSeveral = root.querySelector("table").dataset.several;
  if (!isTyped) text.value = isRead && !isSeveral ? "" : source;
  remember();
}

async function readFile(chosen) {
  if (/^image\/|pdf$/.test(chosen.type)) return say(words.picture);
  if (chosen.size > LARGEST) return say(words.large);
  const bytes = await chosen.arrayBuffer();
  const mark = new Uint8Array(bytes.slice(0, 2)).join();
  const encoding = { "255,254": "utf-16le", "254,255": "utf-16be" }[mark] ?? "utf-8";
  return read(new TextDecoder(encoding).decode(bytes));
}

// --- What listens ---

let pause;
text.addEventListener("input", (event) => {
  clearTimeout(pause);
  if (readLine(text.value)) return read(text.value, true);
  remember();
  const isPasted = event.inputType === "insertFromPaste";
  if (text.value.trim()) pause = setTimeout(read, isPasted ? 0 : PAUSE, text.value, true);
});
form.elements.format.addEventListener("change", () => text.value.trim() && read(text.value, true));

// What is pasted or typed where nothing takes it is meant for the board.
const isNowhere = ({ target }) => root.contains(target) || !target.matches("input, select, textarea");

document.addEventListener("paste", (event) => {
  const pasted = event.clipboardData.getData("text").trim();
  const [copied] = event.clipboardData.files;
  if (copied && !pasted) return readFile(copied);
  if (!isNowhere(event)) return;
  event.preventDefault();
  if (root.contains(event.target) && board.isDigit(pasted)) board.type(board.at, pasted.toUpperCase(), board.noting);
  else if (pasted) read(pasted);
});

document.addEventListener("keydown", (event) => {
  if (event.target !== document.body || !board.wants(event)) return;
  board.press(board.at, event);
});

form.addEventListener("dragover", (event) => event.preventDefault());
form.addEventListener("drop", (event) => {
  event.preventDefault();
  const { files } = event.dataTransfer;
  if (files.length) readFile(files[0]);
  else read(event.dataTransfer.getData("text"));
});
file.addEventListener("change", () => {
  if (file.files.length) readFile(file.files[0]);
  file.value = ""; // so that the same file can be opened again
});

sizes.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.board !== "jigsaw") return showBoard(link.href);
  if (draw.disabled && !(await redraw(`${words.home}?size=9`))) return;
  document.getElementById("other-boards").open = true;
  startDrawing();
});

// --- Boards of other shapes ---

const regions = new Regions(
  board,
  document.getElementById("regions"),
  (region, count) => say(words.region, { region, count, all: board.size }),
  (letters) => {
    const { size } = board;
    shapes.elements.regions.value = letters.match(new RegExp(`.{${size}}`, "g")).join("\n");
    showBoard();
  },
);

function stopDrawing() {
  regions.end();
  draw.setAttribute("aria-pressed", false);
}

// What is chosen follows the board, whoever changed it.
function showShape() {
  const named = shape().split(" ");
  shapes.elements.size.value = board.size;
  for (const box of shapes.elements.rule) box.checked = named.includes(box.value);
  const letters = named[0].startsWith("jigsaw:") ? named[0].slice(7) : "";
  shapes.elements.regions.value = letters.match(new RegExp(`.{${board.size}}`, "g"))?.join("\n") ?? "";
  draw.disabled = board.size > MOST_REGIONS;
}

// Shows a board, usually the one that is put together, with what is typed if it is as large.
async function showBoard(address = `${words.home}?${new URLSearchParams(new FormData(shapes))}`) {
  const { values } = board;
  if (!(await redraw(address))) return;
  if (values.length === board.cells.length) board.fill(values);
  edited();
}

shapes.addEventListener("submit", (event) => {
  event.preventDefault();
  showBoard();
});
document.getElementById("other-boards").addEventListener("change", ({ target }) => {
  if (target.name === "size") shapes.elements.regions.value = "";
  showBoard();
});
draw.addEventListener("click", () => (draw.getAttribute("aria-pressed") === "true" ? showBoard() : startDrawing()));

function startDrawing() {
  draw.setAttribute("aria-pressed", true);
  showKind("jigsaw");
  showTyping(true);
  regions.begin();
  root.scrollIntoView({ block: "nearest" });
}

undo.addEventListener("click", () => restore(history.undo()));
redo.addEventListener("click", () => restore(history.redo()));
clear.addEventListener("click", () => {
  mending()?.remove();
  board.fill([]);
  edited();
});
note.addEventListener("click", () => {
  board.noting = !board.noting;
  note.setAttribute("aria-pressed", board.noting);
});
root.addEventListener("focusin", () => showTyping(true));
root.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !"zy".includes(key)) return;
  event.preventDefault();
  restore(key === "y" || event.shiftKey ? history.redo() : history.undo());
});

// --- A draft comes back, but gives way to a puzzle that came with the page and to an answer with an error ---

const shown = { values: board.values, text: text.value, shape: shape() };
const isBare = !shown.values.some(Boolean) && !shown.text;
const isAnswer = document.getElementById("error") !== null;
const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
if (history.draft && (isAnswer || isBare || !isNew)) {
  const drafted = history.resume();
  if (!isAnswer) restore(drafted);
}
if (isAnswer || !history.now) history.add(shown);
if (!isAnswer && !isBare && !status.textContent.trim()) sayBoard();
if (status.querySelector("[data-unsure]")) check("level");
// Reloading a long answer to a form would ask whether to send it again, and any other would hide the draft.
if (isAnswer && isRefused) window.history.replaceState(null, "", words.home);
showButtons();
