// A solve in a frame: goes from moment to moment without loading the page anew. Without this each button is a link.

let wanted = "";

async function go(href, key) {
  wanted = href;
  const answer = await fetch(href).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (wanted !== href) return; // something else was asked for meanwhile
  if (!text) return location.assign(href);
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  document.querySelector("main").replaceWith(fresh);
  history.replaceState(null, "", href); // the frame's own: going back leaves the page around it alone
  document.getElementById("announce").textContent = fresh.dataset.say;
  (fresh.querySelector(`[data-key="${key}"]`) ?? fresh.querySelector("[data-key]"))?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-key]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, link.dataset.key);
});

document.addEventListener("keydown", (event) => {
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest(".board-frame")) return;
  event.preventDefault();
  go(link.href, link.dataset.key);
});
