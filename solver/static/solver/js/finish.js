// The end of a game: its time and how it compares, what was used, days in a row, and a text to pass on that gives
// nothing away. All of it is known in this browser, so it needs no network.

import { sayTime } from "./clock.js";
import { dayBefore, dayOf, middle, streaks, timesOf } from "./played.js";

const BLOCKS = "▁▂▃▄▅▆▇█";
const WIDEST = 30; // characters of the strip

// `address` is where others find the puzzle.
export function showFinish(section, entry, entries, address, isNew) {
  const words = section.dataset;
  const fill = (name, text) => (section.querySelector(`[data-fact="${name}"]`).textContent = text);
  const count = (name, number) => {
    fill(name, number);
    fill(`${name}-words`, number === 1 ? words[`${name}One`] : words[`${name}Other`]);
  };
  fill("time", sayTime(entry.seconds));
  fill("time-words", compare(entry, timesOf(entries, entry.level), words));
  count("hints", entry.hints);
  count("checks", entry.checks);
  count("wrong", entry.wrong);
  showDays(section, entries, words);
  const text = share(section, entry, words);
  fill("share", text);
  section.querySelector("[data-share]").onclick = ({ target }) => pass(`${text}\n${address}`, target);
  section.hidden = false;
  if (!isNew) return;
  setTimeout(() => section.querySelector("h2").focus({ preventScroll: true })); // the key puts the focus into its cell
  if (section.getBoundingClientRect().top > innerHeight * 0.8) section.scrollIntoView({ block: "nearest" });
}

function compare({ seconds }, times, words) {
  if (!times.length) return words.time;
  if (times.length === 1) return words.first;
  const place = times.indexOf(seconds);
  return [words.best, words.second, words.third][place] ?? words.middle.replace("{time}", sayTime(middle(times)));
}

function showDays(section, entries, words) {
  const days = new Set(entries.map(({ at }) => dayOf(at)));
  const { now, longest } = streaks(entries);
  let day = dayOf(Date.now());
  for (const item of [...section.querySelectorAll(".week li")].reverse()) {
    const date = new Date(`${day}T12:00`);
    item.querySelector("span").textContent = date.toLocaleDateString(document.documentElement.lang, { weekday: "short" });
    item.classList.toggle("is-done", days.has(day));
    item.setAttribute("aria-label", `${date.toLocaleDateString(document.documentElement.lang, { weekday: "long" })}${days.has(day) ? ` ✓` : ""}`);
    day = dayBefore(day);
  }
  section.querySelector('[data-fact="streak"]').textContent = (now === 1 ? words.streakOne : words.streakOther).replace("{count}", now);
  section.querySelector('[data-fact="longest"]').textContent = longest > now ? words.longest.replace("{count}", longest) : "";
}

function share(section, { seconds, hints, daily }, words) {
  const facts = ["Sudoku by sets", words.level, daily, sayTime(seconds), hints ? `${hints} ${hints === 1 ? words.hintsOne : words.hintsOther}` : ""];
  const heights = [...section.querySelectorAll(".story__strip rect")].map((bar) => Number(bar.getAttribute("height")));
  const each = Math.ceil(heights.length / WIDEST) || 1;
  const highest = Math.max(...heights, 1);
  let strip = "";
  for (let at = 0; at < heights.length; at += each) {
    const height = Math.max(...heights.slice(at, at + each)) / highest;
    strip += BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(height * BLOCKS.length))];
  }
  return [facts.filter(Boolean).join(" · "), strip].filter(Boolean).join("\n");
}

async function pass(whole, button) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text: whole });
    else {
      await navigator.clipboard.writeText(whole);
      button.textContent = button.dataset.done;
    }
  } catch {
    // Passing it on was called off, or the browser keeps its clipboard to itself: the text stands there.
  }
}
