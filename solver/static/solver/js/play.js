// The page to play on: typing is done here, and what is to be known of the game is asked of the server.
// Without this the form still works: a field a cell, and buttons that send it.

import { Game } from "./game.js";
import { areKeysOn } from "./keys.js";
import { PlayBoard } from "./play_board.js";

const form = document.getElementById("play");
const told = document.getElementById("told");
const root = document.getElementById("board");
const words = form.dataset;
const [undo, redo, clear, fill, here, candidate, clock, press] = ["undo", "redo", "clear", "fill", "here", "candidate", "clock", "clock-press"].map(
  (id) => document.getElementById(id),
);
const KEEP = 4_000; // ms after the last change until it is kept on the server
const game = new Game(`${words.size} ${words.puzzle}`);
const board = new PlayBoard(root, changed);
let mode = "digit";
let asked = 0; // only the answer to the latest question is shown

// --- States ---

function changed() {
  forget();
  if (game.add(board.state)) remember();
}

function restore(state) {
  if (!state) return;
  forget();
  board.state = state;
  remember();
}

function remember() {
  showCounts();
  const { values, marks, colours } = game.now;
  const said = new URLSearchParams();
  if (values !== words.puzzle) said.set("values", values);
  if (marks) said.set("marks", marks);
  if (colours) said.set("colours", colours);
  const hash = said.toString();
  history.replaceState(null, "", `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`);
  keepSoon();
}

function showCounts() {
  const { state, digits, size } = board;
  const filled = [...state.values].filter((digit) => digit !== "0").length - board.givens.filter(Boolean).length;
  const all = board.givens.filter((given) => !given).length;
  form.querySelector(".play__filled").textContent = put(words.filled, { count: filled, all });
  for (const key of form.querySelectorAll("[data-key]")) {
    const left = size - [...state.values].filter((digit) => digit === key.dataset.key).length;
    key.querySelector("span").textContent = left > 0 ? left : "✓";
    key.classList.toggle("is-done", left <= 0);
  }
  undo.disabled = !game.past.length;
  redo.disabled = !game.future.length;
  if (filled === all && digits) say(words.solved);
  else sayHere();
}

function put(sentence, facts) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

function say(sentence) {
  here.textContent = sentence;
}

function sayHere() {
  const { value } = board.cells[board.at];
  const cell = board.cells[board.at].name;
  if (!value) say(put(words.blank, { cell }));
  else if (value.endsWith("?")) say(put(words.can, { cell, digits: [...value.slice(0, -1)].join(", ") }));
  else say(put(words.is, { cell, digit: value }));
}

// --- Asking ---

// Takes away what a hint shows, which is of another game now.
function forget() {
  asked += 1;
  if (!board.shown && !told.querySelector(".told")) return;
  board.shown = null;
  root.querySelectorAll(".drawing").forEach((drawing) => drawing.remove());
  told.querySelector(".told")?.classList.add("told--old");
  told.querySelectorAll(".presses").forEach((presses) => presses.remove());
  board.show();
}

async function ask(what) {
  const turn = ++asked;
  const body = new FormData();
  const { values, marks } = board.state;
  const sent = { puzzle: words.puzzle, values, marks, method: words.method, ...what };
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(sent)) body.set(name, value);
  told.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(words.path, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    const text = await answer.text();
    if (turn !== asked) return;
    if (answer.ok) show(text);
    else refuse(answer.headers.get("Content-Type")?.startsWith("text/plain") ? text : words.away);
  } catch {
    if (turn === asked) refuse(words.away);
  } finally {
    told.removeAttribute("aria-busy");
  }
}

function refuse(sentence) {
  const line = document.createElement("p");
  line.className = "error";
  line.textContent = sentence.slice(0, 300);
  told.replaceChildren(line);
}

function show(html) {
  told.innerHTML = html;
  draw();
  if (!matchMedia("(max-width: 860px)").matches) return;
  // The board and what is said of it are read together.
  if (board.shown) root.scrollIntoView({ block: "start" });
  else told.scrollIntoView({ block: "nearest" });
}

// What the answer in the page shows on the board.
function draw() {
  root.querySelectorAll(".drawing").forEach((drawing) => drawing.remove());
  const answer = told.querySelector(".told");
  board.shown = answer?.dataset.shown ? JSON.parse(answer.dataset.shown) : null;
  const drawing = told.querySelector("template[data-drawing]");
  if (drawing) root.append(drawing.content.cloneNode(true));
  board.show();
}

// What a press asks, read from the address that it has for who has no script.
function follow(link) {
  const said = new URL(link.href).searchParams;
  const what = { ask: said.get("ask") };
  for (const name of ["stage", "names", "step", "candidate", "technique", "cells"]) if (said.has(name)) what[name] = said.get(name);
  return ask(what);
}

told.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.to !== "do") return follow(link);
  const { values, marks } = link.dataset;
  restoreAfter({ values, marks });
});

// A step that was taken is a state of its own, and the next hint is a press away.
function restoreAfter({ values, marks }) {
  const { colours } = board.state;
  forget();
  board.state = { values, marks, colours };
  if (game.add(board.state)) remember();
  told.replaceChildren();
  form.querySelector(".button--main[value=hint]")?.focus({ preventScroll: true });
}

form.addEventListener("submit", (event) => {
  const what = event.submitter?.value ?? "check";
  if (what === "go-on") return game.save(); // the fields say what stands here
  event.preventDefault();
  const more = { why: { candidate: candidate.value }, "why-not": { technique: form.technique.value, cells: form.cells.value } }[what];
  ask({ ask: what, ...(more ?? { stage: 1 }) });
});

// --- Keys, on the screen and off it ---

function setMode(name) {
  mode = name;
  board.noting = name === "mark";
  for (const button of form.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", button.dataset.mode === name);
  form.querySelector(".keys--colours").hidden = name !== "colour";
  form.querySelector(".keys:not(.keys--colours)").hidden = name === "colour";
}

form.querySelector(".pad").addEventListener("pointerdown", (event) => event.target.closest("button[type=button]") && event.preventDefault());
form.querySelector(".pad").addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  const { key, colour } = button.dataset;
  if (button.dataset.mode) setMode(button.dataset.mode);
  else if (key) board.type(board.at, key, mode === "mark");
  else if (colour) board.colour(board.at, colour);
});
undo.addEventListener("click", () => restore(game.undo()));
redo.addEventListener("click", () => restore(game.redo()));
fill.addEventListener("click", () => board.fill());
clear.addEventListener("click", () => board.type(board.at, ""));
root.addEventListener("focusin", () => {
  board.show();
  sayHere();
  candidate.placeholder = `${board.cells[board.at].name}=4`;
});

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const isField = event.target.matches("input, textarea, select") && !root.contains(event.target);
  if (isField || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && "zy".includes(key)) {
    event.preventDefault();
    return restore(key === "y" || event.shiftKey ? game.redo() : game.undo());
  }
  if (event.ctrlKey || event.metaKey || board.isDigit(key)) return; // letters are digits of large boards
  if (!root.contains(event.target) && !areKeysOn()) return;
  const command = { m: () => setMode({ digit: "mark", mark: "colour", colour: "digit" }[mode]), h: () => ask({ ask: "hint", stage: 1 }), c: () => ask({ ask: "check" }) }[key];
  if (!command) return;
  event.preventDefault();
  command();
});
// Where keys colour, digits do too; the board would take them for digits.
root.addEventListener(
  "keydown",
  (event) => {
    if (mode !== "colour" || event.shiftKey || !/^[0-6]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    board.colour(board.at, event.key);
  },
  true,
);

// --- Time, if it is wanted ---

let isTimed = false;
function showTime() {
  const { seconds } = game;
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  clock.textContent = [...(h ? [h] : []), String(m).padStart(h ? 2 : 1, "0"), String(s).padStart(2, "0")].join(":");
  clock.hidden = !isTimed;
  press.textContent = isTimed ? press.dataset.hide : press.dataset.show;
}
press.addEventListener("click", () => {
  isTimed = !isTimed;
  try {
    localStorage.setItem("clock", isTimed ? "on" : "off");
  } catch {
    // It is shown until the page is left.
  }
  showTime();
});
setInterval(() => {
  if (document.hidden) return;
  game.seconds += 1;
  if (isTimed) showTime();
}, 1000);

// --- On another machine ---

let soon;
function keepSoon() {
  if (!words.keep) return;
  clearTimeout(soon);
  soon = setTimeout(keep, KEEP);
}

function keep() {
  clearTimeout(soon);
  soon = undefined;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  const { seconds, at, now } = game;
  for (const [name, value] of Object.entries({ puzzle: words.puzzle, ...now, seconds, at })) body.set(name, value);
  fetch(words.keep, { method: "POST", body, keepalive: true }).catch(() => {});
}
addEventListener("pagehide", () => {
  game.save();
  if (soon) keep();
});

// --- What to begin with: what the address says, else what was last played, here or on another machine ---

const said = new URLSearchParams(location.hash.slice(1));
const kept = game.kept();
const elsewhere = words.kept ? JSON.parse(words.kept) : null;
if (kept) game.resume(kept);
const isSaid = said.has("values") || said.has("marks") || said.has("colours");
const pieces = board.cells.length;
if (isSaid && (said.get("values") ?? words.puzzle).length === pieces) {
  board.state = { values: words.puzzle, marks: "", colours: "", ...Object.fromEntries(said) };
} else if (words.values) board.state = { values: words.values, marks: words.marks, colours: "" };
else if (elsewhere && elsewhere.at > (kept?.at ?? 0)) {
  board.state = elsewhere;
  game.seconds = Math.max(game.seconds, elsewhere.seconds);
} else if (kept?.now) board.state = kept.now;
if (!game.add(board.state)) game.save();
try {
  isTimed = localStorage.getItem("clock") === "on";
} catch {
  // Nobody has asked for it here.
}
showCounts();
showTime();
draw();
