import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** What customers do during the whole measurement, at a fixed rate whether or not earlier requests were answered. */
export type LoadPlan = {
  origin: string;
  cookies: string[];
  /** Products with plenty of stock. */
  products: string[];
  /** Paths of pages and lists. */
  reads: string[];
  ordersPerSecond: number;
  readsPerSecond: number;
};

/** The requests of one kind in a window. Latencies in milliseconds. */
export type Latencies = z.output<typeof latenciesSchema>;
const latenciesSchema = z.object({ ms: z.array(z.number()), errors: z.array(z.string()) });
const windowSchema = z.object({ orders: latenciesSchema, reads: latenciesSchema });
export type LoadWindow = z.output<typeof windowSchema>;

/** Load from a process of its own, which nothing that the measuring process does can delay. */
export type SteadyLoad = {
  /** The requests that were sent since the last call, once they are answered. */
  takeWindow: () => Promise<LoadWindow>;
  stop: () => void;
};

/** Starts the load. */
export async function startSteadyLoad(plan: LoadPlan): Promise<SteadyLoad> {
  const child = fork(fileURLToPath(new URL("load-process.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  await nextMessage(child);
  child.send(plan);
  return {
    takeWindow: async () => {
      child.send("window");
      return windowSchema.parse(await nextMessage(child));
    },
    stop: () => child.kill(),
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, "message");
  return message;
}
