import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { whenInterrupted } from "./interrupted.ts";

const leftOut = new Set((process.env.LEAVE_OUT ?? "").split(","));

/**
 * Whether the tests with a program from Debian's packages are left out: only by its name in LEAVE_OUT. Fails where the
 * program is missing, so that nobody takes a test that did not run for one that passed.
 */
export function isLeftOut(program: string): boolean {
  if (leftOut.has(program)) return true;
  if (spawnSync("which", [program]).status === 0) return false;
  throw new Error(`Install Debian's package of ${program}, or leave its tests out with LEAVE_OUT=${program}`);
}

/** A program in the foreground until it is stopped; its output is in the error of an early end. */
export function runProgram(program: string, options: readonly string[]): { stop: () => Promise<void> } {
  const child: ChildProcess = spawn(program, options, { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part.toString()));
  const forget = whenInterrupted(() => child.kill("SIGKILL"));
  let isStopping = false;
  const exited = once(child, "close").then(() => {
    forget();
    if (!isStopping) throw new Error(`${program} ended: ${said.join("")}`);
  });
  return {
    stop: async () => {
      isStopping = true;
      child.kill("SIGTERM");
      await exited;
    },
  };
}
