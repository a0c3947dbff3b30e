// What a game needs without a network. /worker.js defines KEPT: a version, the lobby, the page of who has no network,
// and puzzles of each level. Pages are fetched without cookies, as a stranger gets them, so nothing private is kept.
// The network comes first: what is kept is only shown when there is none.

const CACHE = `play ${KEPT.version}`;
const PLAYED = /^\/puzzles\/[^/]+\/play\/$/;
const FILES = /["'(]([^"'()\s]+\.(?:js|css|woff2|svg))["')]/g;
const MOST_TAKEN = 20; // pages of games that are taken along from an earlier version

addEventListener("install", (event) => event.waitUntil(keepAll(navigator.language).then(takeAlong).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => clients.claim())));

// A page says its address, and its language: somebody may read the site in another one than the browser's.
addEventListener("message", ({ data: { keep, language } }) => {
  const address = new URL(keep, location);
  const isKept = isPage(address) && !address.searchParams.has("ask");
  keepIn(language, isKept ? address.href : null).catch(() => {});
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request, address));
  else if (address.pathname.startsWith(KEPT.static)) event.respondWith(openFile(request));
});

const isPage = ({ pathname }) => pathname === KEPT.lobby || PLAYED.test(pathname);

async function openPage(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = newGame(address) ?? (await caches.match(address.href)) ?? (await caches.match(isLobby(address) ? KEPT.lobby : KEPT.offline));
    if (!kept) throw error;
    return kept;
  }
}

const isLobby = ({ pathname, searchParams }) => pathname === KEPT.lobby && !searchParams.has("puzzle") && !searchParams.has("solve");

// Leads to a kept puzzle of the level that an address asks for, if possible one that was not met.
function newGame({ pathname, searchParams }) {
  if (pathname !== KEPT.lobby) return null;
  const all = (KEPT.levels[searchParams.get("level")] ?? []).filter((each) => !each.includes(searchParams.get("after") ?? "none"));
  const met = searchParams.get("met")?.split(",");
  const fresh = all.filter((each) => !met?.some((id) => each.includes(id)));
  const others = fresh.length ? fresh : all;
  if (!others.length) return null;
  return Response.redirect(`${others[Math.floor(Math.random() * others.length)]}${met ? "" : "#new"}`);
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

async function keepAll(language) {
  for (const page of [KEPT.offline, KEPT.lobby]) await keepPage(page, language);
  for (const page of Object.values(KEPT.levels).flat()) await keepPage(page, language).catch(() => {}); // one that is gone
}

async function keepIn(language, page) {
  const lobby = await caches.match(KEPT.lobby);
  if (lobby?.headers.get("Content-Language") !== language) await keepAll(language);
  if (page) await keepPage(page, language);
}

// The games that were opened stay at hand with a new version.
async function takeAlong() {
  for (const name of await caches.keys()) {
    if (name === CACHE) continue;
    const pages = (await (await caches.open(name)).keys()).map(({ url }) => url).filter((url) => isPage(new URL(url)));
    for (const page of pages.slice(-MOST_TAKEN)) await keepPage(page, navigator.language).catch(() => {});
  }
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

// Keeps a page with the files that it names, and those that these name.
async function keepPage(page, language) {
  const cache = await caches.open(CACHE);
  const answer = await fetch(page, { credentials: "omit", headers: { "Accept-Language": language } });
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
