// A board of several lines that is pasted into the search is looked for at once: the field itself keeps no lines.

document.getElementById("searchbar")?.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text").trim();
  if (!text.includes("\n")) return;
  event.preventDefault();
  window.location.assign(`?${new URLSearchParams({ q: text })}`);
});
