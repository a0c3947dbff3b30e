// The games that were finished in this browser or by this account, the latest last. Times, days and streaks follow
// from them. An entry: { puzzle, level, daily, seconds, hints, checks, wrong, at }.

const NAME = "played";
const MOST = 2_000;

export function played() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

// Adds games, each once, and returns all.
export function addPlayed(entries) {
  const known = played();
  const names = new Set(known.map(nameOf));
  const fresh = entries.filter((each) => !names.has(nameOf(each)));
  const all = [...known, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST);
  try {
    if (fresh.length) localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // The store is full or forbidden: it is known until the page is left.
  }
  return all;
}

const nameOf = ({ puzzle, at }) => `${puzzle} ${at}`;

// A day of the reader, as 2026-11-24.
export function dayOf(ms) {
  const date = new Date(ms);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((each) => String(each).padStart(2, "0")).join("-");
}

export const dayBefore = (day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

// Days in a row on which a game was finished: until today or yesterday, and the longest there was.
export function streaks(entries, today = dayOf(Date.now())) {
  const days = new Set(entries.map(({ at }) => dayOf(at)));
  const lengthTo = (day) => {
    let length = 0;
    for (; days.has(day); day = dayBefore(day)) length += 1;
    return length;
  };
  return { now: lengthTo(days.has(today) ? today : dayBefore(today)), longest: Math.max(0, ...[...days].map(lengthTo)) };
}

// Times of a level, in seconds, the best first.
export const timesOf = (entries, level) =>
  entries
    .filter((each) => level && each.level === level)
    .map(({ seconds }) => seconds)
    .sort((one, other) => one - other);

export const middle = (times) => times[Math.floor(times.length / 2)];
