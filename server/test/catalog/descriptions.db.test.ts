import { productDetailSchema } from "@shop/shared/catalog/admin-catalog";
import { productPageSchema } from "@shop/shared/catalog/catalog";
import { beforeAll, expect, it } from "vitest";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const detailOf = async (id: string) =>
  productDetailSchema.parse((await admin.trpc("query", "admin.products.byId", { id })).body);
async function describe(id: string, description: string, isMarkdown?: boolean) {
  const { name, price, brand, category, countInStock } = await detailOf(id);
  const more = isMarkdown === undefined ? {} : { isMarkdown };
  return admin.rest("PUT", `/api/products/${id}`, { name, price, brand, category, countInStock, description, ...more });
}
const pageOf = async (id: string) => (await askTrpc(shop, "catalog.product", { id })).body;
const listed = async (keyword: string) => {
  const found: unknown = await (await fetch(`${shop.origin}/api/products?keyword=${keyword}`)).json();
  return productPageSchema.parse(found).products.map(({ _id }) => _id);
};

const text =
  "## Fabric\n\nSoft **linen** from [our mill](https://mill.example/zebrawood).\n\n- washed twice\n- made to last";

it("A description stays as it was typed until somebody says that it is Markdown", async () => {
  const id = await makeProduct(shop.db);
  await describe(id, text);
  expect(await pageOf(id)).not.toHaveProperty("descriptionBody");
  expect(await pageOf(id)).toMatchObject({ description: text });
  await describe(id, text, true);
  expect(await pageOf(id)).toMatchObject({
    isMarkdown: true,
    descriptionBody: [
      { type: "heading", level: 2, content: ["Fabric"] },
      {
        type: "paragraph",
        content: ["Soft ", { type: "strong", content: ["linen"] }, " from ", { type: "link" }, "."],
      },
      { type: "list", items: [{}, {}] },
    ],
  });
  const html = await (await fetch(`${shop.origin}/product/${id}`)).text();
  expect(html).toContain('content="Fabric Soft linen from our mill. washed twice made to last"');
  // Whoever does not know of it keeps it.
  await describe(id, "# Other");
  expect((await detailOf(id)).isMarkdown).toBe(true);
  await describe(id, "# Other", false);
  expect(await pageOf(id)).not.toHaveProperty("descriptionBody");
});

it("A search reads the words of Markdown, and not the addresses of its links", async () => {
  const id = await makeProduct(shop.db, { name: "Plain Thing" });
  await describe(id, text, true);
  expect(await listed("linen")).toContain(id);
  expect(await listed("zebrawood")).not.toContain(id);
});

it("What nobody can read in time is refused with its field, and HTML is text", async () => {
  const id = await makeProduct(shop.db);
  const deep = await describe(id, `${"> ".repeat(8)}deep`, true);
  expect(deep).toMatchObject({ status: 400, code: "VALIDATION" });
  expect(complaintsOf(deep)).toEqual(["description"]);
  await describe(id, "<img src=x onerror=alert(1)> and [bad](javascript:alert(1))", true);
  const html = await (await fetch(`${shop.origin}/product/${id}`)).text();
  expect(html).not.toContain("<img src=x");
  expect(html).not.toContain('href="javascript:');
});
