import { type BrowserContext, chromium } from "playwright-core";
import { z } from "zod";
import { browserArguments, findBrowser } from "../../e2e/src/browser.ts";
import type { ImageTwins } from "./image-twins.ts";
import { median } from "./rounds.ts";
import { startStaticReference } from "./static-reference.ts";

/**
 * A cold load of a page. Times in milliseconds, sizes in transferred bytes. `tbt` is the blocking time from the first
 * contentful paint, `blocked` that of the whole load: a page that paints only after its scripts hides their work from
 * the first.
 */
type Load = z.infer<typeof seenSchema> & { requests: number; bytes: number };

const seenSchema = z.object({
  fcp: z.number(),
  lcp: z.number(),
  cls: z.number(),
  tbt: z.number(),
  blocked: z.number(),
});

/** The median loads of a page at one viewport width: of the shop, of the static reference, and of an earlier shop. */
export type PageFigures = { page: string; screen: string; load: Load; reference: Load; before: Load | undefined };

/** The CPU throttling factor. */
const slowdown = 4;

/** The "Fast 3G" profile of browser developer tools. */
const connection = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

const phone = "phone";
const screens = [
  { screen: phone, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { screen: "desktop", viewport: { width: 1440, height: 900 } },
];

/** A page counts as loaded after this much network idle time, in milliseconds. */
const quietMs = 1_000;
/** The same for pages that do not say when they are hydrated. */
const longQuietMs = 3_000;

type MeasuredPage = { page: string; path: string; cart: object | undefined };
type Shops = { shop: string; before: string | undefined };

/**
 * Loads pages of a shop with an empty cache, a throttled CPU and a throttled connection, in turn with the same pages as
 * static ones and, if given, with those of an earlier shop, which lacks the twins. Returns the medians of `rounds` loads.
 */
export async function measurePages(
  { shop, before }: Shops,
  rounds: number,
  { twins, isPhoneOnly }: { twins: ImageTwins; isPhoneOnly: boolean },
): Promise<PageFigures[]> {
  // The reference has the products of the shop that it shows.
  const own = await pagesOf(shop, twins);
  const pages = [own, own, before === undefined ? own : await pagesOf(before, undefined)];
  return measureLoads({ shop, before }, pages, { rounds, isPhoneOnly });
}

/** The same of Home alone, under a name that says what it shows. */
export function measureHome(
  shop: string,
  page: string,
  course: { rounds: number; isPhoneOnly: boolean },
): Promise<PageFigures[]> {
  const home = [{ page, path: "/", cart: undefined }];
  return measureLoads({ shop, before: undefined }, [home, home], course);
}

async function measureLoads(
  { shop, before }: Shops,
  pages: MeasuredPage[][],
  { rounds, isPhoneOnly }: { rounds: number; isPhoneOnly: boolean },
): Promise<PageFigures[]> {
  const reference = await startStaticReference(shop);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
  try {
    const figures: PageFigures[] = [];
    const origins = before === undefined ? [shop, reference.origin] : [shop, reference.origin, before];
    for (const [n, { page }] of (pages[0] ?? []).entries()) {
      for (const { screen, ...look } of screens) {
        if (isPhoneOnly && screen !== phone) continue;
        const loads: Load[][] = origins.map(() => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [contender, origin] of origins.entries()) {
            const { path, cart } = pages[contender]?.[n] ?? { path: "/", cart: undefined };
            const context = await browser.newContext(look);
            if (cart !== undefined) await keepCart(context, cart);
            loads[contender]?.push(await load(context, origin + path, origin === shop));
            await context.close();
          }
        }
        const [measured, plain, earlier] = loads.map(medianOf);
        if (measured !== undefined && plain !== undefined) {
          figures.push({ page, screen, load: measured, reference: plain, before: earlier });
        }
      }
    }
    return figures;
  } finally {
    await browser.close();
    await reference.stop();
  }
}

/** The product page with one image, and with ten. */
export const twinPages = { one: "one image", ten: "ten images" } as const;

/** The measured pages of a shop. One without twins has its first product in their place. */
async function pagesOf(shop: string, twins: ImageTwins | undefined): Promise<MeasuredPage[]> {
  const listed: unknown = await (await fetch(`${shop}/api/products`)).json();
  const products: unknown = Reflect.get(Object(listed), "products");
  const first = Array.isArray(products) ? Object(products[0]) : {};
  const read = (key: string): unknown => Reflect.get(first, key);
  const line = { ...first, qty: 1 };
  const productPath = (id: unknown) => `/product/${String(id)}`;
  return [
    { page: "Home", path: "/", cart: undefined },
    { page: "product", path: productPath(read("_id")), cart: undefined },
    { page: twinPages.one, path: productPath(twins?.one ?? read("_id")), cart: undefined },
    { page: twinPages.ten, path: productPath(twins?.ten ?? read("_id")), cart: undefined },
    { page: "search", path: "/search/lamp", cart: undefined },
    { page: "cart", path: "/cart", cart: { cartItems: [line] } },
    { page: "sign-in", path: "/login", cart: undefined },
  ];
}

async function keepCart(context: BrowserContext, cart: object): Promise<void> {
  await context.addInitScript((stored) => localStorage.setItem("cart", stored), JSON.stringify(cart));
}

async function load(context: BrowserContext, url: string, isHydrated: boolean): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", connection);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  let [requests, bytes] = [0, 0];
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  // A binding: questions to the page would evaluate the library's own scripts in it, which block a slow processor too.
  await devtools.send("Runtime.enable");
  await devtools.send("Runtime.addBinding", { name: "reportLoad" });
  const reported = new Promise<string>((resolve) => {
    devtools.on("Runtime.bindingCalled", ({ payload }) => resolve(payload));
  });
  await page.addInitScript(
    observe,
    isHydrated ? { ready: "#root[data-hydrated]", quiet: quietMs } : { ready: "body", quiet: longQuietMs },
  );
  await page.goto(url);
  const seen = seenSchema.parse(JSON.parse(await reported));
  if (seen.lcp === 0) throw new Error(`${url} showed nothing`);
  return { ...seen, requests, bytes };
}

/**
 * Runs in the page before its own scripts, and reports once the page has been quiet for long enough. Uses no named
 * functions: the bundler would insert helpers that do not exist there.
 */
function observe({ ready, quiet }: { ready: string; quiet: number }): void {
  const seen = { fcp: 0, lcp: 0, cls: 0, tbt: 0, blocked: 0 };
  const tasks: { blocksFrom: number; until: number }[] = [];
  let lastChange = Number.POSITIVE_INFINITY;
  setInterval(() => {
    if (document.querySelector(ready) === null || performance.now() - lastChange <= quiet) return;
    Reflect.get(globalThis, "reportLoad")(JSON.stringify(seen));
    lastChange = Number.POSITIVE_INFINITY;
  }, 100);
  for (const type of ["largest-contentful-paint", "layout-shift", "longtask", "resource"]) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration } = entry;
        if (type === "largest-contentful-paint") seen.lcp = startTime;
        else if (type === "layout-shift") seen.cls += Number(Reflect.get(entry, "value"));
        else if (type === "longtask") tasks.push({ blocksFrom: startTime + 50, until: startTime + duration });
      }
      // By definition, blocking time counts from the first contentful paint.
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY;
      seen.fcp = Number.isFinite(painted) ? painted : 0;
      seen.blocked = tasks.reduce((sum, { blocksFrom, until }) => sum + Math.max(0, until - blocksFrom), 0);
      seen.tbt = tasks.reduce(
        (sum, { blocksFrom, until }) => sum + Math.max(0, until - Math.max(painted, blocksFrom)),
        0,
      );
      lastChange = performance.now();
    }).observe({ type, buffered: true });
  }
}

function medianOf(loads: Load[]): Load {
  const middle = (key: keyof Load) => median(loads.map((one) => one[key]));
  return {
    fcp: middle("fcp"),
    lcp: middle("lcp"),
    cls: middle("cls"),
    tbt: middle("tbt"),
    blocked: middle("blocked"),
    requests: middle("requests"),
    bytes: middle("bytes"),
  };
}
