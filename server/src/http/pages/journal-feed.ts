import { escapeHtml } from "@shop/shared/page/html";
import { articleMeta, feedPath } from "@shop/shared/page/journal";
import { pages } from "@shop/shared/page/pages";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../domain/base/errors.ts";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";
import { listNewestArticles } from "../../domain/journal/read.ts";
import { respond } from "../cache/cached-routes.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import type { Services } from "../context.ts";
import { readFromReplica } from "../read-replica.ts";
import { clean, element } from "./xml.ts";

const type = "application/atom+xml; charset=utf-8";

/** The newest articles as an Atom feed (RFC 4287). A shop without articles has none. */
export function journalFeedRoutes(app: FastifyInstance, services: Services): void {
  app.get(feedPath, (request, reply) => {
    const produce = async () => {
      const articles = await readFromReplica(services, request, listNewestArticles);
      if (articles.length === 0) throw notFound("Feed");
      return { body: renderAtom(articles, services.shop), type, tags: tagsOf["journal.list"]() };
    };
    return respond(services, request, reply, { produce });
  });
}

type Entry = Awaited<ReturnType<typeof listNewestArticles>>[number];

function renderAtom(articles: readonly Entry[], { name, origin }: ShopIdentity): string {
  const updated = new Date(Math.max(...articles.map(({ updatedAt }) => updatedAt.getTime())));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    element("title", clean(name)),
    element("id", origin + pages.journal.path),
    `<link rel="self" href="${escapeHtml(origin + feedPath)}"/>`,
    `<link href="${escapeHtml(origin + pages.journal.path)}"/>`,
    element("updated", updated.toISOString()),
    `<author>${element("name", clean(name))}</author>`,
    ...articles.map((article) => renderEntry(article, origin)),
    "</feed>\n",
  ].join("");
}

function renderEntry(article: Entry, origin: string): string {
  const address = origin + articleMeta(article).path;
  return [
    "<entry>",
    element("title", clean(article.title)),
    element("id", address),
    `<link href="${escapeHtml(address)}"/>`,
    element("published", article.publishedAt),
    element("updated", article.updatedAt.toISOString()),
    element("summary", clean(article.summary)),
    "</entry>",
  ].join("");
}
