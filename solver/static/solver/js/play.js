// The page to play on: typing is done here, and what is to be known of the game is asked of the server.
// Without this the form still works: a field a cell, and buttons that send it.

import { Clock, sayTime } from "./clock.js";
import { showFinish } from "./finish.js";
import { Game, fieldsOf, met, same } from "./game.js";
import { areKeysOn } from "./keys.js";
import { PlayBoard } from "./play_board.js";
import { addPlayed, played } from "./played.js";
import { isPlaying, stop, wait } from "./playing.js";
import { listen } from "./settings.js";
import { solutionOf } from "./solution.js";
import { put, spoken } from "./words.js";

const form = document.getElementById("play");
const told = document.getElementById("told");
const root = document.getElementById("board");
const words = form.dataset;
const [undo, redo, clear, fill, restart, here, news, notYet, candidate, time, pause, paused, finished, how, sheet] = ["undo", "redo", "clear", "fill", "restart", "here", "news", "not-yet", "candidate", "clock", "pause", "paused", "finish", "how", "settings"].map(
  (id) => document.getElementById(id),
);
const KEEP = 4_000; // ms after the last change until it is kept on the server
const name = `${words.shape ?? words.size} ${words.puzzle}`;
const game = new Game(name, JSON.parse(finished.dataset.about));
const isOwn = !game.about.id; // brought by somebody, not of the library
const board = new PlayBoard(root, changed, [...form.querySelectorAll(".colour")].map((button) => button.textContent));
const MODES = ["digit", "corner", "centre", "colour"];
const MODE_KEYS = { z: "digit", x: "corner", c: "centre", v: "colour" };
let asked = 0; // only the answer to the latest question is shown
let clashing = new Set(); // what was said of digits that see each other

// --- States ---

function changed() {
  forget();
  if (!game.add(board.state)) return;
  settle();
}

// After a change: what stands on the board is what the game holds, with what another tab has put there.
function settle() {
  board.state = game.now;
  if (board.isSolved && !game.done) finish();
  remember();
}

function restore(state) {
  if (!state) return;
  forget();
  board.state = state;
  clock.reach(game.seconds);
  showTime(clock);
  remember();
}

function remember() {
  showCounts();
  const { values, ...rest } = game.now;
  const said = new URLSearchParams();
  if (values !== words.puzzle) said.set("values", values);
  for (const [part, text] of Object.entries(rest)) if (text) said.set(part, text);
  const hash = said.toString();
  history.replaceState(null, "", `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`);
  sayNews();
  keepSoon();
}

function showCounts() {
  const { state, digits, size } = board;
  const filled = [...state.values].filter((digit) => digit !== "0").length - board.givens.filter(Boolean).length;
  const all = board.givens.filter((given) => !given).length;
  form.querySelector(".play__filled").textContent = put(words.filled, { count: filled, all });
  for (const key of form.querySelectorAll(".keys [data-key]")) {
    const left = size - [...state.values].filter((digit) => digit === key.dataset.key).length;
    key.querySelector("span").textContent = left > 0 ? left : "✓";
    key.classList.toggle("is-done", left <= 0);
  }
  undo.disabled = !game.past.length || Boolean(game.done);
  redo.disabled = !game.future.length;
  if (filled === all && digits) here.textContent = game.done ? "" : board.isSolved ? words.solved : words.notYet;
  else sayHere();
}

// What a change brought is told at once, aloud too: digits that see each other, a wrong one if one wishes, and a full board.
function sayNews() {
  const clashes = board.clashes().map(([one, other]) => put(words.clash, { digit: board.cells[one].value, one: board.cells[one].dataset.place, other: board.cells[other].dataset.place }));
  const said = clashes.filter((each) => !clashing.has(each));
  clashing = new Set(clashes);
  if (!clashes.length && board.isWrong(board.at)) said.push(`${board.cells[board.at].dataset.place}: ${words.wrong}`);
  if (board.isFull) said.unshift(words.full, board.isSolved ? "" : words.notYet);
  if (board.isFull && !board.isSolved) told.replaceChildren(notYet.content.cloneNode(true));
  tell(said.filter(Boolean).join(" "));
}

// Aloud, also when it is the same as before.
function tell(sentence) {
  if (sentence) news.replaceChildren(Object.assign(document.createElement("span"), { textContent: spoken(sentence, words.cell) }));
}

// What an answer says, without its presses and what is folded.
function tellAnswer() {
  const said = [...told.querySelectorAll(".told > :is(h2, p:not(.presses)), .told > :is(.clauses, .chips) > li, .error")];
  tell(said.map(({ textContent }) => textContent.trim()).join(" "));
}

function sayHere() {
  here.textContent = hereInWords();
}

function hereInWords() {
  if (board.chosen.size > 1) return put(words.chosen, { count: board.chosen.size });
  if (board.armed !== null) return put(words.armed, { digit: board.armed });
  const { value, name: cell } = board.cells[board.at];
  if (!value) return put(words.blank, { cell });
  if (value.endsWith("?")) return put(words.can, { cell, digits: [...value.slice(0, -1)].join(", ") });
  return put(words.is, { cell, digit: value });
}

// On request: what the chosen cells hold, and the digits that one cell sees.
function read() {
  const cells = board.chosen.size > 1 ? [...board.chosen].sort((one, other) => one - other) : [board.at];
  const said = cells.map((each) => board.cells[each].ariaLabel);
  if (cells.length === 1) said.push(put(words.sees, { digits: board.seenFrom(board.at).join(" ") || "–" }));
  tell(`${said.join(". ")}.`);
}

// --- Asking ---

// Takes away what a hint shows, which is of another game now.
function forget() {
  asked += 1;
  stop();
  if (!board.shown && !told.querySelector(".told")) return;
  board.shown = null;
  root.querySelectorAll(".drawing:not(.ground)").forEach((drawing) => drawing.remove());
  told.querySelector(".told")?.classList.add("told--old");
  told.querySelectorAll(".presses").forEach((presses) => presses.remove());
  board.show();
}

async function ask(what) {
  if (game.done) return;
  const turn = ++asked;
  const body = new FormData();
  const { values, marks } = board.state;
  const sent = { puzzle: words.puzzle, shape: words.shape ?? "", values, marks, method: words.method, ...what };
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(sent)) body.set(name, value);
  told.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(words.path, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    const text = await answer.text();
    if (turn !== asked) return;
    if (answer.ok) {
      count(what);
      show(text);
    } else if (answer.status === 403) location.reload(); // a page that was kept for want of a network
    else refuse(refusalIn(answer, text) ?? words.away);
  } catch {
    if (turn === asked) refuse(words.offline);
  } finally {
    told.removeAttribute("aria-busy");
  }
}

// The server's own words, if it sent any: as a text, or as a page that says when to come again.
function refusalIn({ headers }, text) {
  if (headers.get("Content-Type")?.startsWith("text/plain")) return text;
  return headers.has("Retry-After") ? new DOMParser().parseFromString(text, "text/html").querySelector(".lede")?.textContent : null;
}

// A hint counts once it is shown, with its first stage, not with each stage of it.
function count({ ask: what, stage }) {
  if (what === "hint" && Number(stage) === 1) game.count("hints");
  else if (what === "check") game.count("checks");
  else return;
  board.state = game.now;
  keepSoon();
}

function refuse(sentence) {
  const line = document.createElement("p");
  line.className = "error";
  line.textContent = sentence.slice(0, 300);
  told.replaceChildren(line);
  tellAnswer();
}

function show(html) {
  told.innerHTML = html;
  board.upTo = Infinity;
  root.classList.remove("is-played");
  draw();
  tellAnswer();
  // What scrolls is reached by keys.
  if (told.scrollHeight > told.clientHeight) told.tabIndex = 0;
  else told.removeAttribute("tabindex");
  // Board, answer and keys are seen together.
  if (form.querySelector(".keypad").getBoundingClientRect().bottom > innerHeight) root.scrollIntoView({ block: "start" });
}

// What the answer in the page shows on the board.
function draw() {
  root.querySelectorAll(".drawing:not(.ground)").forEach((drawing) => drawing.remove());
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
  for (const name of ["stage", "names", "step", "part", "candidate", "technique", "cells"]) if (said.has(name)) what[name] = said.get(name);
  return ask(what);
}

// A net is played: what follows, one after the other, then the next part.
function play() {
  const numbers = Object.values(board.shown?.marks ?? {}).filter(([shape]) => shape === "disc").map(([, number]) => Number(number));
  const next = Math.min(...numbers.filter((number) => number > board.upTo));
  board.upTo = next;
  root.classList.toggle("is-played", next < Infinity);
  board.show();
  if (next < Infinity) return wait(play);
  const part = told.querySelector('a[data-key="ArrowRight"]');
  return part ? wait(() => follow(part).then(() => isPlaying() && begin())) : stop();
}

function begin() {
  if (!told.querySelector(".player__play")) return stop();
  board.upTo = 0;
  play();
}

told.addEventListener("click", (event) => {
  if (event.target.closest(".player__play")) return isPlaying() ? stop() : board.upTo < Infinity ? play() : begin();
  const link = event.target.closest("a[data-to], a[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  if (link.dataset.to !== "do") return follow(link);
  const { values, marks } = link.dataset;
  restoreAfter({ values, marks });
});

// A step that was taken is a state of its own, and the next hint is a press away.
function restoreAfter({ values, marks }) {
  const { colours, corners } = board.state;
  forget();
  board.state = { values, marks, corners, colours };
  if (game.add(board.state)) settle();
  told.replaceChildren();
  form.querySelector(".button--main[value=hint]")?.focus({ preventScroll: true });
}

form.addEventListener("submit", (event) => {
  const what = event.submitter?.value ?? "check";
  if (what === "go-on") return game.save(); // the fields say what stands here
  event.preventDefault();
  if (what === "where") return ask({ ask: "check", names: 1 });
  const more = { why: { candidate: candidate.value }, "why-not": { technique: form.technique.value, cells: form.cells.value } }[what];
  return ask({ ask: what, ...(more ?? { stage: 1 }) });
});

// --- Keys, on the screen and off it ---

function setMode(name) {
  board.mode = name;
  for (const button of form.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", button.dataset.mode === name);
  form.querySelector(".keys--colours").hidden = name !== "colour";
  form.querySelector(".keys:not(.keys--colours)").hidden = name === "colour";
}

// A digit that is kept goes into each cell that is pressed.
function arm(key) {
  board.arm(key);
  if (key !== null) board.chosen.clear();
  board.lit = key ?? "";
  for (const button of form.querySelectorAll(".keys [data-key]")) button.setAttribute("aria-pressed", button.dataset.key === key);
  board.show();
  sayHere();
}

const pressKey = (key) => (board.settings.first || board.armed !== null ? arm(key === board.armed ? null : key) : board.type(board.at, key));

form.querySelector(".pad").addEventListener("pointerdown", (event) => event.target.closest("button[type=button]") && event.preventDefault());
form.querySelector(".pad").addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  const { key, colour } = button.dataset;
  if (button.dataset.mode) setMode(button.dataset.mode);
  else if (key) pressKey(key);
  else if (colour) board.type(board.at, colour);
});
undo.addEventListener("click", () => restore(game.undo()));
redo.addEventListener("click", () => restore(game.redo()));
fill.addEventListener("click", () => board.fill());
clear.addEventListener("click", () => board.type(board.at, ""));
restart.addEventListener("click", startOver);
finished.addEventListener("click", ({ target }) => {
  if (target.id !== "again") return;
  startOver();
  board.cells[board.at].focus({ preventScroll: true });
});
function startOver() {
  forget();
  board.state = { values: words.puzzle };
  game.restart(board.state, clock.seconds);
  clock.restart();
  board.chosen.clear();
  board.showChosen();
  sheet.close();
  remember();
  showEnd();
}
how.addEventListener("click", () => sheet.showModal());
sheet.addEventListener("click", ({ target }) => (target === sheet || target.closest("[data-close], #fill")) && sheet.close());
root.addEventListener("chosen", sayHere);
root.addEventListener("focusin", () => {
  board.show();
  sayHere();
  candidate.placeholder = `${board.cells[board.at].name}=4`;
});

document.addEventListener("keydown", (event) => {
  if (isPaused()) return;
  const key = event.key.toLowerCase();
  const isField = event.target.matches("input, textarea, select") && !root.contains(event.target);
  if (isField || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && "zy".includes(key)) {
    event.preventDefault();
    return restore(key === "y" || event.shiftKey ? game.redo() : game.undo());
  }
  if (event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const isElsewhere = !root.contains(event.target);
  if (isElsewhere && !areKeysOn()) return;
  if (isElsewhere && board.wants(event)) {
    event.preventDefault();
    return board.press(board.at, event);
  }
  if (board.isDigit(key)) return; // letters are digits of large boards
  const command = {
    m: () => setMode(MODES[(MODES.indexOf(board.mode) + 1) % MODES.length]),
    h: () => ask({ ask: "hint", stage: 1 }),
    l: () => arm(board.armed === null ? board.lit || null : null),
    r: read,
  }[key] ?? (MODE_KEYS[key] && (() => setMode(MODE_KEYS[key])));
  if (!command) return;
  event.preventDefault();
  command();
});

// --- Time ---

const isPaused = () => clock.state.isPaused && !game.done;

function showTime({ seconds }) {
  const isStanding = isPaused();
  time.textContent = sayTime(game.done?.seconds ?? seconds);
  time.hidden = !board.settings.clock && !game.done;
  if (paused.hidden === !isStanding) return;
  paused.hidden = !isStanding;
  fill.disabled = isStanding;
  paused.querySelector("span").textContent = `${sayTime(seconds)} · ${form.querySelector(".play__filled").textContent}`;
  pause.setAttribute("aria-pressed", isStanding);
  form.classList.toggle("is-paused", isStanding);
  for (const part of form.querySelectorAll(".board, .pad, .help-column")) part.inert = isStanding;
  if (isStanding) paused.querySelector("button").focus();
  else board.cells[board.at].focus({ preventScroll: true });
}
pause.addEventListener("click", () => clock.pause(!clock.state.isPaused));
paused.querySelector("button").addEventListener("click", () => clock.pause(false));

// --- The end: the clock stands in the same frame ---

function finish() {
  const at = Date.now();
  const seconds = clock.finish();
  game.finish({ seconds, at });
  addPlayed([entry()]);
  keep();
  showEnd(true);
}

function entry() {
  const { hints, checks, done, about } = game;
  return { puzzle: words.puzzle, ...about, hints, checks, wrong: game.wrong(game.now.values), ...done };
}

function showEnd(isNew = false) {
  board.isOver = Boolean(game.done);
  form.classList.toggle("is-over", board.isOver);
  if (!board.isOver) return (finished.hidden = true);
  told.replaceChildren();
  board.show();
  clock.finish(); // also of a game that ended elsewhere
  return showFinish(finished, entry(), played(), addressToShare(), isNew);
}

function addressToShare() {
  const { puzzle, shape } = words;
  return `${location.origin}${words.path}${isOwn ? `?${new URLSearchParams(shape ? { puzzle, shape } : { puzzle })}` : ""}`;
}

// The level of a puzzle that somebody brought, what follows it, and the story of one that is not rated yet, take a
// moment to work out: they come after the page.
async function learn() {
  const { puzzle, shape } = words;
  const asked = new URLSearchParams({ puzzle, shape: shape ?? "", ask: "finish" });
  const answer = await fetch(`${words.path}?${asked}`, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("finish");
  const hadFocus = finished.contains(document.activeElement);
  finished.replaceChildren(...fresh.children);
  Object.assign(finished.dataset, fresh.dataset);
  game.follow();
  Object.assign(game.about, JSON.parse(fresh.dataset.about));
  game.save();
  showEnd(hadFocus);
}
if (isOwn || !finished.querySelector(".story__strip")) addEventListener("load", () => learn().catch(() => {})); // without a network it stays unknown

// --- On another machine ---

let soon;
function keepSoon() {
  if (!words.keep) return;
  clearTimeout(soon);
  soon = setTimeout(keep, KEEP);
}

function keep() {
  if (!words.keep || game.isGone) return;
  clearTimeout(soon);
  soon = undefined;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [part, value] of Object.entries({ puzzle: words.puzzle, ...fieldsOf(game), seconds: clock.seconds, at: game.at })) body.set(part, value);
  // What does not arrive is sent again when there is a network.
  fetch(words.keep, { method: "POST", body, keepalive: true }).catch(() => (soon = -1));
}
addEventListener("online", () => soon && keep());
addEventListener("pagehide", () => {
  game.follow();
  game.seconds = Math.max(game.seconds, clock.seconds);
  game.save();
  if (soon) keep();
});
addEventListener("storage", ({ key }) => {
  const before = game.now;
  if (key !== game.name || !game.follow()) return;
  if (!same(before, game.now)) {
    forget();
    board.state = game.now;
  }
  remember();
  showEnd();
});

// --- What to begin with: what the address says, else what was last played, here or on another machine ---

const said = new URLSearchParams(location.hash.slice(1));
const kept = game.kept();
const elsewhere = words.kept ? JSON.parse(words.kept) : null;
if (said.has("new")) {
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  passOver();
}
if (kept) game.resume(kept);
const isSaid = said.has("values") || said.has("marks") || said.has("colours") || said.has("corners");
const pieces = board.cells.length;
if (elsewhere && elsewhere.at > (kept?.at ?? 0)) takeUp(elsewhere);
const clock = new Clock(name, game.seconds, showTime, () => game.isGone);
if (isSaid && !game.done && (said.get("values") ?? words.puzzle).length === pieces) {
  board.state = { values: words.puzzle, ...Object.fromEntries(said) };
} else if (words.values && !game.done) board.state = { values: words.values, marks: words.marks };
else if (game.now) board.state = game.now;
if (!game.add(board.state)) game.save();
listen(sheet, (settings) => {
  board.settings = settings;
  // It takes a moment, so not before somebody wants it.
  if (settings.check) board.solution ??= solutionOf(board.cells.map(({ value }, at) => board.givens[at] && value), board.digits, board.cells.map((_, at) => board.peers(at)));
  form.classList.toggle("play--left", settings.left);
  form.classList.toggle("play--large", settings.large);
  if (!settings.first) arm(null);
  showTime(clock);
});
showCounts();
showEnd();
board.isReady = true;
draw();
clock.count();

// A new game that was met in this browser leads on to another, which may be an old one if all were met.
function passOver() {
  const { id, level } = game.about;
  const ids = met(level);
  const next = finished.querySelector(".finish__next [data-level]");
  if (next && ids.includes(id)) location.replace(`${next.href}&met=${ids}`);
}

// The newer game of another machine. Its digits are a state that can be undone.
function takeUp({ values, marks, colours, corners = "", ...rest }) {
  if (game.now) game.past.push(game.now);
  Object.assign(game, rest, { now: { values, marks, colours, corners }, seconds: Math.max(game.seconds, rest.seconds) });
}
