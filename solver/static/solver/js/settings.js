// How somebody plays, kept in this browser. The sheet on the page has a switch for each.

const NAME = "settings";
const USUAL = { first: false, check: false, tidy: true, light: true, peers: true, clock: true, left: false, large: false };

export function settings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

// Shows them on the switches of a sheet, and calls `changed` with all of them now and whenever one is switched.
export function listen(sheet, changed) {
  const now = settings();
  for (const input of sheet.querySelectorAll("[data-setting]")) {
    input.checked = now[input.dataset.setting];
    input.addEventListener("change", () => {
      now[input.dataset.setting] = input.checked;
      try {
        localStorage.setItem(NAME, JSON.stringify(now));
      } catch {
        // The store is full or forbidden: it holds until the page is left.
      }
      changed(now);
    });
  }
  changed(now);
}
