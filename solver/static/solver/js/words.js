// Sentences that a page has for its script.

// A sentence with its facts put in.
export const put = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

// A text with its cells as they are read aloud: r3c7 in the words of `cell`, "Row {row}, column {column}".
export const spoken = (text, cell) => text.replace(/\br(\d+)c(\d+)\b/g, (_, row, column) => put(cell, { row, column }));
