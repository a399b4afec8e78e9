import { basename, extname } from "node:path";
import type { Plugin, Rollup } from "vite";

const id = "virtual:part-files";
const mark = "__PART_FILES__";

/**
 * The built files of every module that is loaded on demand, by the module's file name without its ending. They are
 * written when the chunks have their names; in development there are none.
 */
export function partFiles(): Plugin {
  let isBuilt = false;
  return {
    name: "part-files",
    configResolved: ({ command, build }) => {
      isBuilt = command === "build" && build.ssr === false;
    },
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) => {
      if (wanted !== `\0${id}`) return undefined;
      return isBuilt
        ? `export const { files, parts } = JSON.parse("${mark}");`
        : "export const files = [], parts = {};";
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        const host = chunks.find(({ code }) => code.includes(mark));
        if (host === undefined) return;
        const modules = [...this.getModuleIds()].filter(
          (name) => (this.getModuleInfo(name)?.dynamicImporters.length ?? 0) > 0,
        );
        const json = JSON.stringify(describeParts(chunks, host, modules));
        host.code = host.code.replace(new RegExp(`(["'\`])${mark}\\1`), () => `'${json}'`);
      },
    },
  };
}

type Parts = { files: string[]; parts: Record<string, number[]> };

function describeParts(chunks: Rollup.OutputChunk[], entry: Rollup.OutputChunk, modules: string[]): Parts {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (chunk: Rollup.OutputChunk, found: Set<string>): Set<string> => {
    if (found.has(chunk.fileName)) return found;
    for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(file);
    for (const name of chunk.imports) {
      const imported = byFile.get(name);
      if (imported !== undefined) collect(imported, found);
    }
    return found;
  };
  const always = collect(entry, new Set());
  const files: string[] = [];
  const parts: Parts["parts"] = {};
  for (const name of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(name));
    if (chunk === undefined) continue;
    const needed = [...collect(chunk, new Set())].filter((file) => !always.has(file));
    for (const file of needed) if (!files.includes(file)) files.push(file);
    parts[basename(name, extname(name))] = needed.map((file) => files.indexOf(file));
  }
  return { files, parts };
}
