import { join } from "node:path";
import { project } from "./project.ts";
import type { Command } from "./run-command.ts";

const bin = (name: string) => join(project, "node_modules/.bin", name);
const e2e = join(project, "e2e");

/** A script of the workspace. */
export function script(path: string, args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}): Command {
  return { command: process.execPath, args: ["--import", "tsx", join(project, path), ...args], settings };
}

/** A run of vitest. */
export function vitest(args: readonly string[], settings: NodeJS.ProcessEnv = {}): Command {
  return { command: bin("vitest"), args: ["run", ...args], settings };
}

/** A run of the browser tests. */
export function playwright(args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}): Command {
  return { command: join(e2e, "node_modules/.bin/playwright"), args: ["test", ...args], cwd: e2e, settings };
}

/** The vitest projects that need neither PostgreSQL nor a built server. */
export const unitProjects = ["shared", "demo", "scripts", "server", "@shop/client"].flatMap((name) => [
  "--project",
  name,
]);
