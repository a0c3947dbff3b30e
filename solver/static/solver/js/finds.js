// Drills that were tried in this browser: for each technique its positions in order, and whether the step was found
// at once. On the page of a drill the answer that stands there is noted.

const NAME = "finds";
const MOST = 100; // positions of a technique that are kept
const LAST = 10; // of which the progress is told

export function finds() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

// Adds answers, each once, for the techniques that they name.
export function addFinds(more) {
  const all = finds();
  for (const [slug, rows] of Object.entries(more)) {
    const known = new Set((all[slug] ?? []).map(({ position, at }) => `${position} ${at}`));
    const fresh = rows.filter(({ position, at }) => !known.has(`${position} ${at}`));
    all[slug] = [...(all[slug] ?? []), ...fresh].sort((one, other) => one.at - other.at).slice(-MOST);
  }
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // The store is full or forbidden: the account has them.
  }
}

// Of the last ten how many were found, and the longest run of all that are kept.
export function progressOf(slug) {
  const tried = finds()[slug] ?? [];
  const last = tried.slice(-LAST);
  let [run, longest] = [0, 0];
  for (const { right } of tried) longest = Math.max(longest, (run = right ? run + 1 : 0));
  return { right: last.filter(({ right }) => right).length, all: last.length, run: longest };
}

function note({ technique, position, state }) {
  const missed = `missed ${technique} ${position}`;
  try {
    if (state === "wrong") sessionStorage.setItem(missed, "1");
    if (!state) sessionStorage.removeItem(missed);
    if (state !== "found" && state !== "shown") return;
    const all = finds();
    const tried = all[technique] ?? [];
    const right = state === "found" && !sessionStorage.getItem(missed);
    // Once more is no new find, unless it was missed before.
    if (tried.slice(-LAST).some((each) => each.position === position && (each.right || !right))) return;
    tried.push({ position, right, at: Date.now() });
    localStorage.setItem(NAME, JSON.stringify({ ...all, [technique]: tried.slice(-MOST) }));
  } catch {
    // The store is full or forbidden: the drill goes on without its progress.
  }
}

function say(line, { technique }) {
  const { right, all, run } = progressOf(technique);
  const words = line.dataset;
  if (all) line.textContent = `${words.found.replace("{right}", right).replace("{all}", all)} · ${words.run.replace("{count}", run)}`;
}

function begin() {
  const drill = document.querySelector("[data-technique][data-position]");
  if (!drill) return;
  note(drill.dataset);
  const line = drill.querySelector("[data-found]");
  if (line) say(line, drill.dataset);
}

begin();
document.addEventListener("pressed", begin);
