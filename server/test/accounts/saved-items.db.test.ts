import { savedItemsMax } from "@shop/shared/shop";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeCustomer, type Reply } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop();
const savedListSchema = z.strictObject({
  productIds: z.array(z.string()),
  token: z.string().nullable(),
  whenSaved: z.array(z.strictObject({ productId: z.string(), price: z.number(), isInStock: z.boolean() })),
});
const listOf = ({ status, body }: Reply) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return savedListSchema.parse(body);
};
const act = (who: Member, name: string, input?: object) => who.trpc("mutation", `saved.${name}`, input);
const idsOf = async (who: Member) => listOf(await who.trpc("query", "saved.list")).productIds;

let [lamp, chair, draft]: [string, string, string] = ["", "", ""];
beforeAll(async () => {
  [lamp, chair] = [await makeProduct(shop.db), await makeProduct(shop.db)];
  draft = await makeProduct(shop.db, { publishedAt: null });
});

describe("saved items", () => {
  it("are each there once, the newest first, and only of products that can be seen", async () => {
    const ada = await makeCustomer(shop);
    await act(ada, "save", { productId: lamp });
    await act(ada, "save", { productId: chair });
    expect(listOf(await act(ada, "save", { productId: lamp.toUpperCase() })).productIds).toEqual([chair, lamp]);
    for (const productId of [draft, "nonsense", "01900000-0000-7000-8000-000000000000"]) {
      expect((await act(ada, "save", { productId })).status, productId).toBe(404);
    }
    expect(listOf(await act(ada, "remove", { productId: chair })).productIds).toEqual([lamp]);
    expect(listOf(await act(ada, "remove", { productId: "nonsense" })).productIds).toEqual([lamp]);
    expect(await idsOf(await makeCustomer(shop))).toEqual([]);
  });

  it("that were removed go back to their place", async () => {
    const ada = await makeCustomer(shop);
    const vase = await makeProduct(shop.db);
    const order = [vase, chair, lamp];
    for (const productId of order.toReversed()) await act(ada, "save", { productId });
    for (const [place, productId] of order.entries()) {
      await act(ada, "remove", { productId });
      expect(listOf(await act(ada, "save", { productId, place })).productIds).toEqual(order);
    }
    // The list became shorter meanwhile.
    await act(ada, "remove", { productId: vase });
    expect(listOf(await act(ada, "save", { productId: vase, place: 9 })).productIds).toEqual([chair, lamp, vase]);
    expect((await act(ada, "save", { productId: vase, place: -1 })).status).toBe(400);

    const bob = await makeCustomer(shop);
    await act(bob, "join", { productIds: order });
    await act(bob, "remove", { productId: chair });
    expect(listOf(await act(bob, "save", { productId: chair, place: 1 })).productIds).toEqual(order);
  });

  it("say what each cost when it was saved, and whether it was in stock, whatever it costs later", async () => {
    const ada = await makeCustomer(shop);
    const dear = await makeProduct(shop.db, { priceCents: 4_999, countInStock: 0 });
    const joined = await makeProduct(shop.db, { priceCents: 1_000, countInStock: 2 });
    await act(ada, "save", { productId: dear });
    await act(ada, "join", { productIds: [joined] });
    await shop.pool.query("update products set price_cents = 100, count_in_stock = 5 where id in ($1, $2)", [
      dear,
      joined,
    ]);
    expect(listOf(await ada.trpc("query", "saved.list")).whenSaved).toEqual([
      { productId: joined, price: 10, isInStock: true },
      { productId: dear, price: 49.99, isInStock: false },
    ]);
    // One of the release before has neither.
    await shop.pool.query(
      "update saved_items set saved_price_cents = null, was_in_stock = null where product_id = $1",
      [dear],
    );
    const list = listOf(await ada.trpc("query", "saved.list"));
    expect(list.productIds).toEqual([joined, dear]);
    expect(list.whenSaved.map(({ productId }) => productId)).toEqual([joined]);
  });

  it("of a browser join those of the account: no duplicates, no drafts, in their order", async () => {
    const ada = await makeCustomer(shop);
    const vase = await makeProduct(shop.db);
    await act(ada, "save", { productId: chair });
    const joined = listOf(await act(ada, "join", { productIds: [vase, chair, draft, lamp, vase] }));
    expect(joined.productIds).toEqual([vase, lamp, chair]);
    expect((await act(ada, "join", { productIds: ["nonsense"] })).status).toBe(400);
  });

  it("are at most 200, however many are saved at the same time", async () => {
    const ada = await makeCustomer(shop);
    const ids: string[] = [];
    for (let count = 0; count < savedItemsMax + 2; count += 1) ids.push(await makeProduct(shop.db));
    expect(listOf(await act(ada, "join", { productIds: ids.slice(0, savedItemsMax - 1) })).productIds).toHaveLength(
      199,
    );
    const replies = await Promise.all(ids.slice(-3).map((productId) => act(ada, "save", { productId })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(JSON.stringify(replies.map(({ body }) => body))).toContain("You can save at most 200 products.");
    expect(listOf(await act(ada, "join", { productIds: ids.slice(-2) })).productIds).toHaveLength(savedItemsMax);
  });
});

describe("a shared list", () => {
  it("shows products and nothing else to whoever has the link, until it is withdrawn", async () => {
    const ada = await makeCustomer(shop);
    await act(ada, "save", { productId: lamp });
    const { token } = listOf(await act(ada, "share"));
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(listOf(await act(ada, "share")).token).toBe(token);
    await act(ada, "save", { productId: chair });
    expect(await askTrpc(shop, "saved.shared", { token })).toEqual({
      status: 200,
      body: { productIds: [chair, lamp] },
    });
    expect(listOf(await act(ada, "endSharing")).token).toBeNull();
    expect((await askTrpc(shop, "saved.shared", { token })).status).toBe(404);
    const { token: next } = listOf(await act(ada, "share"));
    expect(next).not.toBe(token);
    for (const wrong of ["", "x".repeat(22), "x".repeat(5_000)]) {
      expect((await askTrpc(shop, "saved.shared", { token: wrong })).status).toBe(404);
    }
  });

  it("ends with the account", async () => {
    const ada = await makeCustomer(shop);
    await act(ada, "save", { productId: lamp });
    const { token } = listOf(await act(ada, "share"));
    expect((await ada.rest("DELETE", "/api/users/profile")).status).toBe(200);
    expect((await askTrpc(shop, "saved.shared", { token })).status).toBe(404);
    const { rows } = await shop.pool.query("select from saved_items where user_id = $1", [ada.id]);
    expect(rows).toEqual([]);
  });
});
