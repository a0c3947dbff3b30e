// What the browser keeps of one's play goes along to the account, and what the account's other browsers did comes here.
// Pages of an account say where and with what token, in the attributes of a part of them.

import { allGames, fieldsOf } from "./game.js";
import { addFinds, finds } from "./finds.js";
import { addPlayed, played } from "./played.js";

const NAME = "account"; // to whom it has gone, and until when
const { record, keep, token, account } = document.querySelector("[data-record]")?.dataset ?? {};

export async function shareRecord() {
  if (!record) return false;
  const before = sentUntil();
  const fresh = ({ at }) => at > before;
  const sent = { played: played().filter(fresh), finds: Object.fromEntries(Object.entries(finds()).map(([slug, rows]) => [slug, rows.filter(fresh)])) };
  const until = Date.now();
  try {
    const answer = await post(record, { record: JSON.stringify(sent) });
    if (!answer.ok) return false;
    const whole = await answer.json();
    addPlayed(whole.played);
    addFinds(whole.finds);
    await Promise.all(allGames().filter(fresh).slice(0, 50).map(keepGame));
    localStorage.setItem(NAME, JSON.stringify({ account, until }));
    return true;
  } catch {
    return false; // There is no network: it goes along the next time.
  }
}

export const forgetRecord = () => (record ? post(record, { forget: 1 }) : Promise.resolve());

function sentUntil() {
  const sent = JSON.parse(localStorage.getItem(NAME) ?? "null");
  return sent?.account === account ? sent.until : 0;
}

function keepGame({ puzzle, shape, seconds, at, ...game }) {
  return post(`${keep}?${new URLSearchParams({ shape })}`, { puzzle, ...fieldsOf(game), seconds, at });
}

function post(address, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: token, ...fields })) body.set(name, value ?? "");
  return fetch(address, { method: "POST", body });
}
