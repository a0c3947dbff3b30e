// The browser's own way to share, where it has one; where not, its button stays hidden.
for (const place of document.querySelectorAll("[data-share]")) {
  place.hidden = !navigator.share;
  place.addEventListener("click", ({ target }) => {
    const { title } = target.closest("button")?.dataset ?? {};
    // The address of the moment that is shown now. Whoever closes it again has refused, and that is all.
    if (title !== undefined) navigator.share({ title, url: location.href }).catch(() => {});
  });
}
