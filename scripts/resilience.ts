import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { project } from "./project.ts";

const vitest = join(project, "node_modules/.bin/vitest");

/** Tests that run beside others and tell how they went when they are waited for. */
export type Beside = { passed: () => Promise<boolean>; giveUp: () => void };

/** Starts the soak. It takes minutes and little else, so anything that is judged by state may go on meanwhile. */
export function startSoak(): Beside {
  const child = spawn(vitest, ["run", "--project", "soak"], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const ended = once(child, "close");
  const giveUp = () => void child.kill("SIGTERM");
  process.once("exit", giveUp);
  return {
    passed: async () => {
      const [code]: unknown[] = await ended;
      process.stdout.write(Buffer.concat(output));
      return code === 0;
    },
    giveUp,
  };
}

/** Walks payments through many seeded schedules of people, faults, kills and clocks. */
export function walkPayments(schedules: number): Promise<boolean> {
  return run(["--project", "database", "payment-walk"], { WALK_SCHEDULES: String(schedules) });
}

/** Runs everything else that the shop must survive: first what shares the machine, then what is judged by time. */
export async function runResilience(): Promise<boolean> {
  // Most of them wait for something to be killed or to come back, so two processors have room for three.
  return (
    (await run(["--project", "resilience", "--maxWorkers", "3", "--minWorkers", "1"])) &&
    (await run(["--project", "alone", "--no-file-parallelism"]))
  );
}

async function run(args: string[], settings: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const env = { ...process.env, ...settings };
  const [code]: unknown[] = await once(
    spawn(vitest, ["run", ...args], { cwd: project, env, stdio: "inherit" }),
    "exit",
  );
  return code === 0;
}
