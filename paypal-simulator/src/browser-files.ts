import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What browsers load from the simulator: the stand-in for the provider's script, and the approval window's files. */
export type BrowserFiles = { sdk: string; windowScript: string; windowStyles: string };

/** Compiles the browser's side from its sources. */
export async function buildBrowserFiles(): Promise<BrowserFiles> {
  const [sdk, windowScript, windowStyles] = await Promise.all([
    compile(here("script/main.ts")),
    compile(here("window/main.ts")),
    readFile(here("window/window.css"), "utf8"),
  ]);
  return { sdk, windowScript, windowStyles };
}

async function compile(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}
