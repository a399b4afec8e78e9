import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer } from "../harness/customers.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers();
const brandSchema = z.object({ _id: z.string(), name: z.string() });
const productSchema = z.object({ _id: z.string(), category: z.string() });

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(servers.db, { isAdmin: true });
});

/** What the administrator asks of the first server. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { cookie: admin.cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const response = await fetch(servers.shops[0].origin + path, { method, headers, body: JSON.stringify(body) ?? null });
  const answer: unknown = await response.json();
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}

/** Every place that shows the product, and what each says on the second server; as a browser that has just written. */
async function seenBy(id: string, headers = { cookie: "wrote=1" }): Promise<Record<string, string>> {
  const input = new URLSearchParams({ input: JSON.stringify({ keyword: "zephyr" }) });
  const places = {
    list: "/api/products",
    featured: "/api/products/top",
    search: "/api/products?keyword=zephyr",
    suggestions: `/trpc/catalog.suggest?${input}`,
    detail: `/api/products/${id}`,
    brands: "/api/brands",
    home: "/",
    found: "/search/zephyr",
    page: `/product/${id}`,
  };
  const seen = await Promise.all(
    Object.entries(places).map(async ([place, path]) => {
      const response = await fetch(servers.shops[1].origin + path, { headers });
      // The page of a missing product names what was asked for.
      return [place, response.status === 404 ? "" : await response.text()] as const;
    }),
  );
  return Object.fromEntries(seen);
}

/** The places that say something. */
async function placesOf(id: string, words: string, headers?: { cookie: string }): Promise<string[]> {
  return Object.entries(await seenBy(id, headers)).flatMap(([place, text]) => (text.includes(words) ? place : []));
}

describe("what changes through one server", () => {
  it("is what its author meets next on the other, wherever it shows, however warm that is", async () => {
    const brand = brandSchema.parse(await ask("POST", "/api/brands"));
    const { _id: id, category } = productSchema.parse(await ask("POST", "/api/products"));
    const everywhere = ["list", "featured", "search", "suggestions", "detail", "home", "found", "page"];
    const withStock = everywhere.filter((place) => place !== "suggestions");
    expect(await placesOf(id, id)).not.toContain("list");

    let fields = { name: "Zephyr Lantern", price: 41.25, brand: brand.name, category, countInStock: 7 };
    await ask("PUT", `/api/products/${id}`, fields);
    expect(await placesOf(id, "Zephyr Lantern")).toEqual(everywhere);
    expect(await placesOf(id, "41.25")).toEqual(everywhere);

    for (const price of [38.5, 39.75]) {
      await ask("PUT", `/api/products/${id}`, { ...fields, price });
      expect(await placesOf(id, String(price))).toEqual(everywhere);
    }

    for (const name of ["Zephyr Torch", "Zephyr Candle"]) {
      fields = { ...fields, name };
      await ask("PUT", `/api/products/${id}`, fields);
      expect(await placesOf(id, name)).toEqual(everywhere);
    }

    const customer = await insertCustomer(servers.db);
    for (const left of [6, 5]) {
      await sendOrder(servers.shops[0].origin, customer, orderOf([{ product: id, qty: 1 }]));
      expect(await placesOf(id, `"countInStock":${left}`)).toEqual(withStock);
    }

    for (const name of ["Brass & Co", "Tin & Co"]) {
      await ask("PUT", `/api/brands/${brand._id}`, { name });
      expect(await placesOf(id, name)).toEqual([...withStock.slice(0, 4), "brands", ...withStock.slice(4)]);
    }

    await ask("DELETE", `/api/products/${id}`);
    expect(await placesOf(id, id)).toEqual([]);
  });

  it("is what everybody else meets on the other soon, without a write there", async () => {
    const { _id: id, category } = productSchema.parse(await ask("POST", "/api/products"));
    const brand = brandSchema.parse(await ask("POST", "/api/brands"));
    for (const price of [41.25, 38.5]) {
      await placesOf(id, id, { cookie: "" });
      const fields = { name: "Zephyr Lantern", price, brand: brand.name, category, countInStock: 7 };
      await ask("PUT", `/api/products/${id}`, fields);
      const places = ["list", "featured", "search", "suggestions", "detail", "home", "found", "page"];
      await vi.waitFor(async () => expect(await placesOf(id, String(price), { cookie: "" })).toEqual(places), {
        timeout: 60_000,
        interval: 20,
      });
    }
  });
});
