// A solve's page beside its player: the focus inside of the board and the charts, tabs where there is one column, the
// board in sight whenever a step is chosen, and the help on keys.
import { areKeysOn, isTyping, setKeysOn } from "./keys.js";

const oneColumn = matchMedia("screen and (max-width: 860px) and (min-height: 521px), screen and (max-width: 560px)");
const docked = matchMedia("screen and (max-width: 860px), screen and (max-height: 520px)");
const beside = matchMedia("screen and (min-width: 561px) and (max-height: 520px)"); // the board at the left of all
const find = (selector) => document.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// --- One tab stop for a board, a chart, a list of links: the arrows go on inside of it ---

// Drawn as plain links, all of them tab stops where there is no script. In the steps the arrows choose.
const LISTS = ".words .switch, .sets .switch, .words .filter, .life tbody";

function drawStops() {
  for (const list of all(LISTS)) list.dataset.rove = "";
  for (const chart of all("#charts [data-rove]"))
    (chart.querySelector("a[tabindex='0']") ?? chart.querySelector("a") ?? {}).tabIndex = 0;
  for (const list of all(`${LISTS}, .steps`)) {
    const links = list.matches(".steps") ? all(".step__rule a", list) : all("a", list);
    const stop = links.find((each) => each.ariaCurrent) ?? links[0];
    for (const each of links) each.tabIndex = each === stop ? 0 : -1;
  }
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

function rove(event) {
  const box = event.target.closest("[data-rove]");
  if (!box || !(event.key in MOVES) || event.ctrlKey || event.metaKey || event.altKey) return;
  const marks = all("a", box);
  const wide = Number(box.dataset.rove) || 1;
  const at = marks.indexOf(event.target.closest("a"));
  const by = MOVES[event.key] * (event.key === "ArrowUp" || event.key === "ArrowDown" ? wide : 1);
  const to = Math.abs(by) === Infinity ? (by < 0 ? 0 : marks.length - 1) : at + by;
  const isPastEdge = wide > 1 && Math.abs(by) === 1 && Math.floor(to / wide) !== Math.floor(at / wide);
  event.preventDefault();
  if (marks[to] && !isPastEdge) marks[to].focus();
}

function keepPlace({ target }) {
  const box = target.closest("[data-rove]");
  if (!box || !target.matches("a")) return;
  for (const mark of all("a[tabindex='0']", box)) mark.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
}

// --- Tabs ---

let chosen = "steps";

function drawTabs() {
  const bar = find("[data-tabs]");
  const isOn = Boolean(bar) && oneColumn.matches;
  const tabs = bar ? all("a", bar) : [];
  if (!tabs.some((tab) => tab.hash === `#${chosen}`)) chosen = "steps";
  for (const panel of all("[data-panel]")) {
    panel.hidden = isOn && panel.id !== chosen;
    set(panel, isOn, { role: "tabpanel", "aria-labelledby": `tab-${panel.id}` });
  }
  if (!bar) return;
  set(bar, isOn, { role: "tablist" });
  for (const tab of tabs) {
    const isChosen = tab.hash === `#${chosen}`;
    const controls = tab.hash.slice(1);
    set(tab, isOn, { role: "tab", "aria-selected": isChosen, "aria-controls": controls, tabindex: isChosen ? 0 : -1 });
  }
}

function set(element, isOn, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (isOn) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

function choose(tab) {
  chosen = tab.hash.slice(1);
  drawTabs();
  tab.focus({ preventScroll: true });
}

function goAlongTabs(event) {
  const tab = event.target.closest("[role=tab]");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!tab || !by) return;
  const tabs = all("[role=tab]");
  event.preventDefault();
  choose(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]);
}

// --- The board and the reason on one screen ---

function reveal() {
  if (!find(".sheet [data-step]")) return;
  if (document.activeElement.closest(".steps")) find(".step--chosen a")?.focus({ preventScroll: true });
  const edges = (selector) => find(selector).getBoundingClientRect();
  const card = ".sheet__card";
  if (!docked.matches) {
    if (edges(card).top < 0 || edges(card).bottom > innerHeight) find(card).scrollIntoView({ block: "nearest" });
    if (edges(".shown__board").top < 0) scrollBy(0, edges(".shown__board").top - 4);
    return;
  }
  const [board, sheet] = [edges(".shown__board"), edges(card)];
  const isInSight = Math.min(board.top, sheet.top) >= 0 && Math.max(board.bottom, sheet.bottom) <= edges(".player").top;
  if (!isInSight) scrollBy(0, edges(beside.matches ? "#live" : ".columns").top - 4);
}

// --- Help ---

const help = find(".help");
const box = help.querySelector("[data-keys]");
box.checked = areKeysOn();
box.addEventListener("change", () => setKeysOn(box.checked));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-help]")) help.showModal();
  const tab = event.target.closest("[role=tab]");
  if (!tab) return;
  event.preventDefault();
  choose(tab);
});
document.addEventListener("keydown", (event) => {
  rove(event);
  goAlongTabs(event);
  if (event.key === "?" && areKeysOn() && !isTyping(event)) help.showModal();
});
document.addEventListener("focusin", keepPlace);
document.addEventListener("moved", reveal);
document.addEventListener("drawn", drawTabs);
document.addEventListener("drawn", drawStops);
oneColumn.addEventListener("change", drawTabs);
drawTabs();
drawStops();
if (new URLSearchParams(location.search).has("step")) reveal();
