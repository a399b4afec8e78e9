import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Encodable } from "../cache/encodings.ts";
import { sendFixed } from "../cache/send-fixed.ts";
import type { DocumentedRoute, DocumentedShop } from "./document.ts";
import { operationDocs } from "./operation.ts";

/** Serves the document of all routes that are added after this call. It is built on the first request. */
export function apiDocument(app: FastifyInstance, shop: () => DocumentedShop): void {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.docs === undefined) return;
    // HEAD answers wherever GET does.
    for (const one of [method].flat()) if (one !== "HEAD") routes.push({ method: one, url, docs: config.docs });
  });

  const make = async (described: DocumentedShop): Promise<Encodable & { tag: string }> => {
    // Imported on the first request: most instances never need the library.
    const { buildDocument } = await import("./document.ts");
    const text = JSON.stringify(buildDocument(routes, described));
    return {
      body: Buffer.from(text),
      encoded: new Map(),
      tag: `W/"${createHash("sha256").update(text).digest("base64url")}"`,
    };
  };
  let made: { of: string; document: ReturnType<typeof make> } | undefined;
  /** Made anew when the shop has got another name. */
  const current = () => {
    const described = shop();
    if (made?.of !== described.name) made = { of: described.name, document: make(described) };
    return made.document;
  };
  app.get("/api/openapi.json", operationDocs.document, async (request, reply) => {
    const document = await current();
    const { tag } = document;
    reply.header("etag", tag).header("cache-control", "no-cache");
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    return sendFixed(document, request, reply.type("application/json; charset=utf-8"));
  });
}
