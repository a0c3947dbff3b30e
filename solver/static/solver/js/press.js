// Cells that are pressed on a board of a lesson or a drill: the part of the page that answers is fetched and put in
// its place, so that the page does not jump. Arrows move from cell to cell. Without this each press is a link.
// Each press goes on from the answer to the one before: until then it waits, and its cell shows that it was pressed.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 };
const LONGEST = 10_000; // milliseconds to wait for an answer, before the link is followed as without a script
const waiting = []; // of each press its box and position, its place there, and what was pressed
const cellsOf = (box) => [...box.querySelectorAll(".cell__ask")];
const positionOf = (box) => (box.dataset.position ? box : box.querySelector("[data-position]"))?.dataset.position;
const namedBy = (link) => new URL(link.href).searchParams.get("press"); // the cell that a press adds or takes out

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-press] a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const box = link.closest("[data-press]");
  wait({ id: box.id, position: positionOf(box), at: cellsOf(box).indexOf(link), pressed: link, act: follow });
  shade(link);
});

// What is typed goes on from the presses before it too.
document.addEventListener("submit", (event) => {
  const box = event.target.closest("[data-press]");
  if (!box || !waiting.length) return;
  event.preventDefault();
  wait({ id: box.id, pressed: event.target, act: (form) => form.submit() });
});

function wait(press) {
  waiting.push(press);
  if (waiting.length === 1) answerAll();
}

async function answerAll() {
  for (; waiting.length; waiting.shift()) {
    const [press] = waiting;
    const now = twinOf(press);
    if (now) await press.act(now, press);
  }
}

// The same place as the page is now. A cell has none on another board, or on one that asks for no more. Any other
// link is still right.
function twinOf({ id, position, at, pressed }) {
  if (pressed.isConnected) return pressed;
  const box = document.getElementById(id);
  if (pressed.matches("form")) return box.querySelector("form");
  const same = [...box.querySelectorAll("a[href^='?']")].find(({ textContent }) => textContent === pressed.textContent);
  if (at < 0) return same ?? pressed;
  return positionOf(box) === position ? cellsOf(box)[at] : null;
}

function shade(link) {
  if (namedBy(link)) link.closest("td").classList.toggle("cell--evidence");
}

async function follow(link, { id, at }) {
  try {
    const answer = await fetch(link.href, { signal: AbortSignal.timeout(LONGEST) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(id);
    if (!answer.ok || !fresh) throw new Error(answer.status);
    put(fresh, document.getElementById(id), at);
    history.replaceState(null, "", link.href);
    document.title = page.title;
    document.dispatchEvent(new Event("pressed"));
  } catch {
    const address = new URL(link.href);
    const names = waiting.filter((press) => press.id === id && press.at >= 0).map(({ pressed }) => namedBy(pressed));
    if (namedBy(link)) address.searchParams.set("press", names.join(" "));
    waiting.length = 0;
    location.href = address;
  }
}

// Puts an answer in the place of a box: what waits, what is typed and where the focus went meanwhile stay.
function put(fresh, box, at) {
  const held = document.activeElement;
  const [typed, field] = [box, fresh].map((each) => each.querySelector("[name=press]"));
  const cell = cellsOf(box).indexOf(held);
  box.replaceWith(fresh);
  if (typed && field && positionOf(fresh) === positionOf(box)) field.value = typed.value;
  const others = waiting.slice(1).filter((press) => press.id === fresh.id && press.at >= 0);
  for (const press of others) if (twinOf(press)) shade(twinOf(press));
  const usual = fresh.querySelector(".button--main, .switch [aria-current]");
  ((held === typed && field) || (cellsOf(fresh)[cell < 0 ? at : cell] ?? usual))?.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  const box = event.target.closest("[data-press]");
  const cells = box && cellsOf(box);
  const next = cells?.[cells.indexOf(event.target) + STEPS[event.key]];
  if (!event.target.matches(".cell__ask") || !next) return;
  event.preventDefault();
  next.focus();
});
