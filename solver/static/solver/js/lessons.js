// What was tried and found of lessons in this browser, and of an account in others.

import { finds } from "./finds.js";
import { shareRecord } from "./record.js";

const links = [...document.querySelectorAll("[data-key]")];

function show() {
  const all = finds();
  const isFound = (key) => {
    const [slug, position] = key.split("/");
    return (all[slug] ?? []).some((each) => each.position === position && each.right);
  };
  const countOf = (keys) => keys.split("|").filter(isFound).length;
  for (const item of document.querySelectorAll("[data-keys]")) {
    const [place, tried, right] = [item.querySelector('[data-fact="found"]'), countOf(item.dataset.tries), countOf(item.dataset.keys)];
    const said = [tried && place.dataset.tried.replace("{right}", tried), right && place.dataset.words.replace("{right}", right)];
    place.textContent = `${right === 10 ? "✓ " : ""}${said.filter(Boolean).join(" · ")}`;
  }
  for (const link of links) link.classList.toggle("is-found", isFound(link.dataset.key));
  for (const link of document.querySelectorAll("[data-try]")) if (isFound(link.dataset.try) && !link.textContent.startsWith("✓")) link.prepend("✓ ");
  const next = links.find(({ dataset }) => !isFound(dataset.key));
  if (next) document.querySelector("[data-next]")?.setAttribute("href", next.getAttribute("href"));
  const line = document.querySelector('#drill [data-fact="found"]');
  const right = links.filter(({ dataset }) => isFound(dataset.key)).length;
  if (line && right) line.textContent = `${right === 10 ? "✓ " : ""}${line.dataset.words.replace("{right}", right)}`;
}

async function share() {
  show();
  if (await shareRecord()) show();
}

share();
document.addEventListener("pressed", () => (document.querySelector('[data-state="found"], [data-state="shown"]') ? share() : show()));
