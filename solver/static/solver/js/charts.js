// The charts of a whole solve, asked for when their place comes near: who looks at a moment seldom goes that far down.
// Without this script a link stands there, to the page with all of them.
const NEAR = "400px";

const near = new IntersectionObserver(fill, { rootMargin: NEAR });

async function fill(places) {
  const place = places.find((each) => each.isIntersecting)?.target;
  if (!place) return;
  near.disconnect();
  const address = new URL(place.href);
  address.searchParams.set("charts", "alone");
  const answer = await fetch(address);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("charts").replaceChildren(...drawn.body.childNodes);
  document.dispatchEvent(new Event("drawn"));
}

function watch() {
  for (const place of document.querySelectorAll("#charts [data-later]")) near.observe(place);
}

document.addEventListener("drawn", watch);
watch();
