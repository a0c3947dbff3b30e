// Reads what a page teaches aloud, in its language. A second press ends it.

import { spoken } from "./words.js";

const button = document.querySelector("[data-aloud]");
const parts = () => [...document.querySelectorAll("[data-said]")].flatMap((part) => part.innerText.split("\n"));
const show = (isOn) => button.setAttribute("aria-pressed", isOn);

function read() {
  const isOn = button.getAttribute("aria-pressed") === "true";
  speechSynthesis.cancel();
  show(!isOn);
  if (isOn) return;
  const sentences = parts().filter((text) => text.trim()).map((text) => new SpeechSynthesisUtterance(spoken(text, button.dataset.cell)));
  for (const sentence of sentences) {
    sentence.lang = document.documentElement.lang;
    speechSynthesis.speak(sentence);
  }
  sentences.at(-1).onend = () => show(false);
}

if (button && "speechSynthesis" in window) {
  button.hidden = false;
  button.addEventListener("click", read);
  addEventListener("pagehide", () => speechSynthesis.cancel());
}
