// The page of a collection: rows are moved by their buttons or by dragging without asking the server, and the board of the row
// in focus or under the pointer stands beside, large. Without this script, each button asks the server.

const order = document.querySelector(".make__order ol");
const beside = document.querySelector(".make__board");
const said = document.querySelector(".make__said");

// The first key replaces a title that is only suggested.
const title = document.querySelector("input[data-is-new]");
title?.addEventListener("focus", () => title.select());
if (title && title === document.activeElement) title.select();

// A form that is saved before all its rows have arrived would lose them, so this waits for the whole page.
document.querySelector("button[data-next]")?.focus();

// The rule of the puzzles' titles follows the title, as the server lets it without this script.
const rule = document.querySelector("input[name=rule]");
let named = document.querySelector("input[name=named]").value;
document.querySelector("input[name=title]").addEventListener("input", (event) => {
  if (rule.value !== `${named} · #`) return;
  named = event.target.value;
  rule.value = `${named} · #`;
});

function show(row) {
  const board = row?.querySelector("svg")?.cloneNode(true);
  if (board) beside.replaceChildren(board);
}

function tell(row) {
  said.textContent = said.dataset.said.replace("{place}", [...order.children].indexOf(row) + 1);
}

function step(row, isDown) {
  const other = isDown ? row.nextElementSibling : row.previousElementSibling;
  if (!other) return;
  other[isDown ? "after" : "before"](row);
  tell(row);
}

order.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=up], button[name=down]");
  if (!button) return;
  event.preventDefault();
  step(button.closest("li"), button.name === "down");
  button.focus();
});

let held = null;
order.addEventListener("dragstart", (event) => {
  held = event.target.closest("li");
});
order.addEventListener("dragover", (event) => {
  const other = event.target.closest("li");
  if (!held || !other || other === held) return;
  event.preventDefault();
  const box = other.getBoundingClientRect();
  other[event.clientY > box.top + box.height / 2 ? "after" : "before"](held);
});
order.addEventListener("dragend", () => {
  if (held) tell(held);
  held = null;
});

for (const kind of ["focusin", "pointerover"]) {
  document.querySelector(".make").addEventListener(kind, (event) => show(event.target.closest("[data-board]")));
}
show(document.querySelector("[data-board]"));
