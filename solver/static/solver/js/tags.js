// Completes tags while they are typed, also after a comma: the browser compares the whole line with its list.

function complete(field) {
  const list = document.getElementById(field.getAttribute("list"));
  const known = [...list.options].map((option) => option.value);
  field.addEventListener("input", () => {
    const before = field.value.slice(0, field.value.lastIndexOf(",") + 1);
    const there = before.split(",").map((tag) => tag.trim());
    const ahead = before ? `${before} ` : "";
    const left = known.filter((tag) => !there.includes(tag));
    list.replaceChildren(...left.map((tag) => Object.assign(document.createElement("option"), { value: ahead + tag })));
  });
}

document.querySelectorAll("input[data-tags]").forEach(complete);
