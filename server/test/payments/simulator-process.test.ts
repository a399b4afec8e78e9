import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const timeoutMs = 30_000;
const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  folders.push(folder);
  return folder;
}

/** A process that starts the simulator as the demo does, and then only lives. */
async function startParent(env: Record<string, string> = {}) {
  const script = `import("./scripts/simulator.ts").then(async ({ simulatedPayments }) => {
    console.log(JSON.stringify(await simulatedPayments()));
    setInterval(() => undefined, 1_000);
  });`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", script], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), "line");
  return { child, settings: z.record(z.string(), z.string()).parse(JSON.parse(String(line))) };
}

const isThere = (origin: string) =>
  fetch(`${origin}/checkoutnow`).then(
    ({ status }) => status === 200,
    () => false,
  );

it.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
  "The simulator ends with the process that started it, however that ends: %s",
  async (signal) => {
    const { child, settings } = await startParent({ DATA_DIR: await makeFolder() });
    const { PAYMENTS, PAYPAL_API_BASE = "" } = settings;
    expect(PAYMENTS).toBe("simulator");
    expect(await isThere(PAYPAL_API_BASE)).toBe(true);
    child.kill(signal);
    await expect.poll(() => isThere(PAYPAL_API_BASE)).toBe(false);
  },
  2 * timeoutMs,
);

it(
  "The demo's simulator has a control page, and keeps what it knows from one start to the next",
  async () => {
    const folder = await makeFolder();
    const first = await startParent({ DATA_DIR: folder });
    const { PAYPAL_API_BASE = "", PAYPAL_WEBHOOK_ID } = first.settings;
    expect(PAYPAL_WEBHOOK_ID).not.toBe("");
    expect((await fetch(`${PAYPAL_API_BASE}/control`)).status).toBe(200);
    const paid = "DEMC0123456789ABX1234";
    const refunded = await fetch(`${PAYPAL_API_BASE}/control/captures/${paid}/refund`, { method: "POST" });
    expect(refunded.status).toBe(200);
    first.child.kill("SIGTERM");
    await expect.poll(() => isThere(PAYPAL_API_BASE)).toBe(false);
    const second = await startParent({ DATA_DIR: folder });
    const orders: unknown = await (await fetch(`${second.settings.PAYPAL_API_BASE}/control/orders`)).json();
    expect(orders).toMatchObject([
      { purchase_units: [{ payments: { captures: [{ id: paid, status: "REFUNDED" }] } }] },
    ]);
  },
  2 * timeoutMs,
);

it(
  "No simulator is started where real payments are set up, or in production",
  async () => {
    for (const env of [{ PAYPAL_CLIENT_ID: "client" }, { PAYMENTS: "off" }, { NODE_ENV: "production" }]) {
      expect((await startParent(env)).settings).toEqual({});
    }
  },
  2 * timeoutMs,
);
