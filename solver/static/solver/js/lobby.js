// What this browser keeps of games: those begun, one's own times, the day's that are solved, and drills.

import { sayTime } from "./clock.js";
import { addressOf, begun, filledOf, isEmpty } from "./game.js";
import { finds, progressOf } from "./finds.js";
import { tickDays } from "./days.js";
import { middle, played, streaks, timesOf } from "./played.js";
import { shareRecord } from "./record.js";
import { put } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_NAMED = 4; // further games that are named before the list is opened
const ENOUGH = 3; // games until one's own time is said
const lobby = document.getElementById("lobby");
const words = lobby.dataset;
const find = (selector) => lobby.querySelector(selector);

let entries = played();
const games = begun(JSON.parse(words.saved || "[]"));

// --- Games begun ---

function barsOf(level) {
  const bars = find(`[data-level="${level}"] .level__bars`)?.cloneNode(true);
  const name = find(`[data-level="${level}"] b`)?.textContent ?? words.own;
  const line = Object.assign(document.createElement("span"), { className: "level" });
  line.append(...(bars ? [bars, ` ${name}`] : [name]));
  return line;
}

function draw({ puzzle, now, shape }) {
  const size = Math.sqrt(puzzle.length);
  const box = shape ? 0 : Math.sqrt(size);
  const picture = svg("svg", { class: "small", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
  picture.append(svg("rect", { class: "small__ground", width: size, height: size }));
  const lines = [...Array(size - 1).keys()].map((at) => at + 1);
  const path = (all) => all.map((at) => `M${at} 0V${size}M0 ${at}H${size}`).join("");
  picture.append(svg("path", { class: "small__line", d: path(lines) }));
  if (box) picture.append(svg("path", { class: "small__line small__line--thick", d: path(lines.filter((at) => at % box === 0)) }));
  picture.append(svg("rect", { class: "small__line small__line--frame", width: size, height: size }));
  [...puzzle].forEach((given, at) => {
    const digit = isEmpty(given) ? now.values[at] : given;
    if (!digit || isEmpty(digit)) return;
    const text = svg("text", { class: `small__digit${isEmpty(given) ? " small__digit--own" : ""}`, x: (at % size) + 0.5, y: Math.floor(at / size) + 0.74 });
    text.textContent = digit;
    picture.append(text);
  });
  return picture;
}

function svg(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function showGames([first, ...more]) {
  if (!first) return;
  const link = find(".begun .button--main");
  if (!link) return;
  find("#begun").textContent = words.continue;
  find(".begun__board").replaceChildren(draw(first));
  find(".begun__facts p").replaceChildren(barsOf(first.about.level));
  find('.begun [data-fact="filled"]').textContent = put(words.filled, filledOf(first));
  find('.begun [data-fact="clock"]').textContent = first.seconds ? put(words.clock, { time: sayTime(first.seconds) }) : "";
  link.textContent = words.continue;
  link.href = addressOf(first, words);
  if (!more.length) return;
  const line = find(".begun__others");
  line.hidden = false;
  line.textContent = `${put(more.length === 1 ? words.moreOne : words.moreOther, { count: more.length })} `;
  const list = (some) => some.flatMap((game, at) => (at ? [" · ", linkTo(game)] : [linkTo(game)]));
  line.append(...list(more.slice(0, MOST_NAMED)));
  if (more.length <= MOST_NAMED) return;
  const rest = document.createElement("details");
  rest.append(Object.assign(document.createElement("summary"), { textContent: words.all }), ...list(more.slice(MOST_NAMED)));
  line.append(rest);
}

// The puzzle of the day that is offered while no game was begun: the next that is not solved, or else a new game.
function showNext() {
  const link = find(".begun .button--main");
  const solved = new Set(entries.map(({ id }) => id));
  if (games.length || !link || !solved.has(words.first)) return;
  const next = [...lobby.querySelectorAll(".today [data-id]")].find(({ dataset }) => !solved.has(dataset.id));
  const level = find(`[data-level="${entries.findLast(({ level }) => level)?.level}"]`);
  if (!next && !level) return;
  const { givens, words: facts } = next?.dataset ?? {};
  find(".begun__board").hidden = !next;
  if (next) find(".begun__board").replaceChildren(draw({ puzzle: givens, now: { values: givens } }));
  else find("#begun").textContent = find("#new").textContent;
  find(".begun__facts p").replaceChildren(...(next ? [next.querySelector(".level").cloneNode(true)] : [barsOf(level.dataset.level)]));
  find('.begun [data-fact="filled"]').textContent = facts ?? level.querySelector(".fine").textContent;
  link.href = (next ?? level).querySelector("a")?.href ?? level.href;
}

function linkTo(game) {
  const level = find(`[data-level="${game.about.level}"] b`)?.textContent ?? words.own;
  return Object.assign(document.createElement("a"), { href: addressOf(game, words), textContent: `${level}, ${put(words.filled, filledOf(game))}` });
}

// --- One's own times, the day's five, and days in a row ---

function showTimes() {
  for (const link of lobby.querySelectorAll("[data-level]")) {
    const times = timesOf(entries, Number(link.dataset.level));
    if (times.length >= ENOUGH) link.querySelector(".fine").textContent = put(words.about, { count: Math.max(1, Math.round(middle(times) / 60)) });
  }
}

function showToday() {
  const open = new Set(games.map(({ about }) => about.id));
  for (const item of lobby.querySelectorAll(".today [data-id]")) {
    const solved = entries.findLast(({ id }) => id === item.dataset.id);
    const link = item.querySelector("a");
    if (solved) {
      link.textContent = `✓ ${sayTime(solved.seconds)}`;
      link.className = "is-done";
    } else if (open.has(item.dataset.id)) link.textContent = words.goOn;
  }
  const { now } = streaks(entries);
  if (now) find('[data-fact="streak"]').textContent = put(now === 1 ? words.streakOne : words.streakOther, { count: now });
}

// --- Drills: those that were missed most come first ---

function showDrills() {
  const names = JSON.parse(words.names);
  const tried = Object.keys(finds()).filter((slug) => slug in names);
  const missed = (slug) => { const { right, all } = progressOf(slug); return right / all; };
  tried.sort((one, other) => missed(one) - missed(other));
  const items = [...lobby.querySelectorAll(".finds [data-technique]")];
  const shown = [...new Set([...tried, ...items.map((item) => item.dataset.technique)])].slice(0, items.length);
  items.forEach((item, at) => {
    const slug = shown[at];
    const link = item.querySelector("a");
    link.ariaLabel = link.ariaLabel.replace(names[item.dataset.technique], names[slug]);
    link.href = words.find.replace("slug", slug);
    item.dataset.technique = slug;
    item.querySelector("b").textContent = names[slug];
    const { right, all, run } = progressOf(slug);
    if (all) item.querySelector(".fine").textContent = `${put(words.found, { right, all })} · ${put(words.run, { count: run })}`;
  });
}

function showAll() {
  showTimes();
  showNext();
  showToday();
  showDrills();
}

showGames(games);
showAll();
if (await shareRecord()) {
  entries = played();
  showAll();
  tickDays(entries);
}
