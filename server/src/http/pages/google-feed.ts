import { descriptionText } from "@shop/shared/catalog/description-text";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { canonicalProductPath } from "@shop/shared/catalog/product-path";
import { shopMoney } from "@shop/shared/currency";
import { toDecimalString } from "@shop/shared/money";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ShopIdentity, ShopPolicy } from "../../domain/base/shop-facts.ts";
import type { FeedProduct } from "../../domain/catalog/product-feed.ts";
import { salePriceOf } from "../../domain/catalog/reduction.ts";
import { groupProperties, optionNames } from "./option-names.ts";
import { shippingByCountry } from "./shipping-by-country.ts";
import { clean, element } from "./xml.ts";

/** The limits of Google's product data specification, in characters. */
const titleLength = 150;
const descriptionLength = 5_000;
const brandLength = 70;
const typeLength = 750;
const addressLength = 2_000;
const moreImagesMax = 10;

/** What of the shop the feed says beside its products. */
export type FeedShop = {
  shop: ShopIdentity;
  policy: Pick<ShopPolicy, "shippingCountries" | "productPaths">;
  terms: TermsOfSale;
  /** The time whose tax rates hold (ms since 1970). */
  at: number;
};

/** The feed as RSS 2.0 in parts, one for each batch of products. */
export async function* renderGoogleFeed(
  feedShop: FeedShop,
  batches: AsyncIterable<FeedProduct[]>,
): AsyncGenerator<string> {
  const { name, origin } = feedShop.shop;
  const channel =
    element("title", clean(name)) +
    element("link", `${origin}/`) +
    element("description", `The products of ${clean(name)}`);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel}\n`;
  for await (const batch of batches) {
    yield batch.map((product) => renderItem(product, feedShop)).join("");
  }
  yield "</channel></rss>\n";
}

function renderItem(product: FeedProduct, feedShop: FeedShop): string {
  const { productPaths } = feedShop.policy;
  const { origin } = feedShop.shop;
  const { id, slug, name, brand, category, image, moreImages, countInStock } = product;
  const images = [...(hasOwnImage(image) ? [image] : []), ...moreImages.map((more) => more.image)]
    .map((address) => (URL.canParse(address) ? address : origin + address))
    .filter((address) => address.length <= addressLength);
  const title = cut(clean(name), titleLength);
  const fields = [
    element("g:id", id),
    element("g:title", title),
    element("g:description", cut(clean(descriptionText(product)), descriptionLength) || title),
    element("g:link", `${origin}${canonicalProductPath({ _id: id, slug }, productPaths)}`),
    ...images.slice(0, 1).map((address) => element("g:image_link", address)),
    ...images.slice(1, 1 + moreImagesMax).map((address) => element("g:additional_image_link", address)),
    element("g:availability", countInStock > 0 ? "in_stock" : "out_of_stock"),
    ...renderPrices(product),
    element("g:brand", cut(clean(brand), brandLength)),
    element("g:condition", "new"),
    element("g:product_type", cut(clean(category), typeLength)),
    ...renderCodes(product),
    ...renderGroup(product),
    ...renderShipping(product, feedShop),
  ];
  return `<item>${fields.join("")}</item>\n`;
}

/** The regular price, and the reduced one while there is a reduction. */
function renderPrices(product: FeedProduct): string[] {
  const { priceCents, salePriceCents } = salePriceOf(product, product.discount);
  return [
    element("g:price", amount(priceCents)),
    ...(salePriceCents === undefined ? [] : [element("g:sale_price", amount(salePriceCents))]),
  ];
}

const optionLength = 100;
const mpnLength = 70;

/** Bar code and manufacturer's number. That there is none is said only where it is so. */
function renderCodes({ codes }: FeedProduct): string[] {
  const { gtin, mpn } = codes ?? { gtin: "", mpn: "" };
  if (gtin === "" && mpn === "") return [element("g:identifier_exists", "no")];
  return [
    ...(gtin === "" ? [] : [element("g:gtin", gtin)]),
    ...(mpn === "" ? [] : [element("g:mpn", cut(clean(mpn), mpnLength))]),
  ];
}

/** The group of a variant, and its value of each option that Google knows, each field once. */
function renderGroup({ group }: FeedProduct): string[] {
  if (group === null) return [];
  const known = groupProperties.flatMap((property) => {
    const value = group.values.find(({ option }) => optionNames[property].test(option));
    return value === undefined ? [] : [element(`g:${property}`, cut(clean(value.label), optionLength))];
  });
  return [element("g:item_group_id", group.id), ...known];
}

/** What it costs to have one unit sent to each country. */
function renderShipping({ priceCents }: FeedProduct, { policy, terms, at }: FeedShop): string[] {
  return shippingByCountry(priceCents, { policy, terms, at }).map(({ country, shippingCents }) => {
    const parts = element("g:country", country) + element("g:price", amount(shippingCents));
    return `<g:shipping>${parts}</g:shipping>`;
  });
}

const amount = (cents: number) => `${toDecimalString(cents)} ${shopMoney().currency}`;

/** At most so many characters; a character beyond the first plane is never cut in two. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join("").trim();
}
