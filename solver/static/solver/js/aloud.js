// Reads what a page teaches aloud, in its language. A second press ends it.

const button = document.querySelector("[data-aloud]");
const parts = () => [...document.querySelectorAll("[data-said]")].flatMap((part) => part.innerText.split("\n"));
const spoken = (text) => text.replace(/\br(\d+)c(\d+)\b/g, (_, row, column) => button.dataset.cell.replace("{row}", row).replace("{column}", column));
const show = (isOn) => button.setAttribute("aria-pressed", isOn);

function read() {
  const isOn = button.getAttribute("aria-pressed") === "true";
  speechSynthesis.cancel();
  show(!isOn);
  if (isOn) return;
  const sentences = parts().filter((text) => text.trim()).map((text) => new SpeechSynthesisUtterance(spoken(text)));
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
