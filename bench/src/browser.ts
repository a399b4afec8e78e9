import { type BrowserContext, chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../e2e/src/browser.ts";
import { median } from "./rounds.ts";

/** A cold load of a page. Times in milliseconds, sizes in transferred bytes. */
type Load = { lcp: number; cls: number; tbt: number; requests: number; bytes: number };

/** A page at one viewport width: the median of its loads, and its limits, if it has any. */
export type PageFigures = { page: string; screen: string; load: Load; limits: PageLimits | undefined };

type PageLimits = Pick<Load, "lcp" | "cls" | "tbt">;

/** The limits of a first visit to Home or a product page, on a slow phone and connection. */
const limits: PageLimits = { lcp: 1_800, cls: 0.02, tbt: 150 };

/** The CPU throttling factor. */
const slowdown = 4;

/** The "Fast 3G" profile of browser developer tools. */
const connection = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

const screens = [
  { screen: "phone", viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { screen: "desktop", viewport: { width: 1440, height: 900 } },
];

/** A page counts as loaded after this much network idle time, in milliseconds. */
const quietMs = 1_000;

/**
 * Loads pages of a shop with an empty cache, a throttled CPU and a throttled connection. Returns the
 * medians of `rounds` loads.
 */
export async function measurePages(shop: string, rounds: number): Promise<PageFigures[]> {
  const pages = await pagesOf(shop);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
  try {
    const figures: PageFigures[] = [];
    for (const { page, path, isPromised, cart } of pages) {
      for (const { screen, ...look } of screens) {
        const loads: Load[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const context = await browser.newContext(look);
          if (cart !== undefined) await keepCart(context, cart);
          loads.push(await load(context, shop + path));
          await context.close();
        }
        figures.push({ page, screen, load: medianOf(loads), limits: isPromised ? limits : undefined });
      }
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function pagesOf(shop: string) {
  const listed: unknown = await (await fetch(`${shop}/api/products`)).json();
  const products: unknown = Reflect.get(Object(listed), "products");
  const first = Array.isArray(products) ? Object(products[0]) : {};
  const read = (key: string): unknown => Reflect.get(first, key);
  const line = { qty: 1, product: read("_id"), ...first };
  return [
    { page: "Home", path: "/", isPromised: true, cart: undefined },
    { page: "product", path: `/product/${String(read("_id"))}`, isPromised: true, cart: undefined },
    { page: "search", path: "/search/lamp", isPromised: false, cart: undefined },
    { page: "cart", path: "/cart", isPromised: false, cart: { orderItems: [line] } },
    { page: "sign-in", path: "/login", isPromised: false, cart: undefined },
  ];
}

async function keepCart(context: BrowserContext, cart: object): Promise<void> {
  await context.addInitScript((stored) => localStorage.setItem("cart", stored), JSON.stringify(cart));
}

async function load(context: BrowserContext, url: string): Promise<Load> {
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
  await page.addInitScript(observe);
  await page.goto(url);
  await page.waitForFunction(
    (quiet) =>
      document.querySelector("#root[data-hydrated]") !== null &&
      performance.now() - Reflect.get(globalThis, "lastChange") > quiet,
    quietMs,
  );
  const seen = await page.evaluate((): PageLimits => Reflect.get(globalThis, "seen"));
  if (seen.lcp === 0) throw new Error(`${url} showed nothing`);
  return { ...seen, requests, bytes };
}

/**
 * Runs in the page before its own scripts. Uses no named functions: the bundler would insert helpers
 * that do not exist there.
 */
function observe(): void {
  const seen = { lcp: 0, cls: 0, tbt: 0 };
  const tasks: { blocksFrom: number; until: number }[] = [];
  Object.assign(globalThis, { seen, lastChange: Number.POSITIVE_INFINITY });
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
      seen.tbt = tasks.reduce(
        (sum, { blocksFrom, until }) => sum + Math.max(0, until - Math.max(painted, blocksFrom)),
        0,
      );
      Object.assign(globalThis, { lastChange: performance.now() });
    }).observe({ type, buffered: true });
  }
}

function medianOf(loads: Load[]): Load {
  const middle = (key: keyof Load) => median(loads.map((one) => one[key]));
  return {
    lcp: middle("lcp"),
    cls: middle("cls"),
    tbt: middle("tbt"),
    requests: middle("requests"),
    bytes: middle("bytes"),
  };
}
