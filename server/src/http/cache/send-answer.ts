import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import negotiator from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Answer } from "./answer-store.ts";
import type { Found } from "./catalog-answers.ts";

/** Smaller bodies are not worth compressing, in bytes. */
const compressFrom = 1_024;
/** As for answers that are compressed once each, because a cached one may be dropped soon. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, brotliParams),
  gzip: promisify<Buffer, Buffer>(gzip),
};

const encodingNegotiator = new negotiator.Negotiator<Encoding>({
  supportedValues: [...encodings],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/**
 * A guest's browser asks again for each use, and a shared cache may answer others for a second, or when the shop is
 * down. None of these answers depends on who asks.
 */
const cacheControl = "public, max-age=0, s-maxage=1, stale-if-error=600";

/** Sends a cached answer, compressed as the client accepts it, or 304 if the client has it. */
export async function sendAnswer(
  { answer, isStale }: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request, answer);
  const isKnown = hasAnswer(request, answer);
  const body = encoding === null || isKnown ? answer.body : await encode(answer, encoding);
  reply.headers({
    "content-type": answer.type,
    "cache-control": isStale ? "no-store" : cacheControl,
    etag: answer.etag,
    vary: "accept-encoding",
  });
  // RFC 9211. The mark of an answer that may be outdated because the database is down.
  if (isStale) reply.header("cache-status", "shop; hit; detail=stale");
  if (isKnown) return reply.code(304).send();
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.send(body);
}

function hasAnswer({ headers }: FastifyRequest, { etag }: Answer): boolean {
  const known = headers["if-none-match"] ?? "";
  return known.split(",").some((each) => each.trim() === etag || each.trim() === "*");
}

function chooseEncoding({ headers }: FastifyRequest, { body }: Answer): Encoding | null {
  const accepted = headers["accept-encoding"];
  if (typeof accepted !== "string" || body.length < compressFrom) return null;
  return encodingNegotiator.negotiate(accepted);
}

function encode(answer: Answer, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = answer.encoded.get(encoding);
  if (known !== undefined) return known;
  const compressing = compress[encoding](answer.body).then((body) => {
    answer.encoded.set(encoding, body);
    return body;
  });
  answer.encoded.set(encoding, compressing);
  return compressing;
}
