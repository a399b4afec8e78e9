import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { project } from "./project.ts";

/** Fails for a name of a file or an identifier that contains a word which docs/glossary.md refuses. */
const { refused, exempt } = readGlossary(readFileSync(join(project, "docs/glossary.md"), "utf8"));

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: project,
  encoding: "utf8",
});
const files = tracked
  .split("\n")
  .filter((file) => /\.(ts|tsx|css)$/.test(file) && !file.startsWith("demo/src/catalog/"));
const found = files.flatMap((file) => [...checkFileName(file), ...checkCode(file)]);
for (const line of found) console.log(line);
if (found.length > 0) process.exit(1);

/** The words that the glossary refuses in names, and the names that are exempt. */
function readGlossary(text: string): { refused: Set<string>; exempt: Set<string> } {
  const section = text.split("## Words refused in names\n")[1]?.split("\n## ")[0] ?? "";
  const [refused = "", exempt = ""] = section.split("are exempt:");
  // The command in the first sentence is no word.
  const words = (part: string) => [...part.matchAll(/`([\w-]+)`/g)].flatMap(([, word]) => word ?? []);
  if (words(refused).length === 0) throw new Error("The glossary refuses no word");
  return { refused: new Set(words(refused)), exempt: new Set(words(exempt)) };
}

function refusedWordIn(name: string): string | undefined {
  if (exempt.has(name)) return undefined;
  const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return parts.map((part) => part.toLowerCase()).find((part) => refused.has(part));
}

function complaint(file: string, name: string): string[] {
  const word = refusedWordIn(name);
  return word === undefined ? [] : [`${file}: ${name} contains "${word}", see docs/glossary.md`];
}

function checkFileName(file: string): string[] {
  return complaint(file, basename(file).replace(/\..*$/, ""));
}

function checkCode(file: string): string[] {
  const text = readFileSync(join(project, file), "utf8");
  const names = file.endsWith(".css") ? classesOf(text) : identifiersOf(file, text);
  return [...names].flatMap((name) => complaint(file, name));
}

function classesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\.([A-Za-z][\w-]*)/g)].flatMap(([, name]) => name ?? []));
}

function identifiersOf(file: string, text: string): Set<string> {
  const names = new Set<string>();
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    // Names of the database's own, such as columns in SQL results, are written with underscores.
    if (ts.isIdentifier(node) && !node.text.includes("_")) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind));
  return names;
}
