// Puts a freshly drawn fragment of a solve in place of the one that is shown: part by part, so that what is being
// used, the slider above all, stays as it is and keeps the focus.

const parts = (root) => [...root.querySelectorAll("[data-part]")];
const names = (root) => parts(root).map((part) => part.dataset.part).join();

// A cell of the board is known by its place in it: hundreds of names would make the page heavy.
const cellOf = (link) => (link.matches(".cell__ask") ? placeOf(link.closest("td")) : "");
const placeOf = (cell) => `${cell.parentElement.rowIndex} ${cell.cellIndex}`;

export const parse = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("live");

export function show(fresh, only = () => true) {
  const live = document.getElementById("live");
  const { keep, key } = document.activeElement.dataset;
  const cell = cellOf(document.activeElement);
  if (names(live) !== names(fresh)) live.replaceWith(fresh);
  else {
    const drawn = parts(fresh);
    parts(live).forEach((part, at) => only(part.dataset.part) && part.replaceWith(drawn[at]));
    live.dataset.state = fresh.dataset.state;
    if (fresh.dataset.poll) live.dataset.poll = fresh.dataset.poll;
    else delete live.dataset.poll;
  }
  document.dispatchEvent(new Event("drawn"));
  if (!(keep || cell) || document.activeElement !== document.body) return;
  const items = [...document.querySelectorAll(cell ? "#live .cell__ask" : "#live [data-keep]")];
  const twin = items.find((item) => (cell ? cellOf(item) === cell : item.dataset.keep === keep));
  // A button that is used up gives the focus to the slider, not to the page.
  (twin ?? (key && document.querySelector(".scrub input")))?.focus({ preventScroll: true });
}

export const fetchFragment = (address) =>
  fetch(address, { headers: { "X-Requested-With": "fetch" } }).then((answer) => (answer.ok ? answer.text() : ""));
