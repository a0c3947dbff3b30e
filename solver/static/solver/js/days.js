// Ticks in the calendar: which of a day's puzzles were solved in this browser.

import { played } from "./played.js";

const LEVELS = 5;

export function tickDays(entries) {
  const solved = new Map();
  for (const { daily, level } of entries) if (daily) solved.set(daily, (solved.get(daily) ?? new Set()).add(level));
  for (const link of document.querySelectorAll(".month [data-day]")) {
    const levels = solved.get(link.dataset.day)?.size ?? 0;
    link.querySelector("i")?.remove();
    const ticks = document.createElement("i");
    ticks.className = levels === LEVELS ? "ticks ticks--all" : "ticks";
    ticks.setAttribute("aria-hidden", "true");
    if (levels < LEVELS) for (let at = 0; at < LEVELS; at++) ticks.append(Object.assign(document.createElement("s"), { className: at < levels ? "is-done" : "" }));
    link.append(ticks);
    link.dataset.label ??= link.ariaLabel;
    link.ariaLabel = levels ? `${link.dataset.label}: ${levels}/${LEVELS} ✓` : link.dataset.label;
  }
}

tickDays(played());
