// Follows solves that are not finished: fetches the page's fragment, backing off from 0.5 to 2 seconds, not while
// the tab is hidden. Only a change of state is announced, once, in the one live region.

import { fetchFragment, parse, show } from "./live.js";

const FIRST = 500;
const LONGEST = 2000;

const announce = document.getElementById("announce");
let said = document.getElementById("live").dataset.state.split(".")[0];
let wait = FIRST;

function follow() {
  if (document.getElementById("live").dataset.poll) setTimeout(look, wait);
}

async function look() {
  if (document.hidden) {
    document.addEventListener("visibilitychange", look, { once: true });
    return;
  }
  const address = document.getElementById("live").dataset.poll;
  try {
    const fragment = await fetchFragment(address);
    // Whoever has moved to another step meanwhile stays there.
    if (fragment && document.getElementById("live").dataset.poll === address) await renew(fragment);
  } catch {
    // The network is away for a moment; the next look may find it back.
  }
  wait = Math.min(LONGEST, wait * 1.5);
  follow();
}

async function renew(fragment) {
  show(parse(fragment));
  const live = document.getElementById("live");
  const state = live.dataset.state.split(".")[0];
  if (state !== said) {
    said = state;
    document.title = document.title.replace(/^[^·]*/, `${state} `);
    announce.textContent = live.dataset.state;
  }
  // The charts of the whole are drawn when it is over, and are no part of the fragment.
  const charts = document.getElementById("charts");
  if (charts && !live.dataset.poll) {
    const whole = await (await fetch(location.href)).text();
    charts.replaceWith(new DOMParser().parseFromString(whole, "text/html").getElementById("charts"));
    document.dispatchEvent(new Event("drawn"));
  }
}

follow();
