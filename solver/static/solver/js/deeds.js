// Shows beside the list what the chosen action needs and will do, and in its button how many puzzles are meant.
// Without it, a page of its own asks for the same.

const form = document.getElementById("changelist-form");
const actions = form?.querySelector(".actions");

function renew() {
  const name = actions.querySelector("select[name=action]").value;
  for (const deed of actions.querySelectorAll("[data-deed]")) {
    deed.hidden = deed.disabled = deed.dataset.deed !== name;
  }
  const across = actions.querySelector("input[name=select_across]")?.value === "1";
  const ticked = form.querySelectorAll("tr input.action-select:checked").length;
  const chosen = actions.querySelector(`[data-deed="${name}"]`);
  const number = across ? Number(actions.querySelector("[data-total]")?.dataset.total) : ticked;
  const button = actions.querySelector("button[name=index]");
  const count = actions.querySelector("input[name=count]");
  button.textContent = chosen && number ? `${chosen.dataset.title}: ${number.toLocaleString(document.documentElement.lang)}` : button.dataset.go;
  count.value = number;
  count.disabled = !chosen || !number;
}

if (actions) {
  // Django's own script changes the ticks in the same events; what they are afterwards counts.
  for (const kind of ["change", "click"]) form.addEventListener(kind, () => setTimeout(renew));
  renew();
}
