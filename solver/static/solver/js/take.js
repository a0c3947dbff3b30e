// Taking a solve away: copies its link or a text of it, prints its sheet. Without this the links still work.
// It listens on the document, since a solve that runs is drawn anew from time to time.

const shownIteration = () => new URLSearchParams(location.search).get("iteration");

// The address of an export, of the iteration that is shown now.
function ofNow(address) {
  const url = new URL(address, location.href);
  if (shownIteration() !== null) url.searchParams.set("iteration", shownIteration());
  return url;
}

async function textOf({ copy, href, of }) {
  if (copy === "link") return location.href;
  if (copy === "sql") return ["1", "2"].map((part) => document.querySelector(`[data-sql="${part}"]`).textContent).join("\n\n");
  if (copy === "all") return [...document.querySelectorAll(`[data-${of}]`)].map((part) => part.textContent).join("\n\n");
  const answer = await fetch(ofNow(href));
  if (answer.status !== 200) throw new Error("a long text, which is being prepared");
  return answer.text();
}

async function copyFrom(button) {
  try {
    await navigator.clipboard.writeText(await textOf(button.dataset));
  } catch {
    location.assign(button.dataset.href ? ofNow(button.dataset.href) : location.href); // to be copied by hand
    return;
  }
  const { done, label = button.textContent } = button.dataset;
  button.dataset.label = label;
  button.textContent = document.getElementById("announce").textContent = done;
  setTimeout(() => (button.textContent = label), 1500);
}

document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[data-moment]");
  if (link) link.href = ofNow(link.href);
  if (target.closest("[data-copy]")) copyFrom(target.closest("[data-copy]"));
  if (target.closest("[data-print]")) print();
});
