import { spawn } from "node:child_process";
import { once } from "node:events";
import { project } from "./project.ts";

export type Command = {
  command: string;
  args: readonly string[];
  cwd?: string;
  settings?: NodeJS.ProcessEnv;
};

/** Runs a program with its output collected, so that programs in parallel do not mix their lines. */
export async function runCommand(run: Command): Promise<{ isPassed: boolean; output: string }> {
  const { command, args, cwd = project, settings = {} } = run;
  const env = { ...process.env, ...settings };
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const stop = () => void child.kill("SIGTERM");
  process.once("exit", stop);
  const [code]: unknown[] = await once(child, "close");
  process.off("exit", stop);
  return { isPassed: code === 0, output: Buffer.concat(output).toString("utf8") };
}
