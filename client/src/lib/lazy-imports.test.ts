import { basename, extname } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The name in a call of `lazyPart`, `lazyScreen`, `lazyRules` or `loadChunk` around a node. */
function lazyNameAround(node: ts.Node): string | undefined {
  for (let around: ts.Node = node; !ts.isSourceFile(around); around = around.parent) {
    if (!ts.isCallExpression(around) || !/^(lazy(Part|Screen|Rules)|loadChunk)$/.test(around.expression.getText()))
      continue;
    const [name] = around.arguments;
    return name !== undefined && ts.isStringLiteral(name) ? name.text : undefined;
  }
  return undefined;
}

/** Dynamic imports and uses of React's `lazy` that have no boundary of their own, or another name than their file. */
function unguardedIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [file] = node.arguments;
      const name = file !== undefined && ts.isStringLiteral(file) ? file.text : "";
      if (lazyNameAround(node) !== basename(name, extname(name))) found.push(`${path}: ${node.getText()}`);
    }
    if (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === "lazy") found.push(`${path}: lazy`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("Everything that is loaded on demand has a boundary, a retry and a time limit", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(150);
  expect(Object.entries(sources).flatMap(([path, text]) => unguardedIn(path, text))).toEqual([]);
});

test.each([
  'import { lazy } from "react";',
  'const load = () => import("./form.tsx");',
  'const Form = lazyPart("another", () => import("./form.tsx").then((part) => part.Form), looks);',
])("%s is found", (text) => {
  expect(unguardedIn("part.tsx", text)).toHaveLength(1);
});
