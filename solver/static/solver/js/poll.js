// Follows solves that are not finished: fetches the page's fragment, backing off from 0.5 to 2 seconds, not while
// the tab is hidden. Only a change of state is announced, once, in the one live region.

const FIRST = 500;
const LONGEST = 2000;

const announce = document.getElementById("announce");
let said = document.getElementById("live").dataset.state.split(".")[0];
let wait = FIRST;

function follow() {
  const live = document.getElementById("live");
  if (live.dataset.poll) setTimeout(look, wait, live.dataset.poll);
}

async function look(address) {
  if (document.hidden) {
    document.addEventListener("visibilitychange", () => look(address), { once: true });
    return;
  }
  try {
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    if (answer.ok) show(await answer.text());
  } catch {
    // The network is away for a moment; the next look may find it back.
  }
  wait = Math.min(LONGEST, wait * 1.5);
  follow();
}

function show(fragment) {
  const live = document.getElementById("live");
  const focused = live.contains(document.activeElement) && document.activeElement;
  const place = focused ? `${focused.tagName}${focused.getAttribute("aria-label") ?? focused.textContent}` : "";
  live.outerHTML = fragment;
  const fresh = document.getElementById("live");
  if (place) {
    const twin = [...fresh.querySelectorAll("a, button, summary, [tabindex]")].find(
      (item) => `${item.tagName}${item.getAttribute("aria-label") ?? item.textContent}` === place,
    );
    (twin ?? fresh.querySelector("a, button")).focus({ preventScroll: true });
  }
  const state = fresh.dataset.state.split(".")[0];
  if (state !== said) {
    said = state;
    document.title = document.title.replace(/^[^·]*/, `${state} `);
    announce.textContent = fresh.dataset.state;
  }
}

follow();
