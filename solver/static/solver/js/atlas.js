// What this browser knows of drills and games: how many were found of each kind, and which kind comes next.

import { finds } from "./finds.js";
import { played } from "./played.js";
import { shareRecord } from "./record.js";
import { put } from "./words.js";

const ENOUGH = 10; // found positions after which a kind is known
const atlas = document.getElementById("atlas");
const words = atlas.dataset;
await shareRecord();
const all = finds();

function foundOf(tile) {
  const tried = tile.dataset.techniques.split(" ").flatMap((slug) => (all[slug] ?? []).map((each) => ({ ...each, slug })));
  return Math.min(ENOUGH, new Set(tried.filter(({ right }) => right).map(({ slug, position }) => `${slug} ${position}`)).size);
}

function show(tile, right) {
  const place = tile.querySelector('[data-fact="found"]');
  if (!right) return;
  const squares = [...Array(ENOUGH).keys()].map((at) => Object.assign(document.createElement("i"), { className: at < right ? "on" : "" }));
  const said = Object.assign(document.createElement("span"), { className: "unseen", textContent: put(words.ofTen, { right }) });
  if (right === ENOUGH) place.textContent = `✓ ${put(words.ofTen, { right })}`;
  else place.replaceChildren(...squares, said);
}

// The level that was played most, for whoever has played.
function usualLevel() {
  const counts = new Map();
  for (const { level } of played()) counts.set(Number(level), (counts.get(Number(level)) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] || 1;
}

const tiles = [...atlas.querySelectorAll("[data-techniques]")];
const known = new Map(tiles.map((tile) => [tile, foundOf(tile)]));
for (const [tile, right] of known) show(tile, right);
const isKnown = (tile) => known.get(tile) === ENOUGH;
if (Object.keys(all).length) {
  for (const section of atlas.querySelectorAll("[data-level]")) {
    const own = [...section.querySelectorAll("[data-techniques]")];
    section.querySelector('[data-fact="known"]').textContent = put(words.known, { right: own.filter(isKnown).length, all: own.length });
  }
}
const levelOf = (tile) => Number(tile.closest("[data-level]").dataset.level);
const next = tiles.find((tile) => !isKnown(tile) && levelOf(tile) >= usualLevel()) ?? tiles.find((tile) => !isKnown(tile));
if (next && (played().length || Object.keys(all).length)) {
  next.classList.add("is-next");
  const line = atlas.querySelector(".atlas__known");
  const link = Object.assign(document.createElement("a"), { href: next.querySelector("a").href, textContent: next.querySelector("b").textContent });
  line.append(`${put(words.known, { right: tiles.filter(isKnown).length, all: tiles.length })} · ${words.next} `, link);
  const tab = atlas.querySelectorAll(".atlas__tabs input")[levelOf(next) - 1];
  if (tab) tab.checked = true;
}
