import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { project } from "./project.ts";

/**
 * Fails for what docs/glossary.md refuses: words in the names of files and identifiers, and words in comments, titles of
 * tests and descriptions of the API.
 */
const { refused, exempt, refusedInTexts } = readGlossary(readFileSync(join(project, "docs/glossary.md"), "utf8"));

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

/** The words that the glossary refuses in names, the names that are exempt, and what it refuses in texts. */
function readGlossary(text: string): { refused: Set<string>; exempt: Set<string>; refusedInTexts: RegExp } {
  const sectionOf = (title: string) => text.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  const [refused = "", exempt = ""] = sectionOf("Words refused in names").split("are exempt:");
  const words = (part: string) => [...part.matchAll(/`([\w -]+)`/g)].flatMap(([, word]) => word ?? []);
  const [, ...inTexts] = words(sectionOf("Words refused in texts"));
  if (words(refused).length === 0 || inTexts.length === 0) throw new Error("The glossary refuses no word");
  return {
    refused: new Set(words(refused)),
    exempt: new Set(words(exempt)),
    refusedInTexts: new RegExp(`\\b(?:${inTexts.join("|")})\\b`, "i"),
  };
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
  if (file.endsWith(".css")) return [...classesOf(text)].flatMap((name) => complaint(file, name));
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  return [
    ...[...identifiersOf(source)].flatMap((name) => complaint(file, name)),
    ...[...textsOf(source)].flatMap((part) => textComplaint(file, part)),
  ];
}

function textComplaint(file: string, text: string): string[] {
  const word = refusedInTexts.exec(text)?.[0];
  return word === undefined ? [] : [`${file}: "${text.slice(0, 100)}" says "${word}", see docs/glossary.md`];
}

function classesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\.([A-Za-z][\w-]*)/g)].flatMap(([, name]) => name ?? []));
}

function identifiersOf(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    // Names of the database's own, such as columns in SQL results, are written with underscores.
    if (ts.isIdentifier(node) && !node.text.includes("_")) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** The comments of a file, the titles of its tests, and what it says in the document of the API. */
function textsOf(source: ts.SourceFile): Set<string> {
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    const comments = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of comments) texts.add(source.text.slice(pos, end));
    const said = titleOf(node) ?? descriptionOf(node);
    if (said !== undefined) texts.add(said.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function titleOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node) || !/^(?:it|test|describe)\b/.test(node.expression.getText())) return undefined;
  const [title] = node.arguments;
  return title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

function descriptionOf(node: ts.Node): ts.Node | undefined {
  return ts.isPropertyAssignment(node) && /^(?:description|summary)$/.test(node.name.getText())
    ? node.initializer
    : undefined;
}
