// The colours of a cell as one character: a digit for none or one colour, as it has always been, else a letter for
// each further set of them.

export const COLOURS = 6;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz789-_";

const numbers = [...Array(COLOURS).keys()].map((at) => at + 1);
const sets = [...Array(2 ** COLOURS).keys()].map((mask) => numbers.filter((number) => mask & (2 ** (number - 1))));
const several = sets.filter((set) => set.length > 1);

export const textOf = (set) => {
  const held = [...(set ?? [])].sort();
  if (held.length < 2) return String(held[0] ?? 0);
  return LETTERS[several.findIndex((each) => each.join() === held.join())];
};

export const coloursOf = (text) => new Set(/[0-6]/.test(text) ? [Number(text)].filter(Boolean) : (several[LETTERS.indexOf(text)] ?? []));
