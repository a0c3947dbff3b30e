// The page of the API: sends an operation, and opens the one that the address names.
// Who is signed in sends the page's CSRF token.

const page = document.querySelector(".api");
const token = document.getElementById("token");

// The address of an operation, and its headers, from the filled fields.
function requestOf(form) {
  const query = new URLSearchParams();
  const headers = { Accept: "application/json", "X-CSRFToken": page.dataset.token };
  let path = form.dataset.path;
  for (const field of form.querySelectorAll("[data-in]")) {
    const value = field.value.trim();
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value && field.dataset.in === "header") headers[field.name] = value;
    else if (value) for (const one of "several" in field.dataset ? value.split(/\s*,\s*/) : [value]) query.append(field.name, one);
  }
  if (token.value) headers.Authorization = `Bearer ${token.value.trim()}`;
  const body = form.querySelector("textarea")?.value;
  if (body) headers["Content-Type"] = "application/json";
  return [`${path}${query.size ? `?${query}` : ""}`, { method: form.dataset.verb, headers, body }];
}

function inLines(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // a stream, or lines of JSON
  }
}

async function send(form) {
  const said = form.querySelector(".api__said");
  const [status, text] = said.children;
  const [address, request] = requestOf(form);
  said.hidden = false;
  status.textContent = `${request.method} ${address}`;
  text.textContent = "…";
  try {
    const answer = await fetch(address, request);
    status.textContent += ` · ${answer.status} ${answer.statusText}`;
    let whole = "";
    if (answer.body) {
      for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        text.textContent = whole += value;
      }
    }
    text.textContent = inLines(whole);
  } catch (error) {
    text.textContent = String(error);
  }
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named?.matches("details")) named.open = true;
}

page.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target);
});
addEventListener("hashchange", openNamed);
openNamed();
