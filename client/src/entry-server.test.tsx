import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { readProductQuery } from "@shop/shared/catalog/product-address";
import { specifiedBlocks } from "@shop/shared/page/home-layout";
import type { InfoPage } from "@shop/shared/page/info-page";
import { homeListInput } from "@shop/shared/page/page-data";
import { allReviews, reviewsInput } from "@shop/shared/review/review-address";
import { act, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import type { Location } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openShop, Providers } from "./app/providers.tsx";
import { loadScreen } from "./app/routes.tsx";
import { routerInTest, stubServer } from "./app/shop-in-test.tsx";
import { ShopRouter } from "./app/shop-router.tsx";
import { render } from "./entry-server.tsx";
import type { ShopPageData } from "./lib/page-data.ts";
import { useEarlyInput } from "./lib/use-early-input.ts";
import type { ShopIdentity } from "./ui/shop-identity.ts";

const shop: ShopIdentity = { name: "Lumen & Loom", origin: "http://localhost", passwordMin: 8, payments: "off" };
const user = { _id: "u1", name: "Ada Lovelace", email: "ada@example.com", isAdmin: false };

function product(id: string, more: Partial<ProductSummary> = {}): ProductSummary {
  return {
    _id: id,
    name: `Lamp ${id}`,
    brand: "Acme",
    category: "Lamps",
    description: "It glows",
    user: null,
    image: `/uploads/${id}.webp`,
    price: 1_234.5,
    countInStock: 3,
    rating: 4.5,
    numReviews: 1,
    ...more,
  };
}

function homeData(keyword = "", pageNumber = 1): ShopPageData["queries"] {
  const products = [product("a"), product("b", { countInStock: 0 })];
  const input = homeListInput(keyword, pageNumber);
  return [
    { path: ["catalog", "featured"], data: products },
    { path: ["catalog", "list"], input, data: { products, page: pageNumber, pages: 3, total: 6 } },
    { path: ["catalog", "brands"], data: [{ _id: "1", name: "Acme" }] },
    { path: ["catalog", "categories"], data: [{ _id: "1", name: "Lamps" }] },
    { path: ["catalog", "entrances"], data: [entrance] },
    { path: ["catalog", "home"], input: { isFirstPage: pageNumber === 1 }, data: [...specifiedBlocks] },
  ];
}

const lamps = { _id: "t1", name: "Lamps", slug: "lamps", products: 14 };
const entrance = { ...lamps, kind: "category", image: "/uploads/a.webp", imageOf: "a" } as const;

function termData(query = ""): ShopPageData["queries"] {
  const term = { kind: "category", slug: "lamps" } as const;
  return [
    {
      path: ["catalog", "term"],
      input: term,
      data: { ...lamps, description: "Light for every room.", image: "", imageAlt: "" },
    },
    ...listingData(`${query}&category=Lamps`),
  ];
}

function productData(shown: ProductSummary): ShopPageData["queries"] {
  const createdAt = "2026-01-31T23:30:00.000Z";
  const review = { _id: "r1", name: "Ada", rating: 5, comment: "Very bright", isVerified: true, createdAt };
  return [
    {
      path: ["catalog", "product"],
      input: { id: shown._id },
      data: { ...shown, reviews: [], brandSlug: "acme", categorySlug: "lamps" },
    },
    {
      path: ["review", "list"],
      input: reviewsInput(shown._id, allReviews),
      data: { reviews: [review], page: 1, pages: 1, total: 1, byRating: [0, 0, 0, 0, 1] },
    },
  ];
}

function listingData(query: string): ShopPageData["queries"] {
  const none = { count: 0, hasMore: false };
  const facets = {
    brand: [{ value: "Acme", count: 1_000, hasMore: true }],
    category: [],
    price: [],
    rating: [],
    inStock: { ...none, count: 7 },
  };
  const found = { products: [product("a")], page: 1, pages: 84, total: 1_000, hasMore: true, facets };
  return [{ path: ["catalog", "find"], input: readProductQuery(new URLSearchParams(query)), data: found }];
}

const missing: ShopPageData["queries"] = [
  { path: ["catalog", "product"], input: { id: "none" }, data: null },
  { path: ["catalog", "featured"], data: [product("a")] },
];

const returns: InfoPage = {
  slug: "returns",
  title: "Returns",
  description: "You have 30 days.",
  updatedAt: "2026-11-23T23:30:00.000Z",
  body: [
    { type: "paragraph", content: ["You have 30 days. ", { type: "link", to: "/withdrawal", content: ["Form"] }] },
  ],
};

type PublicPage = { path: string; queries: ShopPageData["queries"]; heading: string; texts: string[]; links: string[] };

/** Every public page with what a reader without scripts finds there. */
const publicPages: PublicPage[] = [
  {
    path: "/",
    queries: homeData(),
    heading: "Lumen & Loom",
    texts: ["Lamp a", "$1,234.50", "Sold Out"],
    links: ["/product/b", "/page/2", "/cart", "/login", "/browse", "/category/lamps"],
  },
  { path: "/page/2", queries: homeData("", 2), heading: "Lumen & Loom", texts: ["page 2"], links: ["/page/3"] },
  {
    path: "/search/lamp",
    queries: homeData("lamp"),
    heading: "Results for “lamp”",
    texts: ["Lamp b"],
    links: ["/search/lamp/page/2"],
  },
  {
    path: "/search/lamp/page/2",
    queries: homeData("lamp", 2),
    heading: "Results for “lamp” page 2",
    texts: ["Lamp b"],
    links: ["/search/lamp/page/3"],
  },
  {
    path: "/?brand=Nobody",
    queries: homeData(),
    heading: "Lumen & Loom",
    texts: ["No products found."],
    links: [],
  },
  {
    path: "/product/a",
    queries: productData(product("a")),
    heading: "Lamp a",
    texts: ["$1,234.50", "Only 3 left", "Very bright", "2026-01-31"],
    links: ["/login?redirect=/product/a", "/category/lamps", "/brand/acme"],
  },
  {
    path: "/products?brand=Acme&sort=newest",
    queries: listingData("brand=Acme&sort=newest"),
    heading: "All products",
    texts: ["Lamp a", "1–1 of 1,000+ products", "Acme1,000+", "In stock7"],
    links: ["/products?sort=newest", "/products?brand=Acme&sort=newest&pageNumber=2"],
  },
  { path: "/product/none", queries: missing, heading: "Product not found", texts: [], links: ["/product/a"] },
  {
    path: "/category/lamps",
    queries: termData(),
    heading: "Lamps",
    texts: ["Light for every room.", "Lamp a"],
    links: ["/browse", "/product/a", "/category/lamps?pageNumber=2"],
  },
  {
    path: "/category/lamps?brand=Acme",
    queries: termData("brand=Acme"),
    heading: "Lamps",
    texts: ["Lamp a"],
    links: ["/category/lamps", "/category/lamps?brand=Acme&pageNumber=2"],
  },
  {
    path: "/brand/none",
    heading: "Brand not found",
    texts: [],
    links: ["/browse"],
    queries: [{ path: ["catalog", "term"], input: { kind: "brand", slug: "none" }, data: null }],
  },
  {
    path: "/browse",
    heading: "Categories and Brands",
    texts: ["14 products"],
    links: ["/category/lamps", "/brand/acme"],
    queries: [
      { path: ["catalog", "menu"], data: { categories: [lamps], brands: [{ ...lamps, name: "Acme", slug: "acme" }] } },
    ],
  },
  { path: "/compare", queries: [], heading: "Compare Products", texts: [], links: [] },
  {
    path: "/info/returns",
    heading: "Returns",
    texts: ["You have 30 days.", "November 23, 2026"],
    links: ["/withdrawal", "/saved"],
    queries: [{ path: ["info", "page"], input: { slug: "returns" }, data: returns }],
  },
  {
    path: "/info/none",
    heading: "Page not found",
    texts: [],
    links: ["/"],
    queries: [{ path: ["info", "page"], input: { slug: "none" }, data: null }],
  },
  { path: "/saved", queries: [], heading: "Saved Items", texts: [], links: ["/products"] },
  { path: "/saved/shared", queries: [], heading: "Shared List", texts: [], links: ["/products"] },
  { path: "/cart", queries: [], heading: "Shopping Cart", texts: [], links: ["/"] },
  {
    path: "/login?redirect=/profile",
    queries: [],
    heading: "Sign In",
    texts: ["Password"],
    links: ["/register?redirect=/profile"],
  },
  { path: "/register", queries: [], heading: "Register", texts: ["At least 8 characters."], links: ["/login"] },
  { path: "/forgot-password", queries: [], heading: "Forgot Your Password?", texts: [], links: ["/login"] },
  { path: "/reset-password", queries: [], heading: "New Password", texts: [], links: ["/forgot-password"] },
  { path: "/withdrawal", queries: [], heading: "Withdraw From a Contract", texts: [], links: ["/"] },
  { path: "/confirm-email", queries: [], heading: "Confirm Email", texts: [], links: [] },
  { path: "/restore-email", queries: [], heading: "Was This Not You?", texts: [], links: [] },
  { path: "/no/such/place", queries: [], heading: "Page not found", texts: [], links: ["/"] },
];

let container: HTMLElement;
let root: Root | undefined;

beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
});

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  container.remove();
  vi.useRealTimers();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage"));
});

async function show(path: string, queries: ShopPageData["queries"] = [], identity = shop): Promise<void> {
  container.innerHTML = await render(path, { shop: identity, queries });
}

/** Hydrates the shown page; returns what React had to correct. */
async function hydrate(
  at: string | Partial<Location>,
  queries: ShopPageData["queries"] = [],
  identity = shop,
): Promise<unknown[]> {
  const problems: unknown[] = [];
  // React leaves attributes that differ, such as ids, and only warns of them.
  vi.spyOn(console, "error").mockImplementation((message: unknown) => problems.push(String(message)));
  await loadScreen(typeof at === "string" ? new URL(at, "http://localhost").pathname : (at.pathname ?? "/"));
  const router = routerInTest([at]);
  await act(async () => {
    root = hydrateRoot(
      container,
      <EarlyInput>
        <Providers shop={openShop({ shop: identity, queries })}>
          <ShopRouter router={router} />
        </Providers>
      </EarlyInput>,
      { onRecoverableError: (error) => problems.push(String(error)) },
    );
  });
  return problems;
}

function EarlyInput({ children }: { children: ReactNode }) {
  useEarlyInput(container);
  return children;
}

function field(selector: string): HTMLInputElement {
  const found = container.querySelector(selector);
  if (!(found instanceof HTMLInputElement)) throw new Error(`nothing is ${selector}`);
  return found;
}

for (const { path, queries, heading, texts, links } of publicPages) {
  test(`The page at ${path} can be read before its scripts, and hydrates without a correction`, async () => {
    stubServer({});
    await show(path, queries);
    expect([...container.querySelectorAll("h1")].map((h1) => h1.textContent.trim())).toEqual([heading]);
    for (const text of texts) expect(container.textContent).toContain(text);
    for (const link of links) expect(container.querySelector(`a[href="${link}"]`), link).not.toBeNull();
    expect(container.querySelector("form[role=search]")?.getAttribute("action")).toBe("/search");
    expect(container.querySelectorAll("script, style, template")).toHaveLength(0);
    expect(await hydrate(path, queries)).toEqual([]);
  });

  test(`The page at ${path} hydrates without a correction for a customer with a full cart`, async () => {
    stubServer({ "account.profile": () => user, "review.mine": () => null });
    localStorage.setItem("userInfo", JSON.stringify(user));
    localStorage.setItem("cart", JSON.stringify({ cartItems: [{ ...product("c"), qty: 2 }] }));
    await show(path, queries);
    expect(container.textContent).not.toContain("Ada Lovelace");
    expect(await hydrate(path, queries)).toEqual([]);
    await waitFor(() => expect(container.querySelector("header")?.textContent).toContain("Ada Lovelace"));
    expect(container.querySelector('[aria-label="Cart, 2 items"]')).not.toBeNull();
  });
}

for (const path of ["/profile", "/order/1", "/admin/orderlist", "/admin/nowhere"]) {
  test(`The page at ${path} is sent as a shell, which the guard of the browser's user fills`, async () => {
    stubServer({ "account.profile": () => user });
    await show(path);
    expect(container.querySelector("header, footer")).not.toBeNull();
    expect(container.querySelector("main")?.textContent).toBe("");
    expect(await hydrate(path)).toEqual([]);
    // A guest has to sign in.
    await waitFor(() => expect(container.querySelector("h1")?.textContent).toBe("Sign In"));
  });
}

test("The days of arrival are those of the page until it is hydrated, and then those of the shop's current day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:59:00.000Z") });
  stubServer({});
  const queries = productData(product("a"));
  const delivery = { minDays: 3, maxDays: 5, holidays: ["2026-11-26"], timeZone: "America/New_York" };
  const todayEndsAt = Date.parse("2026-11-21T05:00:00.000Z");
  const identity: ShopIdentity = { ...shop, delivery: { ...delivery, today: "2026-11-20", todayEndsAt } };
  await show("/product/a", queries, identity);
  expect(container.textContent).toContain("Arrives Nov 25 to 30");
  // In New York it is still Sunday.
  expect(await hydrate("/product/a", queries, identity)).toEqual([]);
  await waitFor(() => expect(container.textContent).toContain("Arrives Nov 27 to Dec 1"));
  vi.setSystemTime(new Date("2026-11-24T05:00:00.000Z"));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(container.textContent).toContain("Arrives Nov 30 to Dec 2");
});

test("Text of a product stays text", async () => {
  const name = "</script><img src=x onerror=alert(1)> \" ' & {{name}} $&";
  const queries = productData(product("a", { name, description: name, brand: name }));
  await show("/product/a", queries);
  expect(container.querySelector("h1")?.textContent).toBe(name);
  expect(container.querySelector("[onerror], img[src=x]")).toBeNull();
  expect(await hydrate("/product/a", queries)).toEqual([]);
});

test("What was typed before hydration stays, with the cursor, and counts", async () => {
  await show("/login");
  Object.assign(field("[type=email]"), { value: "ada@example.com" });
  const password = field("[type=password]");
  password.value = "symmetry";
  password.setSelectionRange(2, 2);
  expect(await hydrate("/login")).toEqual([]);
  expect([field("[type=email]").value, password.value]).toEqual(["ada@example.com", "symmetry"]);
  expect(password.selectionStart).toBe(2);
  // It is disabled until both are there.
  const submit = container.querySelector("main [type=submit]");
  expect(submit?.hasAttribute("disabled")).toBe(false);
});

test("The values behind the # of a mail's link fill the form, which the server does not know", async () => {
  await show("/reset-password");
  expect(await hydrate("/reset-password#email=ada@example.com&code=123456")).toEqual([]);
  expect(field("[type=email]").value).toBe("ada@example.com");
});

for (const path of ["/login", "/forgot-password", "/reset-password"]) {
  test(`The page at ${path} keeps what the screen before handed over when it is reloaded`, async () => {
    await show(path);
    const state = { email: "ada@example.com", done: "That was done." };
    expect(await hydrate({ pathname: path, state })).toEqual([]);
    expect(container.textContent).toContain("That was done.");
    expect(field("[type=email]").value).toBe("ada@example.com");
  });
}

test("A quantity and a press from before hydration take effect", async () => {
  stubServer({});
  const queries = productData(product("a"));
  await show("/product/a", queries);
  const buttons = [...container.querySelectorAll<HTMLElement>("button")];
  Object.assign(container.querySelector("select") ?? {}, { value: "2" });
  Reflect.set(
    window,
    "earlyPress",
    buttons.find(({ textContent }) => textContent === "Add To Cart"),
  );
  await hydrate("/product/a", queries);
  await waitFor(() => expect(container.querySelector("h1")?.textContent).toBe("Shopping Cart (2 items)"));
});
