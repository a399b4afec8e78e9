import { imageAt } from "@shop/shared/catalog/image";
import { shownCancelWindow } from "@shop/shared/order/cancel-rules";
import { type DeliverySettings, dayIn, endOfDay } from "@shop/shared/order/delivery";
import { announcementOn } from "@shop/shared/page/announcement";
import type { InfoLink } from "@shop/shared/page/info-page";
import { shownMenus } from "@shop/shared/page/menu";
import { homeMeta, type PageData, pageDataElementId, type Selling, type ShopDay } from "@shop/shared/page/page-data";
import { findPage, pages } from "@shop/shared/page/pages";
import { shownExpress, shownMethods } from "@shop/shared/page/payment-methods";
import { lookRules, lookStyleId, pageColors } from "@shop/shared/settings/look";
import { specifiedVersion, type TermsVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { canBuyAsGuest } from "../../domain/account/guest-customer.ts";
import { isOutage } from "../../domain/base/errors.ts";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";
import { findOldAddress } from "../../domain/catalog/old-addresses.ts";
import { readShown } from "../../domain/info-page/read.ts";
import { sellingBy } from "../../domain/terms-of-sale/selling.ts";
import { respond } from "../cache/cached-routes.ts";
import type { Services } from "../context.ts";
import { infoFacts } from "../info-facts.ts";
import { readFromReplica } from "../read-replica.ts";
import { openContentPolicy } from "./content-policy.ts";
import { sendErrorPage } from "./error-page.ts";
import { scriptJson } from "./html.ts";
import { openImageSites } from "./image-sites.ts";
import { canonicalPath, notPages, searchFormTarget } from "./page-address.ts";
import { renderMeta } from "./page-meta.ts";
import { notFoundPage, type PageContent, readPage } from "./read-page.ts";
import type { RenderScreen } from "./rendering.ts";
import type { ScreenFiles } from "./screen-files.ts";

const type = "text/html; charset=utf-8";

export type PageOptions = {
  services: Services;
  shop: ShopIdentity;
  /** The built client's HTML, with the marks that `openShell` splits it at. */
  shell: string;
  screenFiles: ScreenFiles;
  render: RenderScreen;
};

/**
 * Serves every path that is not an API, a file or a crawler's: the client's
 * HTML with the page's title, description, rendered screen and data. Unknown
 * paths and products answer 404 with the client's screen for them.
 */
export function pageRoutes(app: FastifyInstance, options: PageOptions): void {
  const { services, shop, shell } = options;
  const toHtml = openShell(options);
  const policyFor = openContentPolicy(shop.origin.startsWith("https:"), services.payments, shell);
  const imageSitesFor = openImageSites(services);

  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    errorHandler: (error, request, reply) => {
      // Nobody reads pages at paths of the API; the handler of all routes answers them.
      if (notPages.test(pathOf(request))) throw error;
      return sendErrorPage(error, request, reply);
    },
    handler: async (request, reply) => {
      const path = pathOf(request);
      if (notPages.test(path)) return reply.callNotFound();
      const searched = searchFormTarget(request.url);
      if (searched !== undefined) return reply.redirect(searched, 303);
      const canonical = canonicalPath(path);
      if (canonical !== undefined) return reply.redirect(canonical + request.url.slice(path.length), 301);
      const isForPayment = findPage(path)?.page === pages.order;
      const policy = policyFor({ isForPayment, imageSites: await imageSitesFor(request) });
      reply.header("content-security-policy", policy);
      const produce = async () => {
        const read = await readOrRefuse(options, request, path);
        const { page } = read;
        const { redirect } = page;
        if (redirect !== undefined) {
          return { other: () => reply.header("cache-control", "no-cache").redirect(redirect, 302) };
        }
        const { movedTo } = page;
        if (movedTo !== undefined) {
          // Not for good in caches: another brand can get the name, and with it the address.
          reply.header("cache-control", "no-cache");
          return { other: () => reply.redirect(movedTo + request.url.slice(path.length), 301) };
        }
        const { body, isRendered } = await toHtml(read, request, isForPayment);
        if (page.status === 200 && isRendered) return { body, type, tags: page.tags };
        if (page.status === 503) reply.header("retry-after", "2");
        return { other: () => reply.code(page.status).type(type).header("cache-control", "no-cache").send(body) };
      };
      // A page names days of arrival and tax rates, so that one of others is never served.
      return respond(services, request, reply, { produce, variant: shopDay(services) + rates(services) });
    },
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0] ?? "/";

/** Which tax rates have begun; empty where none is to begin. */
function rates({ terms }: Services): string {
  const changes = terms.rateChangesBy(Date.now());
  return changes === 0 ? "" : ` rates ${changes}`;
}

/** The day that it is for the shop; empty where pages do not depend on it. */
function shopDay({ settings }: Services): string {
  const { delivery, shop } = settings.current;
  return delivery === undefined && settings.values.announcement === "" ? "" : dayIn(shop.timeZone, new Date());
}

function dayOf({ timeZone }: DeliverySettings, at: Date): ShopDay {
  return { today: dayIn(timeZone, at), todayEndsAt: endOfDay(timeZone, at).getTime() };
}

/** The style of the owner's look, in the page itself, so that no other one is seen before. */
function lookStyle({ settings }: Services): string {
  const rules = lookRules(settings.values);
  return rules === "" ? "" : `<style id="${lookStyleId}">${rules}</style>`;
}

/** The start of the shell in the owner's colour scheme; `system` is decided by the script in it. */
function inScheme(start: string, { colorScheme = "dark" }: ShopIdentity): string {
  if (colorScheme === "dark") return start;
  const { dark, light } = pageColors;
  const html =
    colorScheme === "light"
      ? '<html lang="en" data-mantine-color-scheme="light">'
      : '<html lang="en" data-mantine-color-scheme="dark" data-scheme="system">';
  const color =
    colorScheme === "light"
      ? `<meta name="theme-color" content="${light}">`
      : `<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">` +
        `<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)">`;
  return start
    .replace(/<html[^>]*>/, html)
    .replace(/<meta name="theme-color"[^>]*>/, color)
    .replace(/<meta name="color-scheme"[^>]*>/, `<meta name="color-scheme" content="${schemes[colorScheme]}">`);
}

const schemes = { light: "light", system: "dark light" };

/** The shell's icon, or the owner's logo in its place. */
function withIcon(head: string, { settings }: Services): string {
  const { logo } = settings.values;
  if (logo === "") return head;
  return head.replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${imageAt(logo, 160)}" type="image/webp">`);
}

/** What pages show of the owner's settings. */
function shownFacts({ settings, passwordMin, payments, mailer }: Services) {
  const { shop, policy, returns, delivery, cancelWindow } = settings.current;
  const { accent: _inStyles, ...identity } = shop;
  const { phoneColumns, headline } = settings.values;
  return {
    ...identity,
    ...(phoneColumns === "1" ? {} : { hasTwoOnPhones: true as const }),
    ...(headline === "" ? {} : { headline }),
    ...shownMenus(settings.values),
    ...announcementOn(settings.values, dayIn(shop.timeZone, new Date())),
    passwordMin,
    payments: payments.config.mode,
    ...(payments.config.stripe === null ? {} : { stripe: payments.config.stripe.mode }),
    ...shownMethods(settings.values.paymentMethods),
    ...shownExpress(settings.values, payments.config.mode),
    ...(settings.current.hasQuestions ? { hasQuestions: true as const } : {}),
    ...(canBuyAsGuest({ settings, mailer }) ? { hasGuestCheckout: true as const } : {}),
    ...shownCancelWindow(cancelWindow),
    ...(returns === undefined ? {} : { returnsDays: returns.days, isReturnFree: policy.isReturnFree }),
    ...(policy.productPaths === "id" ? {} : { productPaths: policy.productPaths }),
    ...(delivery === undefined ? {} : { delivery: { ...delivery, ...dayOf(delivery, new Date()) } }),
  };
}

/** The terms by which browsers price carts; nothing for the specified ones, which they have. */
function sellingOf(terms: TermsVersion): { selling?: Selling } {
  return terms.version === specifiedVersion.version ? {} : { selling: sellingBy(terms) };
}

/** Splits the client's HTML at its marks once; the result joins the parts with a page's own. */
function openShell({ services, shop, shell, screenFiles, render }: PageOptions) {
  const [beforeHead, afterHead] = splitAt(shell, "<!--page-head-->");
  const [beforeScripts, afterScripts] = splitAt(afterHead, "<!--page-scripts-->");
  const [beforeBody, afterBody] = splitAt(afterScripts, "<!--page-body-->");
  const [beforeData, afterData] = splitAt(afterBody, "<!--page-data-->");
  return async (
    { page, terms, ...written }: ReadPage,
    request: FastifyRequest,
    isForPayment: boolean,
  ): Promise<{ body: string; isRendered: boolean }> => {
    const without = isForPayment ? {} : { isWithoutPayment: true as const };
    const data: PageData = {
      shop: { ...shownFacts(services), ...without, ...sellingOf(terms), ...written },
      queries: page.queries,
    };
    // A screen that cannot be rendered here is left to the browser.
    const screen = await render(request.url, data).catch((error: unknown) => {
      request.log.error({ err: error }, "screen not rendered");
      return undefined;
    });
    const files = screenFiles(page.screen);
    const body = [
      inScheme(beforeHead, services.shop),
      renderMeta(page.meta, shop),
      lookStyle(services),
      // With the preload of the first image, which would otherwise wait until the styles have freed a connection.
      page.head(shop, written.infoPages),
      files.styles,
      withIcon(beforeScripts, services),
      files.scripts,
      beforeBody,
      screen ?? "",
      beforeData,
      `<script type="application/json" id="${pageDataElementId}">${scriptJson(data)}</script>`,
      afterData,
    ].join("");
    return { body, isRendered: screen !== undefined };
  };
}

/** A page, what the owner has written, to which every page links, and the terms of sale, by which each says what things cost. */
type ReadPage = { page: PageContent; infoPages: InfoLink[]; hasJournal?: true; terms: TermsVersion };

async function readOrRefuse(options: PageOptions, request: FastifyRequest, path: string): Promise<ReadPage> {
  const { services } = options;
  const params = new URLSearchParams(request.url.slice(path.length));
  try {
    return await readFromReplica(services, request, async (db) => {
      const facts = await infoFacts(services, db);
      const { pageSize, hasQuestions } = services.settings.current;
      const deps = { db, pageSize, facts, hasQuestions };
      const [found, shown] = await Promise.all([readPage(deps, path, params), readShown(db, facts)]);
      const page = found.status === 404 ? await withOldAddress(db, found, path) : found;
      return {
        page,
        infoPages: shown.pages.flatMap(({ slug, title, group }) => (group === "none" ? [] : [{ slug, title, group }])),
        ...(shown.hasJournal ? { hasJournal: true as const } : {}),
        terms: facts.terms,
      };
    });
  } catch (error) {
    if (!isOutage(error)) throw error;
    request.log.error({ err: error }, "page without data");
    return {
      page: { ...notFoundPage, status: 503, meta: homeMeta("", 1) },
      infoPages: [],
      terms: services.terms.newest,
    };
  }
}

/** A page that there is not, unless its address is one of before the shop moved in. */
async function withOldAddress(db: Db, page: PageContent, path: string): Promise<PageContent> {
  const movedTo = await findOldAddress(db, path);
  return movedTo === undefined || movedTo === path ? page : { ...page, movedTo };
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`The client's HTML lacks the mark ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
