import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { hasWritten } from "../own-writes.ts";
import { hasSession, knownUser } from "../security/access.ts";
import { apiKeyOf } from "../security/api-key.ts";
import type { Produced } from "./catalog-answers.ts";
import { sendAnswer } from "./send-answer.ts";

/** Longer addresses are answered, but not cached. */
const keyLengthMax = 1_000;
const json = "application/json; charset=utf-8";

type CachedRoute<Data> = {
  /** What an answer depends on. */
  tags: (data: Data, request: FastifyRequest) => readonly string[];
  /** Whether signed-in users may get another answer than guests. These are not cached. */
  variesByUser?: boolean;
};

/** A handler of a GET route whose answers are cached by address. */
export function cachedRoute<Data>(
  services: Services,
  { tags, variesByUser = false }: CachedRoute<Data>,
  read: (request: FastifyRequest, reply: FastifyReply) => Promise<Data>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isProgram = apiKeyOf(request) !== undefined;
    if (isProgram || (variesByUser && hasSession(request, services))) return read(request, reply);
    const produce = async () => {
      const data = await read(request, reply);
      // Whoever was identified may have been shown more than guests.
      if (knownUser(request) !== undefined) return { other: () => reply.send(data) };
      return { body: String(reply.serialize(data)), type: json, tags: tags(data, request) };
    };
    return respond(services, request, reply, { produce });
  };
}

type CachedAnswer = {
  produce: () => Promise<Produced<() => FastifyReply>>;
  /** What the answer depends on besides its address, its tags and the owner's settings. */
  variant?: string;
};

/** Answers from the cache, or produces an answer and caches it; what is not to be cached is sent as it says. */
export async function respond(
  { answers, emptySearches, popularSearches, facetChoices, settings }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { produce, variant = "" }: CachedAnswer,
): Promise<FastifyReply> {
  const key = request.url.length > keyLengthMax ? undefined : `${settings.version} ${variant}${request.url}`;
  const isWriter = hasWritten(request);
  const found = key === undefined ? undefined : await answers.find(key, isWriter);
  if (key !== undefined) answers.counters[found === undefined ? "miss" : found.isStale ? "stale" : "hit"] += 1;
  const answer = found ?? (await answers.load(key, produce, isWriter));
  if ("other" in answer) return answer.other();
  for (const keyword of answer.answer.emptySearches) emptySearches.note(keyword);
  for (const keyword of answer.answer.foundSearches) popularSearches.note(keyword);
  for (const choice of answer.answer.chosenFacets) facetChoices.note(choice);
  return sendAnswer(answer, request, reply);
}
