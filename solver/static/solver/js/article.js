// A row lights its cells on the board, and a cell its rows. Without this both can be read.
const cells = [...document.querySelectorAll("[data-rows-light] tbody td")];
const rows = [...document.querySelectorAll("[data-rows] tr[data-cells]")];
const cellsOf = (row) => row.dataset.cells.split(" ").map(Number);

function light(pressed, lit) {
  for (const row of rows) {
    row.classList.toggle("is-pressed", pressed.includes(row));
    row.setAttribute("aria-pressed", pressed.includes(row));
  }
  cells.forEach((cell, number) => cell.classList.toggle("is-lit", lit.includes(number)));
}

function press(target) {
  const row = target.closest("[data-rows] tr[data-cells]");
  const number = cells.indexOf(target.closest("[data-rows-light] tbody td"));
  if (row) light(row.classList.contains("is-pressed") ? [] : [row], row.classList.contains("is-pressed") ? [] : cellsOf(row));
  else if (number >= 0) light(rows.filter((each) => cellsOf(each).includes(number)), [number]);
  return Boolean(row) || number >= 0;
}

if (cells.length) {
  for (const row of rows) Object.assign(row, { tabIndex: 0 }).setAttribute("role", "button");
  document.addEventListener("click", ({ target }) => press(target));
  document.addEventListener("keydown", (event) => {
    if ([" ", "Enter"].includes(event.key) && event.target.closest("[data-rows] tr") && press(event.target)) event.preventDefault();
  });
}
