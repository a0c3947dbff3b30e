// Notes a tick as soon as it is set, and shows in the button how many are written.

document.addEventListener("change", async ({ target }) => {
  if (!target.dataset.tick) return;
  const form = document.getElementById("go-on");
  const body = new URLSearchParams({ shown: target.value });
  if (target.checked) body.set("take", target.value);
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  const answer = await fetch(target.dataset.tick, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
  if (answer.ok) document.getElementById("taken").textContent = (await answer.json()).taken.toLocaleString(document.documentElement.lang);
});
