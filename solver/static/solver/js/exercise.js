// Runs the reader's SQL in PostgreSQL in this browser, beside the answer, on two boards. Nothing is sent to the site.
const START_SECONDS = 120;
const RUN_SECONDS = 20;
const MOST_ROWS = 100;
const panel = document.querySelector("[data-exercise-start]");
const [start, stop, progress, state] = ["[data-start]", "[data-stop]", "progress", "[data-state]"].map((one) => panel.querySelector(one));
const given = [...document.querySelectorAll("[data-given]"), ...[...document.querySelectorAll("template")].flatMap(({ content }) => [...content.querySelectorAll("[data-given]")])].map(({ textContent }) => textContent);
const cells = [...document.querySelectorAll("[data-rows-light] tbody td")];
const runs = [...document.querySelectorAll("[data-run]")];
let worker = null;
let asked = 0;
const waiting = new Map();

function end(words) {
  worker?.terminate();
  worker = null;
  for (const refuse of waiting.values()) refuse({ error: words });
  waiting.clear();
  for (const run of runs) run.disabled = true;
  start.hidden = false;
  stop.hidden = progress.hidden = true;
  state.textContent = words;
}

function heard({ data }) {
  if (data.ready) {
    clearTimeout(start.limit);
    progress.hidden = true;
    stop.hidden = false;
    state.textContent = start.dataset.ready;
    for (const run of runs) run.disabled = false;
    return;
  }
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
}

start.addEventListener("click", () => {
  start.hidden = true;
  progress.hidden = false;
  state.textContent = start.dataset.starting;
  worker = new Worker(start.dataset.worker, { type: "module" });
  worker.addEventListener("message", heard);
  worker.addEventListener("error", () => end(start.dataset.failed));
  start.limit = setTimeout(() => end(start.dataset.failed), START_SECONDS * 1000);
});
stop.addEventListener("click", () => end(start.dataset.stopped));

function ask(board, query) {
  if (!worker) return { error: start.dataset.stopped };
  const limit = setTimeout(() => end(start.dataset.stopped), RUN_SECONDS * 1000);
  return new Promise((resolve) => {
    waiting.set(++asked, resolve);
    worker.postMessage({ id: asked, given: given[board], query });
  }).finally(() => clearTimeout(limit));
}

const sorted = ({ rows }) => rows.map((row) => row.join("\u0000")).sort().join("\u0001");
const isSame = (one, other) => !one.error && !other.error && sorted(one) === sorted(other);

// Draws what the rows do: digits that a rule places, or candidates that it removes.
const faces = cells.map((cell) => cell.querySelector(".cell__face")?.cloneNode(true));

function change(kind, rows) {
  cells.forEach((cell, number) => {
    cell.classList.remove("cell--placed");
    if (faces[number]) cell.querySelector(".cell__face").replaceWith(faces[number].cloneNode(true));
  });
  for (const [row, column, digit] of kind ? rows : []) {
    const cell = cells[(row - 1) * 9 + (column - 1)];
    const face = cell?.querySelector(".cell__face");
    if (!face || !/^[1-9]$/.test(digit)) continue;
    const drawn = Object.assign(document.createElement("span"), { textContent: digit });
    drawn.className = kind === "places" ? "cell__digit" : "lost lost--now";
    if (kind === "places") {
      face.replaceChildren(drawn);
      cell.classList.add("cell--placed");
    } else {
      const gone = face.querySelector(".cell__gone") ?? face.appendChild(Object.assign(document.createElement("span"), { className: "cell__gone" }));
      gone.append(drawn);
    }
  }
}

function show(exercise, { names, rows }) {
  const [frame, head, body] = [".sets__scroll", "thead", "tbody"].map((one) => exercise.querySelector(one));
  const line = (values, tag) => {
    const row = document.createElement("tr");
    for (const value of values) row.append(Object.assign(document.createElement(tag), { textContent: value }));
    return row;
  };
  head.replaceChildren(line(names, "th"));
  body.replaceChildren(...rows.slice(0, MOST_ROWS).map((row) => line(row, "td")));
  frame.hidden = false;
  change(exercise.dataset.changes, rows);
  const lit = new Set(rows.map(([row, column]) => (row - 1) * 9 + (column - 1)));
  const isOfCells = exercise.querySelector("code").textContent.startsWith("row, col");
  cells.forEach((cell, number) => cell.classList.toggle("is-lit", isOfCells && lit.has(number)));
}

async function judge(exercise, query) {
  const { dataset } = exercise;
  const answer = exercise.querySelector("[data-answer]").textContent;
  const usual = exercise.querySelector("template").content.textContent;
  const mine = await ask(0, query);
  if (mine.error) return [false, mine.error];
  const right = await ask(0, answer);
  show(exercise, mine);
  const other = await ask(1, query);
  const isRight = isSame(mine, right);
  if (isRight && isSame(other, await ask(1, answer))) return [true, dataset.right];
  if (isSame(mine, await ask(0, usual)) && isSame(other, await ask(1, usual))) return [false, dataset.mistake];
  if (isRight) return [false, dataset.here];
  if (mine.names.length !== right.names.length) return [false, dataset.columns];
  return [false, `${dataset.wrong} ${right.rows.length} / ${mine.rows.length}`];
}

for (const run of runs) {
  run.addEventListener("click", async () => {
    const exercise = run.closest("[data-exercise]");
    const said = exercise.querySelector(".exercise__said");
    run.disabled = true;
    said.textContent = "…";
    const [isRight, words] = await judge(exercise, exercise.querySelector("textarea").value || "SELECT");
    said.textContent = words;
    said.classList.toggle("is-right", isRight);
    said.classList.toggle("is-wrong", !isRight);
    run.disabled = !worker;
  });
}
