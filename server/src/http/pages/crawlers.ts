import type { FastifyInstance } from "fastify";
import { listForSitemap } from "../../domain/catalog/sitemap.ts";
import type { Services } from "../context.ts";
import { readFromReplica } from "../read-replica.ts";
import { escapeHtml } from "./html.ts";

const privatePaths = ["/admin/", "/api/", "/trpc/", "/cart", "/login", "/register", "/shipping", "/payment"];
const morePrivatePaths = ["/placeorder", "/order/", "/profile", "/search/"];

/** What search engines ask for: which paths are theirs, and where the products are. */
export function crawlerRoutes(app: FastifyInstance, services: Services, publicOrigin: string): void {
  app.get("/robots.txt", (_request, reply) => {
    const refused = [...privatePaths, ...morePrivatePaths].map((path) => `Disallow: ${path}`);
    reply.type("text/plain; charset=utf-8");
    return ["User-agent: *", ...refused, "", `Sitemap: ${publicOrigin}/sitemap.xml`, ""].join("\n");
  });
  app.get("/sitemap.xml", async (request, reply) => {
    const products = await readFromReplica(services, request, listForSitemap);
    const entries = products.map(
      ({ id, updatedAt }) =>
        `<url><loc>${escapeHtml(`${publicOrigin}/product/${id}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    );
    reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=600");
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeHtml(`${publicOrigin}/`)}</loc></url>${entries.join("")}</urlset>\n`;
  });
}
