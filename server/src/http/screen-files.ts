import { z } from "zod";
import { escapeHtml } from "./html.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

/** Head elements that load a screen's own code and styles together with the shell's, instead of after it. */
export type ScreenFiles = (screen: string) => string;

/** Reads the built client's list of files; a screen that it does not know needs none. */
export function readScreenFiles(manifest: unknown): ScreenFiles {
  const chunks = manifestSchema.parse(manifest);
  const known = new Map<string, string>();
  return (screen) => {
    let elements = known.get(screen);
    if (elements === undefined) {
      elements = [...filesOf(chunks, `src/app/pages/${screen}.tsx`)].map(toElement).join("");
      known.set(screen, elements);
    }
    return elements;
  };
}

function filesOf(chunks: z.output<typeof manifestSchema>, name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  // What the entry brings is in the shell already.
  if (chunk === undefined || chunk.isEntry || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const css of chunk.css) found.add(css);
  for (const next of chunk.imports) filesOf(chunks, next, found);
  return found;
}

function toElement(file: string): string {
  const address = escapeHtml(`/${file}`);
  return file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;
}
