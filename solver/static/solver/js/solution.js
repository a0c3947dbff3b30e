// The one solution of a puzzle, worked out here so that a wrong digit is told at once and without a network.

const MOST = 200_000; // cells tried

// Returns the digits as a text, or null if there is no one solution or it takes too long.
export function solutionOf(givens, digits, peersOf) {
  const all = (1 << digits.length) - 1;
  const open = givens.map(() => all);
  const found = [];
  let tried = 0;

  const place = (masks, cell, mask) => {
    const next = [...masks];
    const waiting = [[cell, mask]];
    while (waiting.length) {
      const [at, one] = waiting.pop();
      if (!(next[at] & one)) return null;
      next[at] = one;
      for (const peer of peersOf[at]) {
        if (!(next[peer] & one)) continue;
        if (next[peer] === one) return null;
        next[peer] &= ~one;
        if (isSingle(next[peer])) waiting.push([peer, next[peer]]);
      }
    }
    return next;
  };

  const search = (masks) => {
    if (found.length > 1 || ++tried > MOST) return;
    let best = -1;
    for (let at = 0; at < masks.length; at++) if (!isSingle(masks[at]) && (best < 0 || count(masks[at]) < count(masks[best]))) best = at;
    if (best < 0) return void found.push(masks);
    for (let one = 1; one <= all; one <<= 1) {
      const next = masks[best] & one ? place(masks, best, one) : null;
      if (next) search(next);
    }
  };

  let start = open;
  for (const [cell, given] of givens.entries()) {
    const mask = given ? 1 << digits.indexOf(given) : 0;
    start = start && (mask ? place(start, cell, mask) : start);
  }
  if (start) search(start);
  if (found.length !== 1 || tried > MOST) return null;
  return found[0].map((mask) => digits[31 - Math.clz32(mask)]).join("");
}

const isSingle = (mask) => mask > 0 && (mask & (mask - 1)) === 0;

function count(mask) {
  let bits = 0;
  for (let rest = mask; rest; rest &= rest - 1) bits += 1;
  return bits;
}
