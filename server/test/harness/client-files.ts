import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const shell = `<!doctype html>
<html lang="en" data-mantine-color-scheme="dark">
  <head>
    <meta charset="utf-8" />
    <meta name="theme-color" content="#0b0f1a" />
    <meta name="color-scheme" content="dark" />
    <script>window.startedAt = Date.now();</script>
    <!--page-head-->
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
    <!--page-scripts-->
  </head>
  <body>
    <div id="root"><!--page-body--></div>
    <!--page-data-->
    <script type="module" src="/static/js/main.js"></script>
  </body>
</html>
`;

/** Stands in for the client's server rendering. */
const entryServer = `export async function render(path, { shop, queries }) {
  if (path.includes("unrenderable")) throw new Error("cannot be rendered");
  return "<main>" + shop.payments + " " + queries.map((query) => query.path.join(".")).join(" ") + "</main>";
}`;

/** What lies in a built client's folder, and around it, by name. */
const files = {
  "index.html": shell,
  "server/entry-server.mjs": entryServer,
  ".env": "SECRET_OF_THE_BUILD=1",
  "package.json": '{"name":"secret-of-the-build"}',
  ".git/config": "[secret-of-the-build]",
  "static/js/main.js": "export const main = 1;",
  "static/js/main.js.map": '{"sourcesContent":["secret of the build"]}',
  "static/js/main.js.map.br": "secret of the build",
  "static/js/.hidden.js": "secret of the build",
  "static/icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "static/favicon.ico": "an icon",
  "static/.env": "SECRET_OF_THE_BUILD=1",
  "static/.git/config": "[secret-of-the-build]",
  // More than the buffers between two programs hold, so that a slow reader stalls the server.
  "static/big.bin": Buffer.alloc(64 * 1_048_576, 1),
};

/** A folder like the one that building the client makes; removed when the test file ends. */
export function makeClientDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-client-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
