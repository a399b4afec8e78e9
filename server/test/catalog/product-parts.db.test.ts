import { productSchema } from "@shop/shared/catalog/catalog";
import { foundProductsSchema } from "@shop/shared/catalog/product-query";
import { beforeAll, describe, expect, it } from "vitest";
import { actsOn, createdProduct, fieldsOf, savedProduct } from "../harness/admin.ts";
import { makeBrand, makeCategory } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  await makeBrand(shop.db, "Lumen");
  await makeCategory(shop.db, "Lamps");
});

const seen = async (id: string) => productSchema.parse(await (await fetch(`${shop.origin}/api/products/${id}`)).json());
const found = async (query: string) =>
  foundProductsSchema.parse(await (await fetch(`${shop.origin}/api/products?${query}`)).json());
const imageOf = (name: string) => ({ image: `/uploads/${name}.webp`, alt: `The lamp, ${name}` });
const color = (value: string) => ({ group: "Looks", name: "Color", value, unit: "" });

describe("the images of a product", () => {
  it("are shown in the order in which they were saved, the first one first, with their texts", async () => {
    const draft = await createdProduct(admin);
    const first = { image: "/uploads/front.webp", imageAlt: "The lamp from the front" };
    const saved = await savedProduct(admin, draft, { ...first, moreImages: [imageOf("back"), imageOf("near")] });
    const front = { image: first.image, alt: first.imageAlt };
    expect((await seen(draft._id)).images).toEqual([front, imageOf("back"), imageOf("near")]);

    // The cached answer is dropped, and a save without images leaves them.
    const again = await savedProduct(admin, saved, { moreImages: [imageOf("near"), imageOf("back")] });
    expect((await seen(draft._id)).images).toEqual([front, imageOf("near"), imageOf("back")]);
    await savedProduct(admin, again, { price: 3 });
    expect((await seen(draft._id)).images).toHaveLength(3);
    expect((await actsOn(shop, draft._id)).map(({ changes }) => Object.keys(Object(changes)))).toContainEqual([
      "moreImages",
    ]);
  });

  it("show none twice when one of them becomes the first", async () => {
    const draft = await createdProduct(admin);
    const saved = await savedProduct(admin, draft, {
      image: "/uploads/front.webp",
      imageAlt: "The lamp, front",
      moreImages: [imageOf("back"), imageOf("near")],
    });
    const swapped = await savedProduct(admin, saved, { image: "/uploads/back.webp", imageAlt: "The lamp, back" });
    expect((await seen(draft._id)).images).toEqual([imageOf("back"), imageOf("front"), imageOf("near")]);
    // A form that says which images there are says what there is.
    await savedProduct(admin, swapped, { image: "/uploads/near.webp", moreImages: [imageOf("front")] });
    expect((await seen(draft._id)).images?.map(({ image }) => image)).toEqual([
      "/uploads/near.webp",
      "/uploads/front.webp",
    ]);
  });

  it("are ten at most, each with an address, and nothing is stored of more", async () => {
    const draft = await createdProduct(admin);
    const nine = Array.from({ length: 9 }, (_, n) => imageOf(String(n)));
    const saved = await savedProduct(admin, draft, { image: "/uploads/front.webp", moreImages: nine });
    for (const moreImages of [
      [...nine, imageOf("ten")],
      [{ image: "", alt: "" }],
      [{ image: "javascript:x", alt: "" }],
    ]) {
      const body = { ...fieldsOf(saved), moreImages };
      expect((await admin.rest("PUT", `/api/products/${draft._id}`, body)).status).toBe(400);
    }
    expect((await seen(draft._id)).images).toHaveLength(10);
    await expect(
      shop.pool.query("insert into product_images (product_id, position, image) values ($1, 10, '/x.webp')", [
        draft._id,
      ]),
    ).rejects.toThrow(/at_most_nine/);
  });

  it("of another admin's save are not overwritten by one that started before it", async () => {
    const draft = await createdProduct(admin);
    const saved = await savedProduct(admin, draft, { image: "/uploads/front.webp" });
    const bodyWith = (name: string) => ({ ...fieldsOf(saved), version: saved.version, moreImages: [imageOf(name)] });
    const replies = await Promise.all(
      ["one", "two"].map((name) => admin.rest("PUT", `/api/products/${draft._id}`, bodyWith(name))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await seen(draft._id)).images).toHaveLength(2);
  });
});

describe("the facts about a product", () => {
  it("are shown in their order, suggested to admins, and narrow lists as soon as they are saved", async () => {
    const [one, two] = [await createdProduct(admin), await createdProduct(admin)];
    const weight = { group: "Size", name: "Weight", value: "2.5", unit: "lb" };
    const green = await savedProduct(admin, one, { name: "Green lamp", attributes: [weight, color("Green")] });
    expect((await found("attribute=Color:Red")).total).toBe(0);
    await savedProduct(admin, two, { name: "Red lamp", attributes: [color("Red"), color("Black")] });
    expect((await seen(one._id)).attributes).toEqual([weight, color("Green")]);

    const red = await found("attribute=Color:Red");
    expect(red.products.map(({ name }) => name)).toEqual(["Red lamp"]);
    const names = red.facets.attributes?.find(({ name }) => name === "Color")?.values.map(({ value }) => value);
    expect(names).toEqual(["Black", "Green", "Red"]);
    expect((await found("attribute=Color:Red&attribute=Color:Green")).total).toBe(2);
    expect((await found("attribute=Color:Red&attribute=Weight:2.5+lb")).total).toBe(0);
    expect((await found("attribute=Weight:2.5+lb")).total).toBe(1);

    await savedProduct(admin, green, { attributes: [color("Red")] });
    expect((await found("attribute=Color:Red")).total).toBe(2);
  });

  it("have a name without a colon, a value, and are forty at most", async () => {
    const saved = await savedProduct(admin, await createdProduct(admin));
    const refused = [
      [{ ...color("Red"), name: "Color: outside" }],
      [color(" ")],
      Array.from({ length: 41 }, () => color("Red")),
    ];
    for (const attributes of refused) {
      const body = { ...fieldsOf(saved), attributes };
      expect((await admin.rest("PUT", `/api/products/${saved._id}`, body)).status).toBe(400);
    }
    expect((await seen(saved._id)).attributes).toEqual([]);
    expect((await fetch(`${shop.origin}/api/products?attribute=nonsense`)).status).toBe(400);
  });
});
