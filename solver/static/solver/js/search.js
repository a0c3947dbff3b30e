// A board of several lines that is pasted into the search is looked for at once: the field itself keeps no lines.

document.getElementById("searchbar")?.addEventListener("paste", (event) => {
  // Tabs at the start and the end are empty cells of a board from a spreadsheet.
  const text = event.clipboardData.getData("text").replace(/^[\r\n]+|[\r\n]+$/g, "");
  if (!text.includes("\n")) return;
  event.preventDefault();
  window.location.assign(`?${new URLSearchParams({ q: text })}`);
});
