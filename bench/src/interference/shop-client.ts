import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

/** An administrator's session at the measured shop. */
export type AdminClient = { origin: string; cookie: string };

const pollMs = 200;
const answerSchema = z.object({ result: z.object({ data: z.unknown() }) });

/** Calls a procedure that changes something, and returns its answer. Fails with the answer of a refusal. */
export async function mutate({ origin, cookie }: AdminClient, procedure: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${origin}/trpc/${procedure}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${procedure} answers ${response.status}: ${await response.text()}`);
  return answerSchema.parse(await response.json()).result.data;
}

/** Reads a procedure's answer. A busy shop is asked again, as the admin's page does. */
async function query({ origin, cookie }: AdminClient, procedure: string, input: unknown): Promise<unknown> {
  for (;;) {
    const address = `${origin}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await fetch(address, { headers: { cookie } });
    if (response.ok) return answerSchema.parse(await response.json()).result.data;
    const text = await response.text();
    if (response.status !== 503) throw new Error(`${procedure} answers ${response.status}: ${text}`);
    await wait(pollMs);
  }
}

/** Uploads a file of products. Returns the import's id. */
export async function uploadImport({ origin, cookie }: AdminClient, content: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "text/csv" }), "products.csv");
  const response = await fetch(`${origin}/api/imports`, { method: "POST", body: form, headers: { cookie } });
  if (!response.ok) throw new Error(`The upload answers ${response.status}: ${await response.text()}`);
  return z.object({ _id: z.string() }).parse(await response.json())._id;
}

const importSchema = z.object({
  state: z.string(),
  problem: z.string().optional(),
  mapping: z.record(z.string(), z.string()),
  options: z.unknown(),
});

/** Checks an uploaded file and applies it. Fails if the shop refuses a part of it. */
export async function applyImport(admin: AdminClient, id: string): Promise<void> {
  const { mapping, options } = importSchema.parse(await query(admin, "admin.imports.byId", { id }));
  await mutate(admin, "admin.imports.check", { id, mapping, options });
  await waitForState(admin, id, "checked");
  await mutate(admin, "admin.imports.start", { id });
  await waitForState(admin, id, "applied");
}

async function waitForState(admin: AdminClient, id: string, state: string): Promise<void> {
  for (;;) {
    const found = importSchema.parse(await query(admin, "admin.imports.byId", { id }));
    if (found.state === state) return;
    if (!found.state.endsWith("ing")) throw new Error(`The import is ${found.state}: ${found.problem ?? ""}`);
    await wait(pollMs);
  }
}
