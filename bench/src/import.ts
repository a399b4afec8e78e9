import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { type ExportKind, exportKinds, wholeExport } from "../../server/test/harness/shop-exports.ts";
import { registerAdmin } from "./register-admin.ts";

/** The limit of the dry run, in seconds. */
const budgetSeconds = 20;
const importRows = 10_000;
const pollMs = 100;

const foundSchema = z.object({
  state: z.string(),
  mapping: z.record(z.string(), z.string()),
  options: z.object({ variants: z.string() }).loose(),
  counts: z.object({ new: z.int(), refused: z.int() }).loose(),
});
type Shop = { origin: string; cookie: string };

/**
 * Imports exports of other shops with ten thousand rows each, variants as products of their own, and undoes them. Prints
 * the seconds that an admin waits, polling included. Returns the misses, one sentence each.
 */
export async function measureImport(databaseUrl: string, origin: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Pool errors are ignored: an interrupted run stops the database before it closes its connections.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const cookie = await registerAdmin(client, origin, "importer@example.com");
    console.log(`\nImports of ${importRows} rows, in seconds`);
    const misses: string[] = [];
    for (const kind of exportKinds) misses.push(...(await measureKind({ origin, cookie }, kind)));
    return misses;
  } finally {
    await client.end();
  }
}

async function measureKind(shop: Shop, kind: ExportKind): Promise<string[]> {
  const { content, counts } = wholeExport(kind, 20_261_123, importRows);
  const id = await upload(shop, content);
  const { mapping, options } = await read(shop, id);
  const check = { id, mapping, options: { ...options, variants: "products" } };
  const checked = await secondsOf(shop, { id, name: "check", input: check, state: "checked" });
  const found = (await read(shop, id)).counts;
  if (found.new !== counts.products.new || found.refused !== counts.products.refused) {
    throw new Error(`The dry run finds ${JSON.stringify(found)} instead of ${JSON.stringify(counts.products)}`);
  }
  const applied = await secondsOf(shop, { id, name: "start", input: { id }, state: "applied" });
  const undone = await secondsOf(shop, { id, name: "undo", input: { id, overwrite: [] }, state: "undone" });
  console.log(
    `  ${kind.padEnd(14)} ${found.new} products: dry run ${checked.toFixed(1)} (budget ${budgetSeconds}), applied in ${applied.toFixed(1)}, undone in ${undone.toFixed(1)}`,
  );
  if (checked <= budgetSeconds) return [];
  return [`dry run of ${kind}: ${checked.toFixed(1)} s, budget ${budgetSeconds} s`];
}

async function upload({ origin, cookie }: Shop, content: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "text/csv" }), "products.csv");
  const response = await fetch(`${origin}/api/imports`, { method: "POST", body: form, headers: { cookie } });
  return z.object({ _id: z.string() }).parse(await response.json())._id;
}

async function read({ origin, cookie }: Shop, id: string) {
  const address = `${origin}/trpc/admin.imports.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`;
  let response = await fetch(address, { headers: { cookie } });
  // A busy machine may time out, as it would for an admin, whose page asks again.
  while (response.status === 503) {
    await wait(pollMs);
    response = await fetch(address, { headers: { cookie } });
  }
  const answer = z.object({ result: z.object({ data: foundSchema }) }).parse(await response.json());
  return answer.result.data;
}

type Step = { id: string; name: string; input: unknown; state: string };

/** The seconds from asking for a work until it is done. */
async function secondsOf(shop: Shop, { id, name, input, state }: Step): Promise<number> {
  const { origin, cookie } = shop;
  const began = performance.now();
  const response = await fetch(`${origin}/trpc/admin.imports.${name}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${name} answers ${response.status}: ${await response.text()}`);
  for (;;) {
    const found = await read(shop, id);
    if (found.state === state) return (performance.now() - began) / 1_000;
    if (!found.state.endsWith("ing")) throw new Error(`The import is ${found.state} instead of ${state}`);
    await wait(pollMs);
  }
}
