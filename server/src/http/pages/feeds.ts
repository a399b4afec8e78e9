import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { DomainError, notFound } from "../../domain/base/errors.ts";
import { readFeedProducts } from "../../domain/catalog/product-feed.ts";
import type { Services } from "../context.ts";
import { begin } from "../rest/send-list.ts";
import { renderGoogleFeed } from "./google-feed.ts";

export const googleFeedPath = "/feeds/google-merchant.xml";

/** Each reads the whole catalog. Search engines come a few times a day. */
const feedsAtOnce = 2;
const retrySeconds = 60;

/** The feed of all products for Google Merchant Center, where the shop has one. */
export function feedRoutes(app: FastifyInstance, services: Services): void {
  let running = 0;
  app.get(googleFeedPath, async (request, reply) => {
    if (!services.settings.current.hasProductFeed) throw notFound("Feed");
    // Caches would hold prices that the pages do not have any more.
    reply.type("application/xml; charset=utf-8").header("cache-control", "no-cache");
    // A body that nobody gets would be read to its end.
    if (request.method === "HEAD") return reply.send("");
    if (running >= feedsAtOnce) {
      throw new DomainError("UNAVAILABLE", "The feed is being read by others. Please try again in a minute.", {
        retryAfter: retrySeconds,
      });
    }
    running += 1;
    try {
      const { db, shop } = services;
      const { policy } = services.settings.current;
      const { terms, at } = await services.terms.current(db);
      const products = await begin(readFeedProducts(db));
      const parts = renderGoogleFeed({ shop, policy, terms, at }, products);
      const stream = Readable.from(parts);
      stream.once("close", () => {
        running -= 1;
      });
      return reply.send(stream);
    } catch (error) {
      running -= 1;
      throw error;
    }
  });
}
