// The button of a player, which plays what comes one after the other, and how fast.

const PAUSE = 1200; // milliseconds a moment at normal speed
let timer = 0;

export const isPlaying = () => Boolean(timer);
export const speed = () => document.querySelector(".player__speed select");
export const stop = () => timer && set(0);
export const wait = (next) => set(setTimeout(next, PAUSE / Number(speed()?.value ?? 1)));

function set(next) {
  clearTimeout(timer);
  timer = next;
  const button = document.querySelector(".player__play");
  if (!button) return;
  button.setAttribute("aria-label", timer ? button.dataset.pause : button.dataset.play);
  button.classList.toggle("is-playing", Boolean(timer));
}
