import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import type { Plugin, Rollup } from "vite";

const id = "virtual:part-files";
const mark = "__PART_FILES__";

/**
 * Lists the built files of every module that is loaded on demand, by the module's file name without its ending. The
 * list is a file of its own, whose address the module exports, because the first view needs none of it. It is written
 * when the chunks have their names; in development there is none.
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
      return `export const address = ${isBuilt ? `"${mark}"` : "undefined"};`;
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
        const source = JSON.stringify(describeParts(chunks, host, modules));
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `static/js/parts-${hash}.json`;
        this.emitFile({ type: "asset", fileName, source });
        host.code = host.code.replace(mark, fileName);
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
