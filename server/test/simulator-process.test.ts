import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";

const project = join(fileURLToPath(import.meta.url), "../../..");
const patienceMs = 30_000;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

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
    const { child, settings } = await startParent();
    const { PAYMENTS, PAYPAL_API_BASE = "" } = settings;
    expect(PAYMENTS).toBe("simulator");
    expect(await isThere(PAYPAL_API_BASE)).toBe(true);
    expect((await fetch(`${PAYPAL_API_BASE}/control/calls`)).status).toBe(404);
    child.kill(signal);
    await expect.poll(() => isThere(PAYPAL_API_BASE), { timeout: patienceMs }).toBe(false);
  },
  2 * patienceMs,
);

it(
  "No simulator is started where real payments are set up, or in production",
  async () => {
    for (const env of [{ PAYPAL_CLIENT_ID: "client" }, { PAYMENTS: "off" }, { NODE_ENV: "production" }]) {
      expect((await startParent(env)).settings).toEqual({});
    }
  },
  2 * patienceMs,
);
