// The order of a collection by dragging, and by the arrow keys: both only write other numbers into the fields,
// which are saved as if somebody had typed them. Without it, they are typed.

const rows = document.querySelector("#result_list tbody");
const said = document.querySelector(".order__said");
const placeOf = (row) => row.querySelector("input[type=number]");

function renumber(row) {
  const fields = [...rows.children].map(placeOf);
  const places = fields.map((field) => Number(field.value)).sort((a, b) => a - b);
  fields.forEach((field, at) => { field.value = places[at]; });
  said.textContent = said.dataset.said.replace("{place}", placeOf(row).value);
}

function step(row, isDown) {
  const other = isDown ? row.nextElementSibling : row.previousElementSibling;
  if (!other) return;
  other[isDown ? "after" : "before"](row);
  renumber(row);
  row.querySelector(".order__handle").focus();
}

function follow(row, event) {
  const other = document.elementFromPoint(row.getBoundingClientRect().left + 4, event.clientY)?.closest("tr");
  if (!other || other === row || other.parentElement !== rows) return;
  const box = other.getBoundingClientRect();
  other[event.clientY > box.top + box.height / 2 ? "after" : "before"](row);
}

// The window hears of the pointer, since a row that is put elsewhere in the page loses hold of it.
function drag(row) {
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    row.classList.remove("order__held");
    renumber(row);
  };
  row.classList.add("order__held");
  window.addEventListener("pointermove", (event) => follow(row, event), { signal: ended.signal });
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, end, { signal: ended.signal });
}

function handleOf(row) {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = "order__handle";
  handle.textContent = "↕";
  handle.setAttribute("aria-label", `${said.dataset.move}: ${row.querySelector(".field-named")?.textContent ?? ""}`);
  handle.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(row, event.key === "ArrowDown");
  });
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.focus();
    drag(row);
  });
  return handle;
}

// Across several collections there is no one order; who may only look has no fields.
const isOne = rows && placeOf(rows) && new Set([...rows.querySelectorAll(".field-collection")].map((cell) => cell.textContent)).size === 1;
if (isOne) {
  document.querySelector(".order__how").hidden = false;
  for (const row of rows.children) placeOf(row).after(handleOf(row));
}
