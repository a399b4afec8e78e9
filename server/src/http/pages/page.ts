import { homeMeta, type PageData, pageDataElementId, plainMeta } from "@shop/shared/page-data";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError, isOutage } from "../../domain/errors.ts";
import type { ShopIdentity } from "../../domain/shop-identity.ts";
import type { Services } from "../context.ts";
import { readFromReplica } from "../read-replica.ts";
import { contentPolicy } from "./content-policy.ts";
import { earlyScript } from "./early-script.ts";
import { type Html, joinHtml, lastingScriptJson, scriptJson } from "./html.ts";
import { makeNonce } from "./nonce.ts";
import { canonicalPath, notPages } from "./page-address.ts";
import { renderMeta } from "./page-meta.ts";
import type { Prerendered } from "./prerender.ts";
import { type CarriedQuery, notFoundPage, type PageContent, readPage } from "./read-page.ts";
import type { ScreenFiles } from "./screen-files.ts";

export type PageOptions = {
  services: Services;
  shop: ShopIdentity;
  /** The built client's HTML, with the marks that `openShell` splits it at. */
  shell: string;
  screenFiles: ScreenFiles;
  prerendered: Prerendered;
};

/**
 * Serves every path that is not an API, a file or a crawler's: the client's
 * HTML with the page's title, description and data. Unknown paths and products
 * answer 404 with the same HTML, so that the client can show its 404 page.
 */
export function pageRoutes(app: FastifyInstance, options: PageOptions): void {
  const { services, shop } = options;
  const render = openShell(options);
  const policy = contentPolicy(shop.origin.startsWith("https:"), services.payments.config);

  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      const path = request.url.split("?", 1)[0] ?? "/";
      if (notPages.test(path)) return reply.callNotFound();
      const canonical = canonicalPath(path);
      if (canonical !== undefined) return reply.redirect(canonical + request.url.slice(path.length), 301);
      const page = await readOrRefuse(options, request, path);
      const nonce = makeNonce();
      reply
        .code(page.status)
        .type("text/html; charset=utf-8")
        .header("content-security-policy", policy(nonce))
        .header("cache-control", "no-cache");
      if (page.status === 503) reply.header("retry-after", "2");
      return render(page, nonce);
    },
  });
}

/** Splits the client's HTML at its marks once; the result joins the parts with a page's own. */
function openShell({ services, shop, shell, screenFiles }: PageOptions): (page: PageContent, nonce: string) => Buffer {
  const [beforeHead, afterHead] = splitAt(Buffer.from(shell), "<!--page-head-->");
  const [beforePrerendered, afterPrerendered] = splitAt(afterHead, "<!--prerender-->");
  const [beforeData, afterData] = splitAt(afterPrerendered, "<!--page-data-->");
  const { passwordMin, payments } = services;
  const shopData: PageData["shop"] = { ...shop, passwordMin, payments: payments.config.mode };
  const shopJson = scriptJson(shopData);
  return (page, nonce) =>
    joinHtml([
      beforeHead,
      renderMeta(page.meta, shop),
      page.screen === undefined ? "" : screenFiles(page.screen),
      page.head(nonce, shop),
      page.prerendered === undefined ? "" : `<script nonce="${nonce}">${earlyScript}</script>`,
      beforePrerendered,
      ...(page.prerendered ?? []),
      beforeData,
      `<script type="application/json" id="${pageDataElementId}" nonce="${nonce}">{"shop":${shopJson},"queries":[`,
      ...page.queries.flatMap(queryJson),
      "]}</script>",
      afterData,
    ]);
}

function queryJson({ path, input, data, isLasting }: CarriedQuery, index: number): Html[] {
  const start = `${index === 0 ? "" : ","}{"path":${JSON.stringify(path)},`;
  const inputJson = input === undefined ? "" : `"input":${scriptJson(input)},`;
  return [start, inputJson, '"data":', isLasting ? lastingScriptJson(data) : scriptJson(data), "}"];
}

async function readOrRefuse(options: PageOptions, request: FastifyRequest, path: string): Promise<PageContent> {
  const { services, prerendered } = options;
  try {
    return await readFromReplica(services, request, (db) =>
      readPage({ db, pageSize: services.pageSize, prerendered }, path),
    );
  } catch (error) {
    if (error instanceof DomainError) return { ...notFoundPage, meta: plainMeta(error.message, "/") };
    if (!isOutage(error)) throw error;
    request.log.error({ err: error }, "page without data");
    return { ...notFoundPage, status: 503, meta: homeMeta("", 1) };
  }
}

function splitAt(text: Buffer, mark: string): [Buffer, Buffer] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`The client's HTML lacks the mark ${mark}`);
  return [text.subarray(0, at), text.subarray(at + mark.length)];
}
