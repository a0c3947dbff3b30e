// The player: goes from moment to moment without loading the page anew, plays, and listens to keys while it has
// the focus. Every moment has an address; without this script each is a link.
import { fetchFragment, show } from "./live.js";

const PAUSE = 1200; // milliseconds an iteration at normal speed
const announce = document.getElementById("announce");
const ahead = new Map(); // fragments fetched before they are asked for
let wanted = "";
let timer = 0;
let speed = "1";
let keysAreOpen = false;

const player = () => document.querySelector(".player");
const link = (key) => document.querySelector(`.player a[data-key="${key}"]`);

function fetchOnce(address) {
  if (!ahead.has(address)) {
    if (ahead.size > 20) ahead.clear();
    ahead.set(address, fetchFragment(address));
  }
  return ahead.get(address);
}

async function go(address) {
  wanted = address;
  const fragment = await fetchOnce(address).catch(() => "");
  if (wanted !== address) return; // somebody has gone on meanwhile
  if (!fragment) {
    location.assign(address);
    return;
  }
  show(fragment);
  history.replaceState(null, "", address);
  restore();
  announce.textContent = player()?.dataset.say ?? "";
  if (link("ArrowRight")) fetchOnce(link("ArrowRight").href);
}

// What the fresh fragment does not know: whether it plays, how fast, and whether the keys are shown.
function restore() {
  const play = document.querySelector(".player__play");
  if (!play) return;
  play.setAttribute("aria-label", timer ? play.dataset.pause : play.dataset.play);
  play.classList.toggle("is-playing", Boolean(timer));
  document.querySelector("[data-speed]").value = speed;
  document.querySelector(".player__keys").open = keysAreOpen;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  restore();
}

function play() {
  if (!link("ArrowRight") && link("Home")) go(link("Home").href); // from the end, once more from the start
  clearInterval(timer);
  timer = setInterval(() => (link("ArrowRight") ? go(link("ArrowRight").href) : stop()), PAUSE / Number(speed));
  restore();
}

const toggle = () => (timer ? stop() : play());

function goToStep(by) {
  const steps = [...document.querySelectorAll(".step a[data-go]")];
  const at = steps.findIndex((step) => step.getAttribute("aria-current"));
  const next = steps[at < 0 ? (by > 0 ? 0 : steps.length - 1) : at + by];
  if (next) go(next.href);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("a[data-go]");
  if (event.target.closest(".player__play")) toggle();
  else if (target && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    stop();
    go(target.href?.baseVal ?? target.href);
  }
});

document.addEventListener("input", ({ target }) => {
  if (target.matches(".player input[type=range]")) {
    stop();
    go(`${location.pathname}?iteration=${target.value}`);
  }
});

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-speed]")) return;
  speed = target.value;
  if (timer) play();
});

document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".player__keys")) keysAreOpen = target.open;
}, true);

document.addEventListener("keydown", (event) => {
  const inside = player()?.contains(event.target) || event.target.closest?.(".steps");
  if (!inside || event.target.matches("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const onSlider = event.target.matches("input[type=range]");
  if (event.key === "ArrowUp" || event.key === "ArrowDown") goToStep(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key.toLowerCase() === "p") toggle();
  else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && !onSlider) {
    stop();
    if (link(event.key)) go(link(event.key).href);
  } else return;
  event.preventDefault();
});
