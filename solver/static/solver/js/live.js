// Puts a fragment of the page in place of the one that is shown, and keeps the focus where it was.

export function show(fragment) {
  const live = document.getElementById("live");
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  const keep = focused?.dataset.keep;
  const label = focused && `${focused.tagName}${focused.getAttribute("aria-label") ?? focused.textContent}`;
  live.outerHTML = fragment;
  const fresh = document.getElementById("live");
  if (focused) {
    const items = [...fresh.querySelectorAll("a, button, input, select, summary, [tabindex]")];
    const twin =
      items.find((item) => keep && item.dataset.keep === keep) ??
      items.find((item) => `${item.tagName}${item.getAttribute("aria-label") ?? item.textContent}` === label);
    (twin ?? fresh.querySelector(".player input, a, button"))?.focus({ preventScroll: true });
  }
  return fresh;
}

export const fetchFragment = (address) =>
  fetch(address, { headers: { "X-Requested-With": "fetch" } }).then((answer) => (answer.ok ? answer.text() : ""));
