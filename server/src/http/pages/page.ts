import { productImageSizes } from "@shop/shared/image";
import {
  firstReviewsInput,
  homeListInput,
  homeMeta,
  type PageData,
  type PageMeta,
  pageDataElementId,
  plainMeta,
  productMeta,
} from "@shop/shared/page-data";
import { toPageNumber } from "@shop/shared/page-number";
import type { PaymentConfig } from "@shop/shared/payment";
import { earlyHoldKey, earlyPressKey } from "@shop/shared/prerender";
import { keywordSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { listProducts } from "../../domain/catalog/list.ts";
import { readFrontPage, readStorefront } from "../../domain/catalog/storefront.ts";
import { DomainError, isOutage } from "../../domain/errors.ts";
import { readProductPage } from "../../domain/review/product-page.ts";
import type { Services } from "../context.ts";
import { readFromReplica } from "../read-replica.ts";
import { type Html, joinHtml, lastingScriptJson, scriptJson } from "./html.ts";
import { makeNonce } from "./nonce.ts";
import { renderImagePreload, renderMeta, renderProductLd, type ShopIdentity } from "./page-meta.ts";
import type { Prerendered } from "./prerender.ts";
import type { ScreenFiles } from "./screen-files.ts";

export type PageOptions = {
  services: Services;
  shop: ShopIdentity;
  /** The built client's HTML, with a mark in its head and one before its script. */
  shell: string;
  /** What to load ahead for a screen. */
  screenFiles: ScreenFiles;
  /** Draws what shows before the screen's own code is there. */
  prerendered: Prerendered;
};

type Query = PageData["queries"][number] & {
  data: object;
  /** Whether the same object is served again and again. */
  isLasting?: boolean;
};

type Page = {
  status: number;
  meta: PageMeta;
  queries: Query[];
  /** The client's screen that shows it; Home and what is not found need no code of their own. */
  screen?: string;
  /** Further head elements, made for one response. */
  head: (nonce: string, shop: ShopIdentity) => string;
  /** What shows before any script has run; nothing where that needs the visitor's own data. */
  prerendered?: Html[];
};

/** Pages that carry no data of their own: their names and screens. */
const plainPages = new Map([
  ["/cart", { name: "Shopping Cart", screen: "cart-page" }],
  ["/login", { name: "Sign In", screen: "login-page" }],
  ["/register", { name: "Register", screen: "register-page" }],
  ["/profile", { name: "Profile", screen: "profile-page" }],
  ["/shipping", { name: "Shipping", screen: "shipping-page" }],
  ["/payment", { name: "Payment Method", screen: "payment-page" }],
  ["/placeorder", { name: "Place Order", screen: "place-order-page" }],
]);

/** The administrators' screens. Who may see them is for the calls behind them to say. */
const adminPages: { path: RegExp; name: string; screen: string }[] = [
  { path: /^\/admin\/orderlist$/, name: "Orders", screen: "admin/order-list-page" },
  { path: /^\/admin\/productlist(\/[^/]+)?$/, name: "Products", screen: "admin/product-list-page" },
  { path: /^\/admin\/brandlist$/, name: "Brands", screen: "admin/brand-list-page" },
  { path: /^\/admin\/categorylist$/, name: "Categories", screen: "admin/category-list-page" },
  { path: /^\/admin\/userlist$/, name: "Users", screen: "admin/user-list-page" },
  { path: /^\/admin\/audit$/, name: "Audit", screen: "admin/audit-page" },
  { path: /^\/admin\/product\/[^/]+\/edit$/, name: "Edit product", screen: "admin/product-edit-page" },
  { path: /^\/admin\/brand\/[^/]+\/edit$/, name: "Edit brand", screen: "admin/brand-edit-page" },
  { path: /^\/admin\/category\/[^/]+\/edit$/, name: "Edit category", screen: "admin/category-edit-page" },
  { path: /^\/admin\/user\/[^/]+\/edit$/, name: "Edit user", screen: "admin/user-edit-page" },
];

/**
 * Says who the browser remembers, for styles that must know it before anything
 * is drawn, and keeps the last early press of a button until its screen is
 * there, as well as one that is not let go yet.
 */
const welcome = [
  'try{document.documentElement.dataset.visitor=JSON.parse(localStorage.userInfo).isAdmin?"admin":"customer"}catch{}',
  '{const drawn=(e,kind)=>e.target.closest?.("#prerender "+kind)',
  `addEventListener("click",e=>{const b=drawn(e,"button");if(b){e.preventDefault();window.${earlyPressKey}=b}},true)`,
  `addEventListener("mousedown",e=>{if(e.button===0)window.${earlyHoldKey}=drawn(e,":is(a,button)")},true)`,
  `addEventListener("keydown",e=>{if(e.key===" ")window.${earlyHoldKey}=drawn(e,"button")},true)`,
  `for(const end of["mouseup","keyup"])addEventListener(end,()=>{window.${earlyHoldKey}=null},true)}`,
].join(";");

/** How wide the largest picture is shown; the client's own elements say the same. */
const windowSizes = "(min-width: 75em) 560px, (min-width: 48em) 45vw, 92vw";

/**
 * Answers every address that is not an API, a file or a crawler's: the shell
 * with the address's own title and description, and with the data that its
 * first screen shows. Unknown addresses and products answer 404 with the same
 * shell, so that people land on a screen with a way on.
 */
export function pageRoutes(app: FastifyInstance, options: PageOptions): void {
  const { services, shop, shell, screenFiles } = options;
  const [beforeHead, afterHead] = splitAt(Buffer.from(shell), "<!--page-head-->");
  const [beforePrerendered, afterPrerendered] = splitAt(afterHead, "<!--prerender-->");
  const [beforeData, afterData] = splitAt(afterPrerendered, "<!--page-data-->");
  const { passwordMin, payments } = services;
  const shopData: PageData["shop"] = { ...shop, passwordMin, payments: payments.config.mode };
  const shopJson = scriptJson(shopData);
  const policy = contentPolicy(shop.origin.startsWith("https:"), providerHosts(services.payments.config));

  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      const path = request.url.split("?", 1)[0] ?? "/";
      if (/^\/(api|trpc|static|uploads)(\/|$)/.test(path)) return reply.callNotFound();
      const page = await buildPage(options, request, path);
      const nonce = makeNonce();
      reply
        .code(page.status)
        .type("text/html; charset=utf-8")
        .header("content-security-policy", policy(nonce))
        .header("cache-control", "no-cache");
      if (page.status === 503) reply.header("retry-after", "2");
      return joinHtml([
        beforeHead,
        renderMeta(page.meta, shop),
        page.screen === undefined ? "" : screenFiles(page.screen),
        page.head(nonce, shop),
        page.prerendered === undefined ? "" : `<script nonce="${nonce}">${welcome}</script>`,
        beforePrerendered,
        ...(page.prerendered ?? []),
        beforeData,
        `<script type="application/json" id="${pageDataElementId}" nonce="${nonce}">{"shop":${shopJson},"queries":[`,
        ...page.queries.flatMap(queryJson),
        "]}</script>",
        afterData,
      ]);
    },
  });
}

function queryJson({ path, input, data, isLasting }: Query, place: number): Html[] {
  const start = `${place === 0 ? "" : ","}{"path":${JSON.stringify(path)},`;
  const inputJson = input === undefined ? "" : `"input":${scriptJson(input)},`;
  return [start, inputJson, '"data":', isLasting ? lastingScriptJson(data) : scriptJson(data), "}"];
}

async function buildPage(options: PageOptions, request: FastifyRequest, path: string): Promise<Page> {
  try {
    return await readFromReplica(options.services, request, (db) => findPage(options, db, path));
  } catch (error) {
    if (error instanceof DomainError) return { ...notFoundPage, meta: plainMeta(error.message, "/") };
    if (!isOutage(error)) throw error;
    request.log.error({ err: error }, "page without data");
    return { ...notFoundPage, status: 503, meta: homeMeta("", "/") };
  }
}

async function findPage(options: PageOptions, db: Db, path: string): Promise<Page> {
  const segments = path.split("/").slice(1).map(decode);
  const [room, first, second, third] = segments;
  if (path === "/") return homePage(options, db, path, "", 1);
  if (room === "page" && first !== undefined && segments.length === 2) {
    return homePage(options, db, path, "", toPageNumber(first));
  }
  if (room === "search" && first !== undefined && segments.length === 2) {
    return homePage(options, db, path, first, 1);
  }
  if (room === "search" && first !== undefined && second === "page" && segments.length === 4) {
    return homePage(options, db, path, first, toPageNumber(third));
  }
  if (room === "product" && first !== undefined && segments.length === 2) {
    return productPage(options, db, first);
  }
  // Whose order it is and whether it exists is not for the page to say.
  if (room === "order" && first !== undefined && segments.length === 2) {
    return plainPage(path, { name: `Order ${first.slice(-5)}`, screen: "order-page" });
  }
  const adminPage = room === "admin" ? adminPages.find((page) => page.path.test(path)) : undefined;
  if (adminPage !== undefined)
    return { ...plainPage(path, adminPage), head: () => '<meta name="robots" content="noindex">' };
  const plain = plainPages.get(path);
  return plain === undefined ? notFoundPage : plainPage(path, plain);
}

async function homePage(
  { services: { pageSize }, prerendered }: PageOptions,
  db: Db,
  path: string,
  word: string,
  pageNumber: number,
): Promise<Page> {
  const parsed = keywordSchema.safeParse(word);
  const keyword = parsed.success ? parsed.data : word;
  const input = homeListInput(keyword, pageNumber);
  const isSearch = keyword !== "";
  const readBoth = async () => {
    const [list, around] = await Promise.all([
      parsed.success ? listProducts(db, input, pageSize) : undefined,
      readStorefront(db, isSearch ? 0 : featuredLimit),
    ]);
    return { list, ...around };
  };
  const isFront = !isSearch && input.pageNumber === 1;
  const { list, featured, brands, categories } = isFront
    ? await readFrontPage(db, { featuredLimit, pageSize })
    : await readBoth();
  const queries: Query[] = [
    { path: ["catalog", "brands"], data: brands, isLasting: true },
    { path: ["catalog", "categories"], data: categories, isLasting: true },
  ];
  if (list !== undefined) queries.unshift({ path: ["catalog", "list"], input, data: list });
  if (!isSearch) queries.unshift({ path: ["catalog", "featured"], data: featured });
  const shown = featured[0]?.image;
  return {
    status: 200,
    meta: homeMeta(keyword, path),
    queries,
    head: () => (shown === undefined ? "" : renderImagePreload(shown, windowSizes)),
    prerendered: prerendered.home(featured[0]),
  };
}

async function productPage({ prerendered }: PageOptions, db: Db, id: string): Promise<Page> {
  const { product, reviews } = await readProductPage(db, id);
  return {
    status: 200,
    meta: productMeta(product),
    screen: "product-page",
    queries: [
      // Its reviews are the next answer's.
      { path: ["catalog", "product"], input: { id: product._id }, data: { ...product, reviews: [] } },
      { path: ["review", "list"], input: firstReviewsInput(product._id), data: reviews },
    ],
    head: (nonce, shop) => renderImagePreload(product.image, productImageSizes) + renderProductLd(product, shop, nonce),
    prerendered: prerendered.product(product),
  };
}

function plainPage(path: string, { name, screen }: { name: string; screen: string }): Page {
  return { status: 200, meta: plainMeta(name, path), queries: [], screen, head: () => "" };
}

const notFoundPage: Page = {
  status: 404,
  meta: plainMeta("Page not found", "/"),
  queries: [],
  head: () => "",
};

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function splitAt(text: Buffer, mark: string): [Buffer, Buffer] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`The client's HTML lacks the mark ${mark}`);
  return [text.subarray(0, at), text.subarray(at + mark.length)];
}

/** Where the payment provider's script comes from, whom it asks, and what it frames. */
function providerHosts({ mode, scriptBase }: PaymentConfig): string {
  if (scriptBase === null) return "";
  if (mode === "simulator") return ` ${scriptBase}`;
  return " https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com";
}

/**
 * What a page may load. Scripts need our origin or the response's own nonce;
 * Mantine needs inline styles. The payment provider's hosts are on every page:
 * a browser keeps the policy of the page that it loaded first, and from there
 * people come to their order without loading another.
 */
function contentPolicy(isSecure: boolean, provider: string): (nonce: string) => string {
  const rules = [
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${provider}`,
    "font-src 'self'",
    `connect-src 'self'${provider}`,
    ...(provider === "" ? [] : [`frame-src${provider}`]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return (nonce) => `${rules}; script-src 'self' 'nonce-${nonce}'${provider}`;
}
