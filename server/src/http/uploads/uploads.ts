import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { imageFileFinder } from "../../domain/catalog/find-image-file.ts";
import type { Storage } from "../../infra/storage.ts";
import { allowEmbedding } from "../security/security-headers.ts";

/** Stored files are immutable, so caches keep them for a year. In milliseconds. */
const forEver = 31_536_000_000;

/**
 * Serves the stored images from a folder or an object store. The server proxies
 * the object store, so that the bucket stays private and a CDN caches images too. Clients that accept
 * AVIF get it at the same address where it is stored. Images without a master, such as those of earlier releases, are
 * served in their largest width under its address.
 */
export async function uploadsRoute(app: FastifyInstance, storage: Storage): Promise<void> {
  await app.register(async (scope) => {
    allowEmbedding(scope, /\.webp$/);
    await serveUploads(scope, storage);
  });
}

type Send = (name: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

async function serveUploads(app: FastifyInstance, storage: Storage): Promise<void> {
  const { served } = storage;
  const send = "folder" in served ? await sendFromFolder(app, served.folder) : sendFromStore(served.answer);
  const { mayHaveAvif, findAvif, findWebp } = imageFileFinder(storage);
  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    handler: async (request, reply) => {
      const name = request.params["*"];
      if (!/^[\w-]+\.webp$/.test(name)) return reply.callNotFound();
      if (!mayHaveAvif(name)) return send(await findWebp(name), request, reply);
      reply.header("vary", "accept");
      const avif = acceptsAvif(request.headers.accept) ? await findAvif(name) : undefined;
      return send(avif ?? name, request, reply);
    },
  });
}

/** Whether the header names AVIF. A wildcard does not: browsers that support AVIF say so, other clients may not. */
function acceptsAvif(accept = ""): boolean {
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === "image/avif" && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}

async function sendFromFolder(app: FastifyInstance, folder: string): Promise<Send> {
  await app.register(fastifyStatic, {
    ...{ index: false as const, list: false as const, dotfiles: "ignore" as const, redirect: false },
    ...{ immutable: true, maxAge: forEver },
    root: folder,
    serve: false,
  });
  return async (name, _request, reply) => reply.sendFile(name);
}

function sendFromStore(answer: Extract<Storage["served"], { answer: unknown }>["answer"]): Send {
  return async (name, request, reply) => {
    // A conditional range is answered with the whole file, as RFC 9110 allows.
    const { range, "if-range": condition, "if-none-match": ifNoneMatch } = request.headers;
    const isHead = request.method === "HEAD";
    const found = await answer(name, { isHead, range: condition === undefined ? range : undefined, ifNoneMatch });
    if (found.status === 404) return reply.callNotFound();
    reply
      .code(found.status)
      .headers(found.headers)
      .header("cache-control", `public, max-age=${forEver / 1_000}, immutable`);
    if (found.status !== 304 && found.status !== 416) reply.type(name.endsWith(".avif") ? "image/avif" : "image/webp");
    return reply.send(found.content);
  };
}
