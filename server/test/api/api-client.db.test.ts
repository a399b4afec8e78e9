// @module-tag wide
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plain } from "../harness/images.ts";
import { capturedElsewhere } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true });
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Where the program is compiled and run: nothing of the shop is at hand there. */
let folder: string;
let program: ts.Program;

beforeAll(async () => {
  folder = await mkdtemp(here("../../node_modules/.outside-program-"));
  // The generator makes files of text, and leaves it to whoever sends them to say what they are.
  const blob = ts.factory.createTypeReferenceNode("Blob");
  // No connection is kept: it would lie idle while the compiler is at work, and be given up.
  const document = await new Promise<IncomingMessage>((done, fail) =>
    get(`${shop.origin}/api/openapi.json`, { agent: false }, done).on("error", fail),
  );
  const client = await openapiTypescript(await text(document), {
    transform: (schema) => (schema.format === "binary" ? blob : undefined),
  });
  await writeFile(join(folder, "api.d.ts"), astToString(client));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const file of ["program.ts", "mistakes.ts"]) await copyFile(here(`outside-program/${file}`), join(folder, file));
  program = ts.createProgram([join(folder, "program.ts"), join(folder, "mistakes.ts")], {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    typeRoots: [here("../../node_modules/@types")],
    skipLibCheck: true,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler has against one of the files: the line and the words. */
function complaintsAbout(name: string): { line: number; text: string }[] {
  const file = program.getSourceFile(join(folder, name));
  return ts.getPreEmitDiagnostics(program, file).map(({ start, messageText }) => ({
    line: file?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1,
    text: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

describe("a client that a public generator makes of the document", () => {
  it("compiles in the strictest way, and does everything that shops are for", async () => {
    expect(complaintsAbout("program.ts")).toEqual([]);
    expect(ts.getPreEmitDiagnostics(program, program.getSourceFile(join(folder, "api.d.ts")))).toEqual([]);
    program.emit(program.getSourceFile(join(folder, "program.ts")));
    const admin = await makeAdmin(shop, { email: "desk@example.com" });
    const image = join(folder, "picture.png");
    await writeFile(image, await plain().png().toBuffer());
    const running = promisify(execFile)(process.execPath, [join(folder, "program.js")], {
      env: {
        SHOP: shop.origin,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        IMAGE: image,
      },
      timeout: 25_000,
    });
    running.child.stdout?.once("data", (total) =>
      running.child.stdin?.end(capturedElsewhere(shop, `${total}`.trim()).id),
    );
    expect((await running).stdout).toBe("32.99\ndone\n");
  });

  it("does not compile what the shop would refuse", () => {
    const file = program.getSourceFile(join(folder, "mistakes.ts"));
    const mistakes = file?.statements.filter(ts.isExpressionStatement) ?? [];
    const lines = mistakes.map((statement) => file?.getLineAndCharacterOfPosition(statement.getStart(file)).line);
    expect(mistakes.length).toBeGreaterThan(5);
    expect([...new Set(complaintsAbout("mistakes.ts").map(({ line }) => line))]).toEqual(lines);
  });
});
