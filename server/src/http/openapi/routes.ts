import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { DocumentedRoute, DocumentedShop } from "./document.ts";
import { operationDocs } from "./operation.ts";

/** Serves the document of every route that is added after this; it is made when it is first asked for. */
export function apiDocument(app: FastifyInstance, shop: DocumentedShop): void {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.docs === undefined) return;
    for (const one of [method].flat()) routes.push({ method: one, url, docs: config.docs });
  });

  let made: Promise<{ text: string; tag: string }> | undefined;
  const make = async () => {
    // The library that makes it is nothing that a shop without outside programs should carry.
    const { buildDocument } = await import("./document.ts");
    const text = JSON.stringify(buildDocument(routes, shop));
    return { text, tag: `W/"${createHash("sha256").update(text).digest("base64url")}"` };
  };
  app.get("/api/openapi.json", operationDocs.document, async (request, reply) => {
    made ??= make();
    const { text, tag } = await made;
    reply.header("etag", tag).header("cache-control", "no-cache");
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(text);
  });
}
