// The drills of lessons that were found in this browser.

import { finds } from "./finds.js";

const all = finds();
const isFound = (key) => {
  const [slug, position] = key.split("/");
  return (all[slug] ?? []).some((each) => each.position === position && each.right);
};

function say(place, right) {
  if (right && place) place.textContent = `${right === 10 ? "✓ " : ""}${place.dataset.words.replace("{right}", right)}`;
}

for (const item of document.querySelectorAll("[data-keys]"))
  say(item.querySelector('[data-fact="found"]'), item.dataset.keys.split(" ").filter(isFound).length);
const links = [...document.querySelectorAll("[data-key]")];
for (const link of links) if (isFound(link.dataset.key)) link.classList.add("is-found");
const next = links.find(({ dataset }) => !isFound(dataset.key));
if (next) document.querySelector("[data-next]")?.setAttribute("href", next.getAttribute("href"));
if (links.length) say(document.querySelector('#drill [data-fact="found"]'), links.filter(({ dataset }) => isFound(dataset.key)).length);
