// The time of play. It is counted once however many tabs show the game: each adds the time since it or another tab
// counted last. It stands while the page is out of sight or paused, and from the last right digit on. That it stands is
// kept apart from the time, so a tab that counts never overwrites it.

const EVERY = 1_000; // ms
const LONGEST = 10_000; // ms between two counts. After more the machine has slept

export class Clock {
  state = { ms: 0, upTo: 0, isPaused: false, isDone: false };
  #since = 0; // when this tab counted last, 0 while it does not

  constructor(puzzle, seconds, changed, isGone) {
    this.isGone = isGone; // whether its game was deleted
    this.name = `clock ${puzzle}`;
    this.standing = `clock stands ${puzzle}`;
    this.changed = changed;
    this.#read();
    this.reach(seconds);
    if (!document.hidden) this.#since = Date.now();
    setInterval(() => this.count(), EVERY);
    document.addEventListener("visibilitychange", () => this.count());
    addEventListener("pagehide", () => this.count(true));
    addEventListener("pageshow", () => this.count());
    addEventListener("storage", ({ key }) => {
      if (key !== this.name && key !== this.standing) return;
      this.#read();
      this.changed(this);
    });
  }

  get seconds() {
    return Math.floor(this.state.ms / 1000);
  }

  // What was played on another machine, or before there was this clock.
  reach(seconds) {
    if (seconds * 1000 > this.state.ms) this.#write(seconds * 1000);
  }

  count(isLeaving = document.hidden) {
    this.#read();
    const { ms, upTo, isPaused, isDone } = this.state;
    const now = Date.now();
    const from = Math.max(this.#since, upTo > now + LONGEST ? 0 : upTo); // the machine's clock may have been set back
    if (this.#since && !isPaused && !isDone && now > from && now - from < LONGEST) this.#write(ms + now - from, now);
    this.#since = isLeaving ? 0 : now;
    this.changed(this);
  }

  pause(isPaused) {
    this.count();
    if (this.state.isDone) return;
    this.#stand(isPaused ? "paused" : "");
    this.changed(this);
  }

  // Stops for good, and returns the seconds.
  finish() {
    this.count();
    this.#stand("done");
    this.changed(this);
    return this.seconds;
  }

  restart() {
    this.#write(0, Date.now());
    this.#stand("");
    this.count();
  }

  #read() {
    try {
      const { ms = 0, upTo = 0 } = JSON.parse(localStorage.getItem(this.name) ?? "{}");
      this.#set(ms, upTo, localStorage.getItem(this.standing));
    } catch {
      // The store is forbidden: this tab counts for itself.
    }
  }

  #set(ms, upTo, standing) {
    this.state = { ms, upTo, isPaused: standing === "paused", isDone: standing === "done" };
  }

  #write(ms, upTo = this.state.upTo) {
    Object.assign(this.state, { ms, upTo });
    this.#keep(this.name, JSON.stringify({ ms, upTo }));
  }

  #stand(how) {
    this.#set(this.state.ms, this.state.upTo, how);
    this.#keep(this.standing, how);
  }

  #keep(name, text) {
    try {
      if (!this.isGone()) localStorage.setItem(name, text);
    } catch {
      // It is full or forbidden.
    }
  }
}

export function sayTime(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [...(h ? [h] : []), String(m).padStart(h ? 2 : 1, "0"), String(s).padStart(2, "0")].join(":");
}
