import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Finds selects that lock rows and decide by others in one statement: it waits for the lock, and goes on with what the
 * others were before the wait. Understands the query builder and SQL in texts, and follows names to where they are
 * declared, also in another file.
 */

/** The text of the files by their paths. */
export type Sources = ReadonlyMap<string, string>;

const strengths = new Set(["update", "no key update", "share", "key share"]);
const lockClause = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/gi;
const subquery = /\bselect\b|\bexists\s*\(|\$count\b/i;

/** Files are parsed when they are asked for. */
class Files {
  readonly #parsed = new Map<string, ts.SourceFile>();
  constructor(readonly sources: Sources) {}

  get(path: string): ts.SourceFile | undefined {
    const text = this.sources.get(path);
    const known = this.#parsed.get(path);
    if (known !== undefined || text === undefined) return known;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    this.#parsed.set(path, file);
    return file;
  }

  /** Those that may lock rows. */
  *locking(): Generator<ts.SourceFile> {
    for (const [path, text] of this.sources) {
      const file = /\.for\(/.test(text) || text.search(lockClause) >= 0 ? this.get(path) : undefined;
      if (file !== undefined) yield file;
    }
  }
}

/** The faults of all files, each with its file and line, and how many selects lock rows. */
export function checkLocking(sources: Sources): { faults: string[]; locking: number } {
  const files = new Files(sources);
  const faults: string[] = [];
  let locking = 0;
  for (const file of files.locking()) {
    const visit = (node: ts.Node): void => {
      const found = [...faultsOfBuilder(files, node), ...faultsOfText(files, node)];
      locking += found.length;
      const { line } = file.getLineAndCharacterOfPosition(node.getEnd());
      for (const fault of found) if (fault !== null) faults.push(`${file.fileName}:${line + 1} ${fault}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { faults, locking };
}

/** For each select that locks rows its fault, or null. */
type Found = (string | null)[];

type MethodCall = ts.CallExpression & { expression: ts.PropertyAccessExpression };

function isMethodCall(node: ts.Node): node is MethodCall {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
}

function isLockCall(node: ts.Node): node is MethodCall {
  const [strength] = ts.isCallExpression(node) ? node.arguments : [];
  return (
    isMethodCall(node) &&
    node.expression.name.text === "for" &&
    strength !== undefined &&
    ts.isStringLiteralLike(strength) &&
    strengths.has(strength.text)
  );
}

/** `db.select(…).from(…).where(…).for("update")`, whose parts may have names. */
function faultsOfBuilder(files: Files, node: ts.Node): Found {
  return isLockCall(node) ? [faultOfChain(files, node.expression.expression)] : [];
}

function faultOfChain(files: Files, chain: ts.Expression): string | null {
  for (let at = chain; ; ) {
    if (ts.isIdentifier(at)) {
      const declared = declarationOf(files, at);
      if (declared === undefined || !ts.isExpression(declared)) return null;
      at = declared;
    }
    if (!isMethodCall(at)) return null;
    const method = at.expression.name.text;
    if (/join$/i.test(method)) return `locks with a ${method}`;
    if (at.arguments.some((argument) => subquery.test(textOf(files, argument))))
      return `locks with a subquery in ${method}`;
    at = at.expression.expression;
  }
}

/** SQL in a text. Each lock clause belongs to the select of the parentheses that it stands in. */
function faultsOfText(files: Files, node: ts.Node): Found {
  const sql = sqlOf(files, node);
  return [...sql.matchAll(lockClause)].map(({ index }) => {
    const select = selectBefore(sql, index);
    if (/\bjoin\b/i.test(select)) return "locks with a join in SQL";
    if (/\bfrom\b(?:(?!\bwhere\b|\border by\b)[^()])*,/i.test(select)) return "locks with two tables in SQL";
    return (select.match(/\bselect\b/gi) ?? []).length > 1 ? "locks with a subquery in SQL" : null;
  });
}

/** The text of a template or a string with a lock clause, with its inserted parts where they hold a subquery. */
function sqlOf(files: Files, node: ts.Node): string {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  if (!isText || node.getText().search(lockClause) < 0) return "";
  if (ts.isStringLiteralLike(node)) return node.text;
  const inserted = (part: ts.Expression) => (subquery.test(textOf(files, part)) ? " (select) " : " part ");
  return node.templateSpans.reduce(
    (text, span) => text + inserted(span.expression) + span.literal.text,
    node.head.text,
  );
}

function selectBefore(sql: string, end: number): string {
  let depth = 0;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (sql[at] === ")") depth += 1;
    else if (sql[at] === "(") depth -= 1;
    if (depth < 0) return sql.slice(at + 1, end);
  }
  return sql.slice(0, end);
}

/** The text of a part of a query with the texts of all that it names. What was awaited is a value and no query. */
function textOf(files: Files, node: ts.Node, seen = new Set<ts.Node>()): string {
  const texts = [node.getText()];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) {
      const declared = declarationOf(files, child);
      if (declared !== undefined && !seen.has(declared)) {
        seen.add(declared);
        texts.push(textOf(files, declared, seen));
      }
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return texts.join("\n");
}

/** What a name stands for: an expression, or the body of a function. Tables, parameters and awaited values are left out. */
function declarationOf(files: Files, name: ts.Identifier): ts.Node | undefined {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name) return undefined;
  if (ts.isPropertyAssignment(parent) && parent.name === name) return undefined;
  for (let scope: ts.Node = parent; scope !== undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => names(parameter.name, name.text)))
      return undefined;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      const found = declaredIn(files, statement, name.text);
      if (found !== undefined) return hasAwait(found) ? undefined : found;
    }
  }
  return undefined;
}

function declaredIn(files: Files, statement: ts.Statement, name: string): ts.Node | undefined {
  if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement.body;
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.find((declaration) => names(declaration.name, name))?.initializer;
  }
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return undefined;
  const imported = bindings.elements.find((element) => element.name.text === name);
  const path = join(dirname(statement.getSourceFile().fileName), statement.moduleSpecifier.text);
  const file = imported === undefined || path.includes("/schema/") ? undefined : files.get(path);
  for (const exported of file?.statements ?? []) {
    const found = declaredIn(files, exported, imported?.propertyName?.text ?? name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function names(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && names(element.name, name));
}

function hasAwait(node: ts.Node): boolean {
  return ts.isAwaitExpression(node) || (ts.forEachChild(node, (child) => hasAwait(child) || undefined) ?? false);
}
