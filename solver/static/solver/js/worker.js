// What a game needs without a network. /worker.js defines KEPT: a version, the lobby and puzzles of each level.
// Pages are fetched without cookies, as a stranger gets them, so nothing private is kept. The network comes first:
// what is kept is only shown when there is none.

const CACHE = `play ${KEPT.version}`;
const PLAYED = /^\/puzzles\/[^/]+\/play\/$/;
const FILES = /["'(]([^"'()\s]+\.(?:js|css|woff2|svg))["')]/g;

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => clients.claim())));

addEventListener("message", ({ data, source }) => {
  const address = new URL(data.keep, location);
  if (isPage(address) && !address.searchParams.has("ask")) keepPage(address.href).catch(() => {});
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && isPage(address)) event.respondWith(openPage(request, address));
  else if (address.pathname.startsWith(KEPT.static)) event.respondWith(openFile(request));
});

const isPage = ({ pathname }) => pathname === KEPT.lobby || PLAYED.test(pathname);

async function openPage(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const level = address.searchParams.get("level");
    const all = (KEPT.levels[level] ?? []).filter((each) => !each.includes(address.searchParams.get("after") ?? "none"));
    const met = address.searchParams.get("met")?.split(",");
    const fresh = all.filter((each) => !met?.some((id) => each.includes(id)));
    const others = fresh.length ? fresh : all;
    if (others.length) return Response.redirect(`${others[Math.floor(Math.random() * others.length)]}${met ? "" : "#new"}`);
    const kept = (await caches.match(address.href)) ?? (await caches.match(KEPT.lobby));
    if (!kept) throw error;
    return kept;
  }
}

async function openFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (!kept) throw error;
    return kept;
  }
}

async function keepAll() {
  await keepPage(KEPT.lobby);
  for (const page of Object.values(KEPT.levels).flat()) await keepPage(page).catch(() => {}); // one that is gone
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

// Keeps a page with the files that it names, and those that these name.
async function keepPage(page) {
  const cache = await caches.open(CACHE);
  const answer = await fetch(page, { credentials: "omit" });
  if (!answer.ok || answer.redirected) return;
  await cache.put(page, answer.clone());
  const queue = filesIn(await answer.text(), page);
  for (const file of queue) {
    if (await cache.match(file)) continue;
    const fetched = await fetch(file, { credentials: "omit" });
    if (!fetched.ok) continue;
    await cache.put(file, fetched.clone());
    if (/\.(js|css)$/.test(file)) queue.push(...filesIn(await fetched.text(), file));
  }
}

function filesIn(text, base) {
  const named = [...text.matchAll(FILES)].map(([, file]) => new URL(file, new URL(base, location)).href);
  return named.filter((file) => new URL(file).pathname.startsWith(KEPT.static));
}
