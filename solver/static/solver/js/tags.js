// Completes the tag that is being typed, after any comma: a list below the field, for arrow keys, Enter and the mouse.
// Without it, the browser completes a field's first tag.

const MOST = 8;

function complete(field) {
  const known = [...document.getElementById(field.getAttribute("list")).options].map((option) => option.value);
  field.removeAttribute("list"); // the browser's own would open over ours
  const box = document.createElement("ul");
  Object.assign(box, { id: `${field.id}-completed`, className: "completed", role: "listbox", hidden: true });
  box.setAttribute("aria-label", field.dataset.tags);
  field.after(box);
  const said = { role: "combobox", "aria-autocomplete": "list", "aria-controls": box.id, "aria-expanded": "false" };
  for (const [name, value] of Object.entries(said)) field.setAttribute(name, value);

  const before = () => field.value.slice(0, field.value.lastIndexOf(",") + 1);

  function mark(option) {
    for (const each of box.children) each.setAttribute("aria-selected", String(each === option));
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function show(tags) {
    box.replaceChildren(...tags.map((tag, at) => Object.assign(document.createElement("li"), { id: `${box.id}-${at}`, role: "option", textContent: tag })));
    box.hidden = !tags.length;
    box.style.left = `${field.offsetLeft}px`;
    box.style.top = `${field.offsetTop + field.offsetHeight}px`;
    field.setAttribute("aria-expanded", String(!box.hidden));
    mark(null);
  }

  function take(option) {
    const start = before();
    field.value = `${start}${start && " "}${option.textContent}, `;
    show([]);
  }

  field.addEventListener("input", () => {
    const start = before();
    const there = start.split(",").map((tag) => tag.trim());
    const typed = field.value.slice(start.length).trim().toLowerCase();
    const goesOn = (tag) => tag.length > typed.length && tag.toLowerCase().startsWith(typed); // else nothing is left to be typed
    show(typed ? known.filter((tag) => goesOn(tag) && !there.includes(tag)).slice(0, MOST) : []);
  });
  field.addEventListener("keydown", (event) => {
    if (box.hidden) return;
    const marked = box.querySelector("[aria-selected=true]");
    if (event.key === "ArrowDown") mark(marked?.nextElementSibling ?? box.firstElementChild);
    else if (event.key === "ArrowUp") mark(marked?.previousElementSibling ?? box.lastElementChild);
    else if (event.key === "Enter" && marked) take(marked);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", () => show([]));
  box.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the field keeps the focus
    if (event.target.role === "option") take(event.target);
  });
}

document.querySelectorAll("input[data-tags]").forEach(complete);
