// Whether a key is the page's: not while somebody types or a dialog is open, nor where keys are switched off.

const NAME = "keys";
const FIELDS = "input:not([type=range]), select, textarea, [contenteditable]";

export const isTyping = (event) =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.target.matches(FIELDS) ||
  Boolean(document.querySelector("dialog[open]"));

export function areKeysOn() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true; // the store is forbidden
  }
}

export function setKeysOn(isOn) {
  try {
    localStorage.setItem(NAME, isOn ? "on" : "off");
  } catch {
    // They stay on until the page is left.
  }
}
