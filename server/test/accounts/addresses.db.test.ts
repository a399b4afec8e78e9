import { addressBookSchema } from "@shop/shared/account/address";
import { addressesMax } from "@shop/shared/shop";
import { describe, expect, it } from "vitest";
import { makeOrder } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeCustomer, type Reply } from "../harness/test-client.ts";

const shop = startTestShop();
const path = "/api/users/profile/addresses";
const at = (address: string) => ({ address, city: "Springfield", postalCode: "12345", country: "USA" });
const bookOf = ({ body }: Reply) => addressBookSchema.parse(body);
const streetsOf = (reply: Reply) =>
  bookOf(reply).saved.map(({ address, isDefault }) => (isDefault ? `${address}*` : address));
const save = (who: Member, address: string) => who.rest("POST", path, at(address));

describe("the address book", () => {
  it("has the address of the last order for a new browser, and saved ones with one default", async () => {
    const ada = await makeCustomer(shop);
    expect(bookOf(await ada.rest("GET", path))).toEqual({ saved: [], last: null });
    await makeOrder(shop.db, { userId: ada.id, ...at("1 Old St"), createdAt: new Date("2026-01-01T00:00:00Z") });
    await makeOrder(shop.db, { userId: ada.id, ...at("2 Last St") });
    expect(bookOf(await ada.trpc("query", "account.addresses.list")).last).toEqual(at("2 Last St"));
    await save(ada, "First");
    expect(streetsOf(await save(ada, "Second"))).toEqual(["First*", "Second"]);
    expect(streetsOf(await save(ada, " Second "))).toEqual(["First*", "Second"]);
  });

  it("changes, makes default and deletes what is the caller's own, and nothing else", async () => {
    const [ada, eve] = [await makeCustomer(shop), await makeCustomer(shop)];
    await save(ada, "First");
    const { saved } = bookOf(await save(ada, "Second"));
    const [first, second] = saved.map(({ _id }) => `${path}/${_id}`);
    for (const [method, address] of [
      ["PUT", second],
      ["PUT", `${second}/default`],
      ["DELETE", second],
    ] as const) {
      expect((await eve.rest(method, address ?? "", at("Evil"))).status).toBe(404);
    }
    expect((await ada.rest("PUT", first ?? "", at("Second"))).status).toBe(409);
    expect((await ada.rest("PUT", first ?? "", { ...at("x"), city: "" })).status).toBe(400);
    expect(streetsOf(await ada.rest("PUT", second ?? "", at("Third")))).toEqual(["First*", "Third"]);
    expect(streetsOf(await ada.rest("PUT", `${second}/default`))).toEqual(["Third*", "First"]);
    expect(streetsOf(await ada.rest("DELETE", second ?? ""))).toEqual(["First*"]);
  });

  it("has at most ten, however many are saved at the same time", async () => {
    const ada = await makeCustomer(shop);
    const replies = await Promise.all(Array.from({ length: addressesMax + 4 }, (_, n) => save(ada, `Street ${n}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(addressesMax);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(4);
    const { saved } = bookOf(await ada.rest("GET", path));
    expect(saved.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});
