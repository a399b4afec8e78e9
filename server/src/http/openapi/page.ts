import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { escapeHtml } from "@shop/shared/page/html";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { notFound } from "../../domain/base/errors.ts";
import type { Encodable } from "../cache/encodings.ts";
import { sendFixed } from "../cache/send-fixed.ts";

const require = createRequire(import.meta.url);

/** The files of Swagger UI. The build copies them next to the server. */
const files = new Map([
  ["swagger-ui.css", { type: "text/css", find: () => require.resolve("swagger-ui-dist/swagger-ui.css") }],
  [
    "swagger-ui-bundle.js",
    { type: "text/javascript", find: () => require.resolve("swagger-ui-dist/swagger-ui-bundle.js") },
  ],
]);

/** The library's package.json. */
async function readVersion(): Promise<string> {
  const description = await readFile(require.resolve("swagger-ui-dist/package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(description)).version;
}

/** Serves the document as a Swagger UI page. */
export function apiPage(app: FastifyInstance, shop: { name: string }): void {
  let version: Promise<string> | undefined;
  const contents = new Map<string, Promise<Encodable>>();
  app.get("/api/docs", async (_request, reply) => {
    const nonce = randomBytes(16).toString("base64url");
    version ??= readVersion();
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", `${policy}; script-src 'self' 'nonce-${nonce}'`)
      .header("cache-control", "no-cache");
    return toPage(shop.name, nonce, await version);
  });
  app.get<{ Params: { file: string } }>("/api/docs/:file", async (request, reply) => {
    const { file } = request.params;
    const known = files.get(file);
    if (known === undefined) throw notFound("File");
    // The URL contains the version.
    reply.type(`${known.type}; charset=utf-8`).header("cache-control", "public, max-age=31536000, immutable");
    const content = contents.get(file) ?? readFile(known.find()).then((body) => ({ body, encoded: new Map() }));
    contents.set(file, content);
    return sendFixed(await content, request, reply);
  });
}

/** The pages' policy, plus the inline images and styles of Swagger UI. */
const policy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Enables deep links. The browser's session cookie signs in. */
const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  validatorUrl: null,
})`;

/** The shop's colours, a layout for narrow screens and visible focus rings. */
const look = `
html { color-scheme: dark; }
html.dark-mode, html.dark-mode body, html.dark-mode .swagger-ui { background: #0b0f1a; }
body { margin: 0; font-family: system-ui, sans-serif; color: #e7ecf7; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 8px 20px; background: #141a2a; }
header a { color: #a9c1ff; line-height: 44px; }
#api > p { padding: 24px 20px; }
.swagger-ui .wrapper { padding: 0 20px; }
.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn, .swagger-ui .info hgroup a { display: none; }
.swagger-ui .response-col_links, .swagger-ui .scheme-container { display: none; }
.swagger-ui .info :is(p, li) { max-width: 90ch; margin-inline: 0; line-height: 1.5; }
.swagger-ui .info .renderedMarkdown table { display: block; overflow-x: auto; }
.swagger-ui .info .renderedMarkdown table :is(td, th) { padding: 4px 16px 4px 0; overflow-wrap: normal; }
html.dark-mode .swagger-ui .headers :is(td, th) { color: #e7ecf7; }
.swagger-ui .info { margin: 32px 0; overflow-wrap: anywhere; }
.swagger-ui .opblock-summary-control { min-height: 44px; }
.swagger-ui :focus-visible, header a:focus-visible { outline: 2px solid #a9c1ff !important; outline-offset: 2px; }
@media (max-width: 48em) {
  .swagger-ui .wrapper, header { padding-inline: 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 0 8px 8px; }
  .swagger-ui .opblock :is(table, tbody, tr) { display: block; }
  .swagger-ui .opblock table thead { display: none; }
  .swagger-ui .opblock table tbody tr td { display: block; padding: 8px 0 0; max-width: 100%; overflow-x: auto; }
}`;

function toPage(name: string, nonce: string, version: string): string {
  const title = escapeHtml(`${name} API`);
  return `<!doctype html>
<html lang="en" class="dark-mode">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css?v=${version}">
<style>${look}</style>
</head>
<body>
<header><a href="/">${escapeHtml(name)}</a><a href="/api/openapi.json">The document as JSON</a></header>
<main id="api"><p>Loading ${title}…</p><noscript><p>This page needs scripts. The document as JSON does not.</p></noscript></main>
<script src="/api/docs/swagger-ui-bundle.js?v=${version}" nonce="${nonce}"></script>
<script nonce="${nonce}">${start}</script>
</body>
</html>
`;
}
