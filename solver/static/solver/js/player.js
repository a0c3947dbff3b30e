// The player: goes from moment to moment without loading the page anew, plays, and listens to keys wherever the
// focus is, but for fields. Every moment has an address and is drawn by the server; without this script each is a link.
import { areKeysOn, isTyping } from "./keys.js";
import { fetchFragment, parse, show } from "./live.js";
import { isPlaying, speed, stop, wait } from "./playing.js";

const PLAYING = "#play=";
const MOST = 40; // fragments kept
const announce = document.getElementById("announce");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const fetched = new Map();
let wanted = "";
let isGoing = false;
let previewed = "";

const find = (selector) => document.querySelector(selector);
const slider = () => find(".scrub input");
const link = (key) => find(`#live a[data-key="${key}"]`);
const hrefOf = (target) => target.href?.baseVal ?? target.href; // of links in a picture too

function fetchOnce(address) {
  if (!fetched.has(address)) {
    if (fetched.size >= MOST) fetched.delete(fetched.keys().next().value);
    fetched.set(address, fetchFragment(address));
  }
  return fetched.get(address);
}

// One at a time; of many that are asked for meanwhile, as by dragging, only the last.
async function go(address) {
  wanted = new URL(address, location.href).href;
  if (isBeyond(wanted)) return leave(wanted);
  if (isGoing) return;
  isGoing = true;
  let shown = "";
  while (shown !== wanted) {
    shown = wanted;
    const fragment = await fetchOnce(shown).catch(() => "");
    if (!fragment) return location.assign(shown);
    history.replaceState(null, "", shown);
    show(parse(fragment));
  }
  isGoing = false;
  previewed = "";
  announce.textContent = find("[data-say]")?.dataset.say ?? "";
  document.dispatchEvent(new Event("moved"));
  const next = link("ArrowRight");
  if (next && !isBeyond(hrefOf(next))) fetchOnce(hrefOf(next));
}

// A story may go on in another solve, on a page of its own, which plays on where this one was played.
const isBeyond = (address) => new URL(address, location.href).pathname !== location.pathname;

function leave(address) {
  const wasPlaying = isPlaying();
  stop();
  location.assign(wasPlaying ? `${address}${PLAYING}${speed().value}` : address);
}

// What is not drawn anew follows what is.
function settle() {
  const where = find("[data-say]");
  if (!where || !slider()) return;
  const { number, total, text } = where.dataset;
  slider().max = total;
  slider().value = number;
  slider().setAttribute("aria-valuetext", text);
  for (const mark of document.querySelectorAll("#charts .is-now")) mark.classList.remove("is-now");
  for (const mark of document.querySelectorAll(`#charts [data-at="${number}"]`)) mark.classList.add("is-now");
}

function play() {
  const next = link("ArrowRight") ?? (isPlaying() ? null : link("Home")); // from the end, once more from the start
  if (!next) return stop();
  wait(play);
  return go(hrefOf(next));
}

// A step that is pointed at lights up on the board; the chosen moment comes back when it no longer is.
async function preview(address) {
  if (isGoing || isPlaying() || address === previewed) return;
  previewed = address;
  const fragment = await fetchOnce(address).catch(() => "");
  if (fragment && previewed === address && !isGoing) show(parse(fragment), (part) => part === "board" || part === "legend");
}

// The cells that a place of a loop means, by their number on the board.
function light(numbers) {
  document.querySelectorAll(".shown .cell").forEach((cell, number) => cell.classList.toggle("cell--lit", numbers.includes(`${number}`)));
}

const isPastOwn = (number) => Number(number) > Number(find("[data-own]")?.dataset.own ?? Infinity);

function goTo(number) {
  const address = new URL(isPastOwn(number) ? find("[data-own]").dataset.beyond : location.pathname, location.href);
  address.search = location.search;
  address.searchParams.set("iteration", number);
  for (const name of ["step", "since"]) address.searchParams.delete(name);
  go(address);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("a[data-go]");
  if (event.target.closest(".player__play")) isPlaying() ? stop() : play();
  else if (target && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    stop();
    go(hrefOf(target));
    if (target.closest("#charts")) find(".board").scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  }
});

document.addEventListener("input", ({ target }) => {
  if (target !== slider()) return;
  stop();
  if (!isPastOwn(target.value)) goTo(target.value);
});
// Beyond the solve's own the page is left, so not before the slider is let go.
document.addEventListener("change", ({ target }) => target === slider() && isPastOwn(target.value) && goTo(target.value));

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".since")) return;
  event.preventDefault();
  go(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
});

document.addEventListener("change", ({ target }) => target.closest(".player__speed") && isPlaying() && play());

document.addEventListener("pointerover", ({ target, pointerType }) => {
  const cell = target.closest(".shown .cell");
  if (cell && find(".pointed")) find(".pointed").textContent = cell.querySelector("a").ariaLabel;
  light(target.closest("[data-lights]")?.dataset.lights.split(" ") ?? []);
  if (pointerType !== "mouse") return;
  const step = target.closest(".step");
  if (step && !step.matches(".step--chosen")) preview(hrefOf(step.querySelector("a")));
  else if (previewed) preview(location.href);
});
document.addEventListener("focusout", ({ target }) => target.closest(".steps") && previewed && preview(location.href));
document.addEventListener("focusin", ({ target }) => target.matches(".step__rule a:focus-visible:not([aria-current])") && preview(hrefOf(target)));

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const isMoving = /^(Arrow|Home|End)/.test(key); // inside of a board, a chart, tabs, or what scrolls
  if (isTyping(event) || (isMoving && target.matches("[data-rove] a, [role=tab], .chart, .board-frame"))) return;
  if (!areKeysOn() && !target.closest(".player, .steps")) return;
  const isSliders = target === slider() && !event.shiftKey; // it knows these keys by itself
  if (key.toLowerCase() === "p") isPlaying() ? stop() : play();
  else if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Escape"].includes(key)) {
    const to = link(event.shiftKey ? `Shift+${key}` : key);
    if (!to || (isSliders && /Left|Right|Home|End/.test(key))) return;
    stop();
    go(hrefOf(to));
  } else return;
  event.preventDefault();
});

document.addEventListener("drawn", settle);
settle();
addEventListener("pageshow", settle); // a page that comes back has its slider where that was left
if (location.hash.startsWith(PLAYING) && speed()) {
  speed().value = location.hash.slice(PLAYING.length);
  history.replaceState(null, "", location.pathname + location.search);
  wait(play);
}
