import { execFileSync } from "node:child_process";
import { z } from "zod";
import { project } from "./project.ts";

const listSchema = z.record(z.string(), z.array(z.object({ name: z.string(), versions: z.array(z.string()) })));

export type Package = { name: string; version: string; licence: string };

/** Runs the pnpm version that this repository pins, and returns its output even if it fails. */
export function runPnpm(args: string[]): { isSuccess: boolean; output: string } {
  const options = {
    cwd: project,
    encoding: "utf8" as const,
    stdio: ["ignore" as const, "pipe" as const, "ignore" as const],
  };
  const inside = process.env.npm_execpath?.includes("pnpm") ? [process.execPath, process.env.npm_execpath] : undefined;
  const [command = "npx", ...first] = inside ?? ["npx", "--yes", "pnpm@10"];
  try {
    return {
      isSuccess: true,
      output: execFileSync(command, [...first, ...args], { ...options, maxBuffer: 50_000_000 }),
    };
  } catch (error) {
    const output = z.object({ stdout: z.string() }).safeParse(error);
    return { isSuccess: false, output: output.data?.stdout ?? "" };
  }
}

/** All direct and transitive production dependencies. */
export function listPackages(): Package[] {
  const { output } = runPnpm(["licenses", "list", "--prod", "--json"]);
  return Object.entries(listSchema.parse(JSON.parse(output))).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, licence }))),
  );
}
