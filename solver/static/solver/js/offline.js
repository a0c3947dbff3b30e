// Games go on without a network: a worker of the browser keeps the lobby, some puzzles of each level, and this page.

async function keepThisPage() {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: `${location.pathname}${location.search}`, language: document.documentElement.lang });
}

// After the page, which must not wait for it. A browser that allows no worker plays with the network alone.
if ("serviceWorker" in navigator) addEventListener("load", () => keepThisPage().catch(() => {}));
