import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
const other = startTestShop({ besides: shop });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const unknownId = "01900000-0000-7000-8000-000000000000";
const entrySchema = z.object({ _id: z.string(), version: z.int() });
const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), total: z.int() });

const change = (act: string, input: object) => admin.trpc("mutation", `admin.search.${act}`, input);
const rowsOf = async (list: string, input: object = {}) =>
  rowsSchema.parse((await admin.trpc("query", `admin.search.${list}`, input)).body).rows;
async function made(act: string, input: object) {
  const reply = await change(act, input);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return entrySchema.parse(reply.body);
}

async function found(keyword: string): Promise<string[]> {
  const [here, there] = await Promise.all([shop, other].map((instance) => productPageOf(instance, { keyword })));
  expect(there).toEqual(here);
  return here?.products.map(({ name }) => name) ?? [];
}

async function noteEmptySearch(keyword: string) {
  await get(shop, `/api/products?${new URLSearchParams({ keyword })}`);
  await shop.services.emptySearches.write(shop.db);
}

describe("a group of synonyms", () => {
  it("applies to the next search on every instance, when it is added, changed and deleted, and is audited", async () => {
    await makeProduct(shop.db, { name: "Walnut Davenport" });
    await makeProduct(shop.db, { name: "Zither" });
    expect(await found("chesterfield")).toEqual([]);
    const { _id } = await made("synonyms.create", { words: [" Chesterfield", "davenport", "davenport "], finds: [] });
    expect(await found("chesterfield")).toEqual(["Walnut Davenport"]);
    await made("synonyms.update", { id: _id, version: 1, words: ["chesterfield"], finds: ["zither"] });
    expect(await found("chesterfield")).toEqual(["Zither"]);
    expect(await found("zither")).toEqual(["Zither"]);
    expect(await rowsOf("synonyms.page", { search: "chester" })).toEqual([
      { _id, words: ["chesterfield"], finds: ["zither"], version: 2, updatedAt: expect.any(String) },
    ]);
    expect((await change("synonyms.delete", { id: _id })).status).toBe(200);
    expect(await found("chesterfield")).toEqual([]);
    const about = { entity: "synonyms", user_id: admin.id };
    expect(await actsOn(shop, _id)).toEqual([
      { ...about, act: "created", subject: "chesterfield, davenport", changes: {} },
      {
        ...about,
        act: "updated",
        subject: "chesterfield",
        changes: { words: ["chesterfield, davenport", "chesterfield"], finds: ["", "zither"] },
      },
      { ...about, act: "deleted", subject: "chesterfield", changes: {} },
    ]);
  });

  it.each([
    [{ words: [], finds: [] }, "at least two words"],
    [{ words: ["sofa", " SOFA "], finds: [] }, "at least two words"],
    [{ words: ["sofa", "???"], finds: [] }, "cannot be searched"],
    [{ words: ["sofa", "one two three four"], finds: [] }, "more than 3 words"],
    [{ words: ["sofa", "x".repeat(61)], finds: [] }, "at most 60 characters"],
  ])("is refused as %j", async (input, complaint) => {
    const reply = await change("synonyms.create", input);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(complaint);
  });

  it("is not overwritten by an editor who did not see the last change, and not found once it is gone", async () => {
    const { _id } = await made("synonyms.create", { words: ["hue", "tint"], finds: [] });
    await made("synonyms.update", { id: _id, version: 1, words: ["hue", "tinge"], finds: [] });
    const late = await change("synonyms.update", { id: _id, version: 1, words: ["hue", "tone"], finds: [] });
    expect(late.status).toBe(409);
    for (const act of ["synonyms.update", "synonyms.delete", "redirects.update", "redirects.delete"]) {
      expect((await change(act, { id: unknownId })).status, act).toBe(404);
    }
  });
});

describe("a redirect", () => {
  it("leads whoever searches for its words to its page, by page, by form and by API, until it is deleted", async () => {
    const seen = async (path: string) => {
      const { status, headers } = await send(shop.origin, { path });
      return { status, location: headers.location };
    };
    expect(await seen("/search/gift%20cards")).toEqual({ status: 200, location: undefined });
    const { _id } = await made("redirects.create", { phrase: "Gift cards", path: "/register?from=gifts#top" });
    expect(await seen("/search/G%C3%ADft%20%20cards!")).toEqual({ status: 302, location: "/register?from=gifts#top" });
    expect(await seen("/search?keyword=gift+cards")).toEqual({ status: 303, location: "/search/gift%20cards" });
    expect((await get(other, "/api/products?keyword=gift+cards")).body).toMatchObject({
      redirect: "/register?from=gifts#top",
    });
    expect((await askTrpc(shop, "catalog.list", { keyword: "gift cards" })).body).toMatchObject({
      redirect: "/register?from=gifts#top",
    });
    expect(await seen("/search/gift")).toEqual({ status: 200, location: undefined });
    expect((await change("redirects.delete", { id: _id })).status).toBe(200);
    expect(await seen("/search/gift%20cards")).toEqual({ status: 200, location: undefined });
    expect((await get(other, "/api/products?keyword=gift+cards")).body).not.toHaveProperty("redirect");
    expect(
      (await actsOn(shop, _id)).map(({ act, entity, subject, changes }) => [act, entity, subject, changes]),
    ).toEqual([
      ["created", "redirect", "Gift cards", { path: ["", "/register?from=gifts#top"] }],
      ["deleted", "redirect", "Gift cards", {}],
    ]);
  });

  it("has words of its own, in any case", async () => {
    await made("redirects.create", { phrase: "My basket", path: "/cart" });
    const again = await change("redirects.create", { phrase: "MY  BASKET", path: "/" });
    expect(again.status).toBe(409);
    expect(complaintsOf(again)).toEqual(["phrase"]);
    expect(JSON.stringify(again.body)).toContain("These words already lead to a page");
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
    "cart",
    "",
    "/nowhere",
    "/admin/search",
    "/search/sofa",
    "/x/../search/sofa",
    "/%73earch/sofa",
    "/search?keyword=sofa",
  ])("does not lead to %j", async (path) => {
    expect((await change("redirects.create", { phrase: "somewhere", path })).status).toBe(400);
  });
});

describe("the list of searches without a result", () => {
  it("has what was searched most often first, until it has a synonym or a redirect", async () => {
    await noteEmptySearch("Contrabassoon");
    await noteEmptySearch("contrabassoon");
    await noteEmptySearch("shipping costs");
    const row = (keyword: string, count: number) => ({ keyword, count, lastAt: expect.any(String) });
    const listed = async () => (await rowsOf("empty")).filter(({ keyword }) => /^(contra|ship)/.test(String(keyword)));
    expect(await listed()).toEqual([row("contrabassoon", 2), row("shipping costs", 1)]);
    expect(await rowsOf("empty", { search: "costs" })).toEqual([row("shipping costs", 1)]);
    await made("synonyms.create", { words: ["contrabassoon", "zither"], finds: [] });
    expect(await listed()).toEqual([row("shipping costs", 1)]);
    await made("redirects.create", { phrase: "shipping costs", path: "/shipping" });
    await noteEmptySearch("shipping costs");
    expect(await listed()).toEqual([]);
  });
});
