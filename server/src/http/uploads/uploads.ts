import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { imageFileFinder } from "../../domain/catalog/find-image-file.ts";
import { readCaptions } from "../../domain/catalog/product-parts.ts";
import { type FoundPhoto, findPhoto, isPhotoFile } from "../../domain/review/photos.ts";
import type { Storage } from "../../infra/storage.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import { findReader, findUser } from "../security/access.ts";
import { allowEmbedding } from "../security/security-headers.ts";

/** Stored files are immutable, so caches keep them for a year. */
const publicForEver = "public, max-age=31536000, immutable";
/** A photo of a review may be hidden, so caches keep it for minutes. */
const publicForMinutes = "public, max-age=300";
const personal = "private, no-store";

/**
 * Serves the stored images and videos from a folder or an object store. The server proxies
 * the object store, so that the bucket stays private and a CDN caches images too. Clients that accept
 * AVIF get it at the same address where it is stored. Images without a master, such as those of earlier releases, are
 * served in their largest width under its address. Photos of reviews are served to everybody while their review is shown,
 * and otherwise, as those of returns are, to their author and to whoever handles them; other sites cannot embed them.
 */
export async function uploadsRoute(app: FastifyInstance, services: Services): Promise<void> {
  const { served } = services.storage;
  const send = "folder" in served ? await sendFromFolder(app, served.folder) : sendFromStore(served.answer);
  const sendBest = inBestFormat(services.storage, send);
  await app.register(async (scope) => {
    allowEmbedding(scope, /\.webp$/);
    serveUploads(scope, sendBest);
  });
  servePhotos(app, services, sendBest);
  serveCaptions(app, services);
}

type Send = (name: string, request: FastifyRequest, reply: FastifyReply, caching: string) => Promise<unknown>;

/** Sends the AVIF of an image to clients that accept it, and the largest width in place of a master that is not there. */
function inBestFormat(storage: Storage, send: Send): Send {
  const { mayHaveAvif, findAvif, findWebp } = imageFileFinder(storage);
  return async (name, request, reply, caching) => {
    if (!mayHaveAvif(name)) return send(await findWebp(name), request, reply, caching);
    reply.header("vary", "accept");
    const avif = acceptsAvif(request.headers.accept) ? await findAvif(name) : undefined;
    return send(avif ?? name, request, reply, caching);
  };
}

function servePhotos(app: FastifyInstance, services: Services, send: Send): void {
  app.route<{ Params: { file: string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/reviews/:file",
    handler: async (request, reply) => {
      const [, id = "", width = ""] = /^([0-9a-f-]{36})(-\d+)?\.webp$/.exec(request.params.file) ?? [];
      const photo = await findPhoto(services.db, id);
      if (photo === undefined) return reply.callNotFound();
      if (!photo.isPublic && !(await maySee(toContext(services, request, reply), photo))) return reply.callNotFound();
      return send(`${photo.files}${width}.webp`, request, reply, photo.isPublic ? publicForMinutes : personal);
    },
  });
}

/** Whether somebody sees a photo that is not public: who uploaded it, and whoever handles reviews or returns. */
async function maySee(context: RequestContext, { userId, isOfReturn }: FoundPhoto): Promise<boolean> {
  if ((await findUser(context))?.id === userId) return true;
  return (await findReader(context, isOfReturn ? "orders.read" : "reviews.write")) !== undefined;
}

function serveUploads(app: FastifyInstance, send: Send): void {
  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/*",
    handler: async (request, reply) => {
      const name = request.params["*"];
      const isServed = /^(?:[\w-]+\.webp|[0-9a-f-]{36}\.mp4)$/.test(name) && !isPhotoFile(name);
      return isServed ? send(name, request, reply, publicForEver) : reply.callNotFound();
    },
  });
}

/** Serves the captions of videos whose product is shown. */
function serveCaptions(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { product: string; file: string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/captions/:product/:file",
    handler: async (request, reply) => {
      const { product, file } = request.params;
      const [, id = ""] = /^([0-9a-f-]{36})\.vtt$/.exec(file) ?? [];
      const captions = await readCaptions(db, product, id);
      if (captions === undefined) return reply.callNotFound();
      return reply.header("cache-control", publicForMinutes).type("text/vtt; charset=utf-8").send(captions);
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
    index: false,
    list: false,
    dotfiles: "ignore",
    redirect: false,
    cacheControl: false,
    root: folder,
    serve: false,
  });
  return async (name, _request, reply, caching) => reply.header("cache-control", caching).sendFile(name);
}

function typeOf(name: string): string {
  if (name.endsWith(".mp4")) return "video/mp4";
  return name.endsWith(".avif") ? "image/avif" : "image/webp";
}

function sendFromStore(answer: Extract<Storage["served"], { answer: unknown }>["answer"]): Send {
  return async (name, request, reply, caching) => {
    // A conditional range is answered with the whole file, as RFC 9110 allows.
    const { range, "if-range": condition, "if-none-match": ifNoneMatch } = request.headers;
    const isHead = request.method === "HEAD";
    const found = await answer(name, { isHead, range: condition === undefined ? range : undefined, ifNoneMatch });
    if (found.status === 404) return reply.callNotFound();
    reply.code(found.status).headers(found.headers).header("cache-control", caching);
    if (found.status !== 304 && found.status !== 416) reply.type(typeOf(name));
    return reply.send(found.content);
  };
}
