// Cells of the list of puzzles, edited in place as in a spreadsheet: a press or Enter edits, Enter goes down, Tab on, arrows move,
// Escape leaves a cell as it was, and pasted lines fill the column. Each cell is saved by itself. Without this script, a cell
// leads to the puzzle's page.

const table = document.getElementById("result_list");
const said = document.querySelector(".cells__said");
const token = document.querySelector("#changelist-form [name=csrfmiddlewaretoken]")?.value;
const all = () => [...table.querySelectorAll(".cell")];

function say(words, isWrong) {
  said.textContent = words;
  said.classList.toggle("cells__said--wrong", Boolean(isWrong));
}

function focus(cell) {
  if (!cell) return;
  for (const each of all()) each.tabIndex = each === cell ? 0 : -1;
  cell.focus();
}

const rowOf = (cell) => cell.closest("tr");
const sameIn = (row, cell) => row?.querySelector(`.cell[data-field="${cell.dataset.field}"]`) ?? null;
const below = (cell, step = 1) => sameIn(step > 0 ? rowOf(cell).nextElementSibling : rowOf(cell).previousElementSibling, cell);
function beside(cell, step) {
  const cells = all();
  return cells[cells.indexOf(cell) + step] ?? null;
}

async function save(cell, value) {
  if (value === cell.dataset.value) return true;
  const { cell: pk, field, value: was } = cell.dataset;
  const body = new URLSearchParams({ field, value, was, csrfmiddlewaretoken: token });
  let answer;
  try {
    const response = await fetch(`${cell.getAttribute("href").split("change/")[0]}cell/`, { method: "POST", body });
    answer = await response.json();
  } catch {
    say(said.dataset.lost, true);
    return false;
  }
  if (answer.value === null) {
    say(answer.error, true);
    return false;
  }
  if (answer.shown) cell.innerHTML = answer.shown; // the server's own markup
  else cell.textContent = "–";
  cell.dataset.value = answer.value;
  cell.classList.toggle("cell--other", Boolean(answer.error));
  say(answer.error || said.dataset.saved, Boolean(answer.error));
  return !answer.error;
}

function inputFor(cell) {
  const choices = document.querySelector(`template[data-field="${cell.dataset.field}"]`);
  const input = choices ? choices.content.firstElementChild.cloneNode(true) : document.createElement("input");
  input.className = "cell__input";
  input.value = cell.dataset.value;
  input.setAttribute("aria-label", table.querySelector(`thead th:nth-child(${cell.closest("td, th").cellIndex + 1})`).textContent.trim());
  return input;
}

function edit(cell, typed) {
  const input = inputFor(cell);
  if (typed !== undefined && input.tagName === "INPUT") input.value = typed;
  cell.hidden = true;
  cell.after(input);
  input.focus();
  if (typed === undefined) input.select?.();
  let isOver = false;

  async function end(isKept, next) {
    if (isOver) return;
    isOver = true;
    const value = input.value.trim();
    input.remove();
    cell.hidden = false;
    const here = next ?? cell;
    if (next !== null) focus(here);
    if (isKept && !(await save(cell, value)) && cell.dataset.value !== value && next) focus(cell);
  }

  input.addEventListener("keydown", (event) => {
    const { key, shiftKey } = event;
    if (key === "Enter") end(true, below(cell, shiftKey ? -1 : 1) ?? cell);
    else if (key === "Tab") end(true, beside(cell, shiftKey ? -1 : 1) ?? cell);
    else if (key === "Escape") end(false, cell);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => end(true, null)); // a press elsewhere keeps it, and the focus is there
  input.addEventListener("paste", (event) => {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    end(false, cell);
    fill(cell, lines);
  });
}

async function fill(cell, lines) {
  for (const line of lines.at(-1) ? lines : lines.slice(0, -1)) {
    if (!cell || !(await save(cell, line.trim()))) return;
    focus(cell);
    cell = below(cell);
  }
}

const MOVES = { ArrowDown: (cell) => below(cell), ArrowUp: (cell) => below(cell, -1), ArrowRight: (cell) => beside(cell, 1), ArrowLeft: (cell) => beside(cell, -1) };

function press(event) {
  const cell = event.target.closest?.(".cell");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (MOVES[event.key]) focus(MOVES[event.key](cell));
  else if (event.key === "Enter" || event.key === "F2") edit(cell);
  else if (event.key === " ") rowOf(cell).querySelector(".action-select")?.click();
  else if (event.key === "Delete") edit(cell, "");
  else if (event.key.length === 1) edit(cell, event.key);
  else return;
  event.preventDefault();
}

if (table && said) {
  all().forEach((cell, at) => {
    cell.setAttribute("role", "button");
    cell.title = said.dataset.how;
    cell.tabIndex = at ? -1 : 0;
  });
  table.addEventListener("keydown", press);
  table.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    edit(cell);
  });
}
