// Shows next to the list what the selected action needs and does, and the number of puzzles on its button.
// Without this script, a page of its own asks for the same.

const form = document.getElementById("changelist-form");
const actions = form?.querySelector(".actions");

function update() {
  const name = actions.querySelector("select[name=action]").value;
  for (const fieldset of actions.querySelectorAll("[data-action]")) {
    fieldset.hidden = fieldset.disabled = fieldset.dataset.action !== name;
  }
  const across = actions.querySelector("input[name=select_across]")?.value === "1";
  const checked = form.querySelectorAll("tr input.action-select:checked").length;
  const selected = actions.querySelector(`[data-action="${name}"]`);
  const number = across ? Number(actions.querySelector("[data-total]")?.dataset.total) : checked;
  const button = actions.querySelector("button[name=index]");
  const count = actions.querySelector("input[name=count]");
  button.textContent = selected && number ? `${selected.dataset.title}: ${number.toLocaleString(document.documentElement.lang)}` : button.dataset.go;
  count.value = number;
  count.disabled = !selected || !number;
}

if (actions) {
  // Django's script changes the checkboxes in the same events, so they are read afterwards.
  for (const kind of ["change", "click"]) form.addEventListener(kind, () => setTimeout(update));
  update();
}
