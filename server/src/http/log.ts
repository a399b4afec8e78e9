import type { FastifyRequest } from "fastify";
import { Admin } from "../domain/account/actor.ts";
import type { News, Newsroom } from "../domain/news.ts";
import type { Trace } from "../infra/trace.ts";
import { knownUser } from "./access.ts";
import { refusalsOf } from "./refusals.ts";

/** Who made a request, by id, and why calls of it were refused; for its line in the log. */
export function whoAndWhy(request: FastifyRequest): { user?: string; isAdmin?: true; refused?: readonly string[] } {
  const user = knownUser(request);
  const refused = refusalsOf(request);
  return {
    ...(user === undefined ? {} : { user: user.id }),
    ...(user instanceof Admin ? { isAdmin: true } : {}),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** Writes what happens in the shop into the log, under the id of the request that it comes of. */
export function logNews(follow: Newsroom["follow"], logNow: () => Trace["log"]): void {
  follow((news) => {
    const { event, ...facts } = news;
    const log = logNow();
    if (isRoutine(news)) log.debug(facts, event);
    else log.info(facts, event);
  });
}

/** What the shop finds again and again while it waits for a buyer. */
function isRoutine(news: News): boolean {
  if (news.event === "provider asked") return news.call === "read order" && news.status === 200;
  return news.event === "payment not made" && news.by === null && news.code === "PAYMENT_NOT_VERIFIED";
}
