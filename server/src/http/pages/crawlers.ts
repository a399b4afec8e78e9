import { createGunzip } from "node:zlib";
import { pages, pathOf } from "@shop/shared/page/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { isShopOpen } from "../../domain/account/first-owner.ts";
import type { InfoFacts } from "../../domain/info-page/info-facts.ts";
import { readShown } from "../../domain/info-page/read.ts";
import { listArticleAddresses } from "../../domain/journal/read.ts";
import type { Services } from "../context.ts";
import { infoFacts } from "../info-facts.ts";
import { readFromReplica } from "../read-replica.ts";
import { openSitemaps, sitemapIndex } from "./sitemap.ts";

const privatePaths = ["/admin/", "/api/", "/trpc/", "/cart", "/login", "/register", "/shipping", "/payment"];
const morePrivatePaths = [
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/restore-email",
  "/placeorder",
  "/order/",
  "/profile",
  "/withdrawal",
  "/search/",
  "/saved",
  "/setup",
];

/** robots.txt and the sitemap: one file, or an index of files when there are more than `urlsMax` addresses. */
export function crawlerRoutes(app: FastifyInstance, services: Services, publicOrigin: string, urlsMax?: number): void {
  app.get("/robots.txt", async (_request, reply) => {
    reply.type("text/plain; charset=utf-8");
    if (!(await isShopOpen(services))) return "User-agent: *\nDisallow: /\n";
    const refused = [...privatePaths, ...morePrivatePaths].map((path) => `Disallow: ${path}`);
    return ["User-agent: *", ...refused, "", `Sitemap: ${publicOrigin}/sitemap.xml`, ""].join("\n");
  });
  const { settings } = services;
  const readSite = () => ({
    origin: publicOrigin,
    productPaths: settings.current.policy.productPaths,
    version: settings.version,
  });
  const readSitemap = openSitemaps(
    readSite,
    async (db) => listWrittenPages(db, await infoFacts(services, db)),
    urlsMax,
  );
  app.get("/sitemap.xml", async (request, reply) => {
    const { files } = await readFromReplica(services, request, readSitemap);
    const [only] = files;
    if (files.length === 1 && only !== undefined) return sendXml(request, reply, only);
    return markAsXml(reply).send(sitemapIndex(publicOrigin, files.length));
  });
  app.get<{ Params: { number: string } }>("/sitemap-:number(^\\d{1,6}).xml", async (request, reply) => {
    const { files } = await readFromReplica(services, request, readSitemap);
    const file = files.length === 1 ? undefined : files[Number(request.params.number) - 1];
    return file === undefined ? reply.callNotFound() : sendXml(request, reply, file);
  });
}

/** What the owner has written: his pages, and the journal with its articles. */
async function listWrittenPages(db: Db, facts: InfoFacts) {
  const shown = (await readShown(db, facts)).pages.map(({ slug, updatedAt }) => {
    return { path: pathOf("info", { slug }), updatedAt };
  });
  const articles = (await listArticleAddresses(db)).map(({ slug, updatedAt }) => {
    return { path: pathOf("article", { slug }), updatedAt };
  });
  const journal = articles.length === 0 ? [] : [{ path: pages.journal.path, updatedAt: null }];
  return [...shown, ...journal, ...articles];
}

function markAsXml(reply: FastifyReply): FastifyReply {
  return reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=600");
}

/** Sends a compressed file, decompressed for clients that do not accept gzip. */
function sendXml(request: FastifyRequest, reply: FastifyReply, file: Buffer): FastifyReply {
  markAsXml(reply).header("vary", "accept-encoding");
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers["accept-encoding"] ?? "")))
    return reply.header("content-encoding", "gzip").send(file);
  const text = createGunzip();
  text.end(file);
  return reply.send(text);
}
