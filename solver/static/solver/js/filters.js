// Folds the filters of a list on a phone, where they would stand before its first row, unless some are chosen.

const filters = document.querySelector(".filters");
const isChosen = filters?.querySelector("li:not(:first-child) > .chip[aria-current]");
if (filters && !isChosen && matchMedia("(max-width: 767px)").matches) filters.open = false;
