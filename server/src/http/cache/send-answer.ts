import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer } from "./answer-store.ts";
import type { Found } from "./catalog-answers.ts";
import { chooseEncoding, encode } from "./encodings.ts";

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
