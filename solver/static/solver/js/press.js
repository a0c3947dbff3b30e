// Cells that are pressed on a board of a lesson or a drill: the part of the page that answers is fetched and put in
// its place, so that the page does not jump. Arrows move from cell to cell. Without this each press is a link.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 };
const cellsOf = (box) => [...box.querySelectorAll(".cell__ask")];

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-press] a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const box = link.closest("[data-press]");
  const at = cellsOf(box).indexOf(link);
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(box.id);
    if (!answer.ok || !fresh) throw new Error(answer.status);
    box.replaceWith(fresh);
    history.replaceState(null, "", link.href);
    document.title = page.title;
    (cellsOf(fresh)[at] ?? fresh.querySelector(".button--main, .switch [aria-current]"))?.focus({ preventScroll: true });
    document.dispatchEvent(new Event("pressed"));
  } catch {
    location.href = link.href;
  }
});

document.addEventListener("keydown", (event) => {
  const box = event.target.closest("[data-press]");
  const cells = box && cellsOf(box);
  const next = cells?.[cells.indexOf(event.target) + STEPS[event.key]];
  if (!event.target.matches(".cell__ask") || !next) return;
  event.preventDefault();
  next.focus();
});
