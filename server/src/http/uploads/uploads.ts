import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Storage } from "../../infra/storage.ts";

/** A stored file never changes under its name, so whoever has it need not ask again. In milliseconds. */
const forEver = 31_536_000_000;

/**
 * Serves the stored pictures, and nothing else, under one path, wherever they
 * are kept. An object store is asked on the browser's behalf, so that it may
 * stay private and whatever caches the shop's answers caches pictures too.
 */
export async function uploadsRoute(app: FastifyInstance, { served }: Storage): Promise<void> {
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
      // A range that depends on a condition is answered whole, which every client must stand.
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
