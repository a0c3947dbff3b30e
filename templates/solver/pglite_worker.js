// PostgreSQL in a thread of its own: it runs what the page sends, and answers with rows as text.
import { PGlite } from "{% url 'pglite-file' version 'index.js' %}";

const database = await PGlite.create();
const asText = (value) => (value === null ? "NULL" : Array.isArray(value) ? `{${value.join(",")}}` : String(value));

async function run({ given, query }) {
  await database.exec("ROLLBACK").catch(() => {});
  await database.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET search_path = public");
  await database.exec(given);
  const results = await database.exec(query, { rowMode: "array" });
  const { fields = [], rows = [] } = results.findLast(({ fields }) => fields.length) ?? {};
  return { names: fields.map(({ name }) => name), rows: rows.map((row) => row.map(asText)) };
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ id: data.id, ...(await run(data)) });
  } catch ({ message, position }) {
    postMessage({ id: data.id, error: message, position: Number(position) || 0 });
  }
});
postMessage({ ready: true });
