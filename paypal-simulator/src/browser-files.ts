import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Browser files: the replacement of the provider's script, and the scripts of the simulator's own pages. */
export type BrowserFiles = {
  sdk: string;
  windowScript: string;
  windowStyles: string;
  controlScript: string;
  controlStyles: string;
};

let built: Promise<BrowserFiles> | undefined;

/** Compiles the browser files from their sources at the first call. */
export function browserFiles(): Promise<BrowserFiles> {
  built ??= buildBrowserFiles();
  return built;
}

async function buildBrowserFiles(): Promise<BrowserFiles> {
  const [sdk, windowScript, windowStyles, controlScript, controlStyles] = await Promise.all([
    compile(here("script/main.ts")),
    compile(here("window/main.ts")),
    readFile(here("window/window.css"), "utf8"),
    compile(here("control/main.ts")),
    readFile(here("control/control.css"), "utf8"),
  ]);
  return { sdk, windowScript, windowStyles, controlScript, controlStyles };
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
