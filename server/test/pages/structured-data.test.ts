import { products } from "@shop/demo/catalog/products";
import { reviewsOf } from "@shop/demo/catalog/reviews";
import type { ProductSummary, Review } from "@shop/shared/catalog/catalog";
import { toWire } from "@shop/shared/money";
import { specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { renderProductLd, renderShopLd, type ShopFacts } from "../../src/http/pages/structured-data.ts";
import { usualPolicy } from "../harness/usual-policy.ts";

const facts: ShopFacts = {
  infoPages: [{ slug: "returns" }],
  shop: { name: "Lumen & Loom", origin: "https://shop.example.com", timeZone: "UTC" },
  seller: { name: "Loom Ltd", address: ["1 Weaver Street", "Loomtown"], taxId: "TAX-1", timeZone: "UTC" },
  policy: usualPolicy,
  terms: specifiedVersion,
  returns: { days: 30, timeZone: "UTC" },
  delivery: { minDays: 3, maxDays: 5, holidays: [], timeZone: "UTC" },
  providers: ["paypal"],
};

/** Only what is known: a misspelt or unexpected property fails. */
const thing = <Name extends string, Shape extends z.ZodRawShape>(type: Name, shape: Shape) =>
  z.strictObject({ "@type": z.literal(type), ...shape });
const days = thing("QuantitativeValue", { minValue: z.int().min(0), maxValue: z.int(), unitCode: z.literal("DAY") });
const url = z.url({ protocol: /^https$/ });
const schemaOrg = (...names: string[]) => z.enum(names.map((name) => `https://schema.org/${name}`));
const stars = { ratingValue: z.number().min(1).max(5), bestRating: z.literal(5), worstRating: z.literal(1) };

const returnPolicy = thing("MerchantReturnPolicy", {
  applicableCountry: z.array(z.string().length(2)).min(1).max(25),
  returnPolicyCategory: schemaOrg("MerchantReturnFiniteReturnWindow"),
  merchantReturnDays: z.int().min(1),
  returnMethod: schemaOrg("ReturnByMail"),
  returnFees: schemaOrg("FreeReturn", "ReturnFeesCustomerResponsibility"),
  refundType: schemaOrg("FullRefund"),
  merchantReturnLink: url,
});

/** What search engines require and recommend of a merchant's product. */
const productSchema = thing("Product", {
  "@context": z.literal("https://schema.org"),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.array(url).min(1),
  sku: z.string().min(1),
  brand: thing("Brand", { name: z.string().min(1) }),
  category: z.string().min(1),
  offers: thing("Offer", {
    url,
    price: z.string().regex(/^\d+\.\d\d$/),
    priceCurrency: z.literal("USD"),
    availability: schemaOrg("InStock", "OutOfStock"),
    itemCondition: schemaOrg("NewCondition"),
    seller: thing("Organization", { name: z.string().min(1) }),
    shippingDetails: thing("OfferShippingDetails", {
      shippingRate: thing("MonetaryAmount", { value: z.enum(["0.00", "10.00"]), currency: z.literal("USD") }),
      shippingDestination: z.array(thing("DefinedRegion", { addressCountry: z.string().length(2) })).min(1),
      deliveryTime: thing("ShippingDeliveryTime", { handlingTime: days, transitTime: days }),
    }),
    hasMerchantReturnPolicy: returnPolicy,
  }),
  aggregateRating: thing("AggregateRating", { ...stars, reviewCount: z.int().min(1) }).optional(),
  review: z
    .array(
      thing("Review", {
        author: thing("Person", { name: z.string().min(1) }),
        datePublished: z.iso.date(),
        reviewBody: z.string().min(1),
        reviewRating: thing("Rating", stars),
      }),
    )
    .min(1)
    .optional(),
});

function dataOf(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
}

const demo = products.map((product): { product: ProductSummary; reviews: Review[] } => {
  const reviews = reviewsOf(product).map(({ rating, comment }, place) => {
    return { _id: `r${place}`, name: "Ada", rating, comment, createdAt: "2026-01-31T23:30:00.000Z" };
  });
  const { slug, name, brand, category, description, countInStock, priceCents } = product;
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  const summary = {
    _id: slug,
    name,
    brand,
    category,
    description,
    countInStock,
    price: toWire(priceCents),
    user: null,
    image: `/uploads/${slug}.webp`,
    numReviews: reviews.length,
    rating: sum / Math.max(1, reviews.length),
  };
  return { product: summary, reviews };
});

const offerOf = (product: ProductSummary, more: Partial<ShopFacts> = {}) =>
  z.looseObject({ offers: z.looseObject({}) }).parse(dataOf(renderProductLd(product, [], { ...facts, ...more }))[0])
    .offers;

describe("what search engines read", () => {
  test("of every demo product has all that they require and recommend, and nothing else", () => {
    expect(demo.length).toBeGreaterThan(50);
    const faults = demo.flatMap(({ product, reviews }) => {
      const { error } = productSchema.safeParse(dataOf(renderProductLd(product, reviews, facts))[0]);
      return error === undefined ? [] : [`${product.name}: ${z.prettifyError(error)}`];
    });
    expect(faults).toEqual([]);
  });

  test("of a variant is its group, with the variant whole and the others by address", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const labels = (...names: string[]) => names.map((label) => ({ label, swatch: "" }));
    const variant = (_id: string, values: number[]) => ({ _id, values, price: 10, countInStock: 1, image: "" });
    const product = {
      ...first.product,
      variant: "M, Sand, Slim",
      group: {
        _id: "group",
        name: "Linen Shirt",
        options: [
          { name: "Size", values: labels("S", "M") },
          { name: "Colour", values: labels("Sand") },
          { name: "Fit", values: labels("Slim") },
        ],
        variants: [variant("other", [0, 0, 0]), variant(first.product._id, [1, 0, 0])],
      },
    };
    const { "@context": _context, ...productShape } = productSchema.shape;
    const groupSchema = thing("ProductGroup", {
      "@context": z.literal("https://schema.org"),
      name: z.literal("Linen Shirt"),
      description: z.string(),
      url,
      productGroupID: z.literal("group"),
      brand: productShape.brand,
      variesBy: z.tuple([schemaOrg("size"), schemaOrg("color"), z.literal("Fit")]),
      hasVariant: z.tuple([
        z.strictObject({ url: z.literal("https://shop.example.com/product/other") }),
        z.strictObject({ ...productShape, size: z.literal("M"), color: z.literal("Sand") }),
      ]),
      aggregateRating: productShape.aggregateRating,
      review: productShape.review,
    });
    const [data] = dataOf(renderProductLd(product, first.reviews, facts));
    const { error } = groupSchema.safeParse(data);
    expect(error === undefined ? [] : z.prettifyError(error)).toEqual([]);
    expect(data).toMatchObject({ hasVariant: [{}, { name: `${first.product.name} · M, Sand, Slim` }] });
  });

  test("of shipping is what one unit costs, strictly above the limit nothing", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const rateAt = (price: number) => offerOf({ ...first.product, price });
    expect(rateAt(100)).toMatchObject({ shippingDetails: { shippingRate: { value: "10.00" } } });
    expect(rateAt(100.01)).toMatchObject({ shippingDetails: { shippingRate: { value: "0.00" } } });
  });

  test("of a reduced price is the one that holds, and the last day of it", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const reduced = { ...first.product, price: 8, regularPrice: 10, lowestPrice: 9 };
    expect(offerOf({ ...reduced, reducedUntil: "2026-11-30T00:00:00.000Z" })).toMatchObject({
      price: "8.00",
      priceValidUntil: "2026-11-29",
    });
    // Midnight in New York, where the last day is not over in UTC.
    const inNewYork = { ...facts, shop: { ...facts.shop, timeZone: "America/New_York" } };
    expect(offerOf({ ...reduced, reducedUntil: "2026-11-30T05:00:00.000Z" }, inNewYork)).toMatchObject({
      priceValidUntil: "2026-11-29",
    });
    expect(offerOf(reduced)).not.toHaveProperty("priceValidUntil");
  });

  test("says nothing of what the shop does not promise", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const offer = offerOf(first.product, { returns: undefined, delivery: undefined });
    expect(offer).not.toHaveProperty("hasMerchantReturnPolicy");
    expect(offer).not.toHaveProperty("shippingDetails.deliveryTime");
    const free = offerOf(first.product, { policy: { ...facts.policy, isReturnFree: true } });
    expect(free).toMatchObject({ hasMerchantReturnPolicy: { returnFees: "https://schema.org/FreeReturn" } });
  });

  test("of returns names the page about them only while customers can read it", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const link = "hasMerchantReturnPolicy.merchantReturnLink";
    expect(offerOf(first.product)).toHaveProperty(link);
    const hidden = offerOf(first.product, { infoPages: [{ slug: "shipping" }] });
    expect(hidden).toHaveProperty("hasMerchantReturnPolicy.merchantReturnDays");
    expect(hidden).not.toHaveProperty(link);
    expect(renderShopLd({ ...facts, infoPages: [] })).not.toContain("/info/returns");
  });

  test("of images has all of a product", () => {
    const [first] = demo;
    if (first === undefined) throw new Error("the demo has no products");
    const images = ["front", "back"].map((view) => ({ image: `/uploads/${view}.webp`, alt: view }));
    const [data] = dataOf(renderProductLd({ ...first.product, images }, [], facts));
    expect(data).toMatchObject({ image: images.map(({ image }) => facts.shop.origin + image) });
  });

  test("of Home names the shop and who sells", () => {
    const [organization, site] = dataOf(renderShopLd(facts));
    const address = thing("PostalAddress", { name: z.string(), streetAddress: z.literal("1 Weaver Street, Loomtown") });
    const head = { "@context": z.literal("https://schema.org"), name: z.literal("Lumen & Loom"), url };
    const schema = thing("OnlineStore", {
      ...head,
      legalName: z.literal("Loom Ltd"),
      logo: url,
      email: z.email(),
      taxID: z.literal("TAX-1"),
      address,
      hasMerchantReturnPolicy: returnPolicy,
    });
    expect(schema.safeParse(organization).error).toBeUndefined();
    expect(thing("WebSite", head).safeParse(site).error).toBeUndefined();
  });
});
