// The player's page: what is kept of games and drills, counted.

import { sayTime } from "./clock.js";
import { finds, progressOf } from "./finds.js";
import { dayOf, dayBefore, middle, played, streaks, timesOf } from "./played.js";
import { forgetRecord, shareRecord } from "./record.js";
import { put } from "./words.js";

const DAYS = 26 * 7;
const page = document.getElementById("player");
const news = document.getElementById("player-news");
const words = page.dataset;
const names = JSON.parse(words.names);
const fact = (name) => page.querySelector(`[data-fact="${name}"]`);

function show() {
  const entries = played();
  const { now, longest } = streaks(entries);
  const found = Object.values(finds()).flat().filter(({ right }) => right).length;
  for (const [name, count] of Object.entries({ games: entries.length, now, longest, finds: found })) {
    fact(name).textContent = count;
    const { one, other } = fact(name).nextElementSibling.dataset;
    if (one) fact(name).nextElementSibling.textContent = count === 1 ? one : other;
  }
  for (const row of page.querySelectorAll("[data-level]")) {
    const level = Number(row.dataset.level);
    const times = timesOf(entries, level);
    const alone = entries.filter((each) => each.level === level && !each.hints).length;
    const cells = [times.length, times.length ? sayTime(times[0]) : "–", times.length ? sayTime(middle(times)) : "–", alone];
    row.querySelectorAll("td").forEach((cell, at) => (cell.textContent = cells[at]));
  }
  showDays(entries);
  showTechniques(entries);
}

// A column a week, the latest at the right, from Monday down.
function showDays(entries) {
  const counts = new Map();
  for (const { at } of entries) counts.set(dayOf(at), (counts.get(dayOf(at)) ?? 0) + 1);
  const after = 7 - (new Date().getDay() || 7); // days that this week has left
  let day = dayOf(Date.now());
  const items = [];
  for (let at = 0; at < DAYS - after; at++, day = dayBefore(day)) {
    const count = counts.get(day) ?? 0;
    const item = document.createElement("li");
    item.dataset.count = Math.min(count, 4);
    if (count) {
      const name = put(words.games, { day: new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" }), count });
      item.title = name;
      item.append(Object.assign(document.createElement("span"), { className: "unseen", textContent: name }));
    } else item.setAttribute("aria-hidden", "true");
    items.unshift(item);
  }
  fact("days").replaceChildren(...items);
}

function showTechniques(entries) {
  const needed = new Map();
  for (const { needs } of entries) if (needs) needed.set(needs, (needed.get(needs) ?? 0) + 1);
  const slugs = [...new Set([...needed.keys(), ...Object.keys(finds())])].filter((slug) => slug in names);
  slugs.sort((one, other) => Object.keys(names).indexOf(one) - Object.keys(names).indexOf(other));
  fact("none").hidden = slugs.length > 0;
  fact("techniques").replaceChildren(...slugs.map((slug) => techniqueLine(slug, needed.get(slug))));
}

function techniqueLine(slug, times) {
  const item = document.createElement("li");
  const { right, all, run } = progressOf(slug);
  const facts = [times && put(words.needed, { count: times }), all && `${put(words.found, { right, all })} · ${put(words.run, { count: run })}`];
  item.append(
    link(words.technique.replace("slug", slug), names[slug]),
    Object.assign(document.createElement("span"), { className: "fine", textContent: facts.filter(Boolean).join(" · ") }),
    Object.assign(link(words.find.replace("slug", slug), words.try), { className: "button", ariaLabel: `${words.try}: ${names[slug]}` }),
  );
  return item;
}

const link = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });

// --- One's own data ---

const isOfPlay = (name) => name.startsWith("game ") || name.startsWith("clock ") || ["played", "finds", "account"].includes(name);

document.getElementById("export").addEventListener("click", () => {
  const games = Object.fromEntries(Object.keys(localStorage).filter((name) => name.startsWith("game ")).map((name) => [name.slice(5), JSON.parse(localStorage.getItem(name))]));
  const text = JSON.stringify({ played: played(), finds: finds(), games }, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(link(address, ""), { download: `sudoku-play-${dayOf(Date.now())}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
});

document.getElementById("forget").addEventListener("click", async ({ target }) => {
  if (target.dataset.sure !== "1") {
    target.dataset.sure = "1";
    news.textContent = words.sure;
    return;
  }
  delete target.dataset.sure;
  await forgetRecord();
  for (const name of Object.keys(localStorage).filter(isOfPlay)) localStorage.removeItem(name);
  news.textContent = words.deleted;
  show();
});

show();
if (await shareRecord()) show();
