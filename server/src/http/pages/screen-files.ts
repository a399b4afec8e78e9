import { escapeHtml } from "@shop/shared/page/html";
import { z } from "zod";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
    isDynamicEntry: z.boolean().default(false),
  }),
);

type Chunks = z.output<typeof manifestSchema>;

/** Head elements for a screen's styles, and others that preload its scripts. */
export type ScreenFiles = (screen: string | undefined) => { styles: string; scripts: string };

/** Reads Vite's manifest. An unknown screen has no files. */
export function readScreenFiles(manifest: unknown): ScreenFiles {
  const chunks = manifestSchema.parse(manifest);
  const known = new Map<string, ReturnType<ScreenFiles>>();
  return (screen = "") => {
    let elements = known.get(screen);
    if (elements === undefined) {
      const files = [...filesOf(chunks, keyOf(chunks, screen))];
      const [styles, scripts] = [files.filter(isStyle), files.filter((file) => !isStyle(file))];
      elements = { styles: styles.map(toElement).join(""), scripts: scripts.map(toElement).join("") };
      known.set(screen, elements);
    }
    return elements;
  };
}

function keyOf(chunks: Chunks, screen: string): string {
  const source = `src/app/pages/${screen}.tsx`;
  if (source in chunks) return source;
  // A screen that shares its chunk with other modules is listed by name only.
  const name = screen.split("/").at(-1);
  return Object.keys(chunks).find((key) => chunks[key]?.isDynamicEntry && chunks[key].name === name) ?? source;
}

function filesOf(chunks: Chunks, name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  // The HTML loads the entry itself.
  if (chunk === undefined || chunk.isEntry || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports) filesOf(chunks, next, found);
  // After its imports' styles, as in Vite's own order, so that a screen's rules override those of its parts.
  for (const css of chunk.css) found.add(css);
  return found;
}

const isStyle = (file: string) => file.endsWith(".css");

function toElement(file: string): string {
  const address = escapeHtml(`/${file}`);
  return isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="${address}">`;
}
