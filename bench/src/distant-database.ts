import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export type DistantDatabase = { url: string; stop: () => Promise<void> };

/**
 * Makes a database answer later, by about as many milliseconds as are given. A process of its own forwards the
 * connections, so that the measured processes pay nothing for it.
 */
export async function openDistantDatabase(url: string, delayMs: number): Promise<DistantDatabase> {
  const { hostname, port } = new URL(url);
  const program = fileURLToPath(new URL("./forward-late.ts", import.meta.url));
  const child = fork(program, [hostname, port, String(delayMs)], { execArgv: ["--import", "tsx"] });
  const exited = once(child, "exit");
  const [message] = await once(child, "message");
  const own = Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(z.number().parse(message)) });
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: own.href, stop };
}
