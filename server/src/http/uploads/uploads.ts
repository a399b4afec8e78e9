import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Storage } from "../../infra/storage.ts";
import { allowEmbedding } from "../security/security-headers.ts";

/** Stored files are immutable, so caches keep them for a year. In milliseconds. */
const forEver = 31_536_000_000;

/**
 * Serves the stored images from a folder or an object store. The server proxies
 * the object store, so that the bucket stays private and a CDN caches images too.
 */
export async function uploadsRoute(app: FastifyInstance, storage: Storage): Promise<void> {
  await app.register(async (scope) => {
    allowEmbedding(scope, /\.webp$/);
    await serveUploads(scope, storage);
  });
}

async function serveUploads(app: FastifyInstance, { served }: Storage): Promise<void> {
  if ("folder" in served) {
    await app.register(fastifyStatic, {
      ...{ index: false as const, list: false as const, dotfiles: "ignore" as const, redirect: false },
      ...{ immutable: true, maxAge: forEver },
      root: served.folder,
      prefix: "/uploads/",
      decorateReply: false,
      allowedPath: (path) => path.endsWith(".webp"),
    });
    return;
  }
  const { answer } = served;
  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    handler: async (request, reply) => {
      const name = request.params["*"];
      if (!/^[\w-]+\.webp$/.test(name)) return reply.callNotFound();
      // A conditional range is answered with the whole file, as RFC 9110 allows.
      const { range, "if-range": condition, "if-none-match": ifNoneMatch } = request.headers;
      const isHead = request.method === "HEAD";
      const found = await answer(name, { isHead, range: condition === undefined ? range : undefined, ifNoneMatch });
      if (found.status === 404) return reply.callNotFound();
      reply
        .code(found.status)
        .headers(found.headers)
        .header("cache-control", `public, max-age=${forEver / 1_000}, immutable`);
      if (found.status !== 304 && found.status !== 416) reply.type("image/webp");
      return reply.send(found.content);
    },
  });
}
