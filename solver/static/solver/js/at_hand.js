// The page of who has no network: the games that were begun here and are kept. It gives way when the network is back.

import { addressOf, begun, filledOf } from "./game.js";
import { put } from "./words.js";

const section = document.getElementById("at-hand");
const words = section.dataset;

// A browser that says it is online may mean its own wire: the page is left only when the site answers.
addEventListener("online", () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {}));

for (const game of begun()) {
  const address = addressOf(game, words);
  if (!(await caches.match(address))) continue;
  const level = document.querySelector(`[data-level="${game.about.level}"]`)?.textContent.trim() ?? words.own;
  const item = document.createElement("li");
  item.append(Object.assign(document.createElement("a"), { href: address, textContent: `${level}, ${put(words.filled, filledOf(game))}` }));
  section.querySelector(".at-hand__games").append(item);
  section.hidden = false;
}
