import type { Product, ProductGroup, ProductPage, ProductSummary, Review } from "@shop/shared/catalog/catalog";
import { descriptionText } from "@shop/shared/catalog/description-text";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { canonicalProductPath } from "@shop/shared/catalog/product-path";
import { type TermKind, type TermPage, termPath } from "@shop/shared/catalog/term-page";
import { fullName } from "@shop/shared/catalog/variant-name";
import { shopMoney } from "@shop/shared/currency";
import { fromWire, toDecimalString, wireText } from "@shop/shared/money";
import { infoMeta } from "@shop/shared/page/info-meta";
import type { InfoLink, InfoPage } from "@shop/shared/page/info-page";
import { type Article, type ArticleCard, articleMeta, type JournalPage, journalPath } from "@shop/shared/page/journal";
import { pages, pathOf } from "@shop/shared/page/pages";
import { dayOfTime } from "@shop/shared/time-zone";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";
import type { InfoFacts } from "../../domain/info-page/info-facts.ts";
import { scriptJson } from "./html.ts";
import { type GroupProperty, groupProperties, optionNames } from "./option-names.ts";
import { listedCountries, shippingByCountry } from "./shipping-by-country.ts";

/** What search engines read of a page, as schema.org JSON-LD. */

const schema = "https://schema.org";
/** Search engines want some reviews beside their average. */
const reviewsMax = 5;
/** The most countries that search engines read of a return policy. */
const returnCountriesMax = 25;

/** What the shop says about itself: its settings, and the pages of its own that customers can read. */
export type ShopFacts = InfoFacts & { infoPages: readonly Pick<InfoLink, "slug">[] };

/** A product with its offer, and some of its reviews; a variant within its group, of which the others are named by address. */
export function renderProductLd(
  product: Omit<Product, "reviews">,
  reviews: readonly Review[],
  facts: ShopFacts,
): string {
  const { group, brand, numReviews, rating } = product;
  const rated = {
    aggregateRating:
      numReviews === 0
        ? undefined
        : { "@type": "AggregateRating", ratingValue: rating, reviewCount: numReviews, bestRating: 5, worstRating: 1 },
    review:
      reviews.length === 0 ? undefined : reviews.slice(0, reviewsMax).map((review) => reviewOf(review, facts.shop)),
  };
  if (group === undefined) return renderLd({ "@context": schema, ...productOf(product, facts), ...rated });
  const urlOf = (each: { _id: string; slug?: string }) =>
    facts.shop.origin + canonicalProductPath(each, facts.policy.productPaths);
  return renderLd({
    "@context": schema,
    "@type": "ProductGroup",
    name: group.name,
    description: product.description.trim() === "" ? undefined : descriptionText(product),
    url: urlOf(product),
    productGroupID: group._id,
    brand: { "@type": "Brand", name: brand },
    variesBy: group.options.map(({ name }) => {
      const property = optionProperty(name);
      return property === undefined ? name : `${schema}/${property}`;
    }),
    hasVariant: group.variants.map(({ _id }) =>
      _id === product._id
        ? { ...productOf(product, facts), ...optionValuesOf(product, group) }
        : { url: urlOf({ _id }) },
    ),
    ...rated,
  });
}

/** Which property of a variant an option is, by the name that the shop gives it. */
function optionProperty(name: string): GroupProperty | undefined {
  return groupProperties.find((property) => optionNames[property].test(name));
}

/** A variant's value of each option that is a property. */
function optionValuesOf({ _id }: Pick<Product, "_id">, { options, variants }: ProductGroup) {
  const { values = [] } = variants.find((variant) => variant._id === _id) ?? {};
  return Object.fromEntries(
    options.flatMap(({ name, values: all }, place) => {
      const property = optionProperty(name);
      const label = all[values[place] ?? -1]?.label;
      return property === undefined || label === undefined ? [] : [[property, label]];
    }),
  );
}

function productOf(product: Omit<Product, "reviews">, facts: ShopFacts) {
  const { origin } = facts.shop;
  const { image, images = hasOwnImage(image) ? [{ image }] : [] } = product;
  // As ISO times, which are in order as texts are.
  const [priceEnd] = [product.reducedUntil, product.discount?.until].flatMap((end) => end ?? []).toSorted();
  return {
    "@type": "Product",
    name: fullName(product.name, product.variant),
    description: product.description.trim() === "" ? undefined : descriptionText(product),
    image: images.length === 0 ? undefined : images.map((each) => absolute(each.image, origin)),
    // The id in the feed, by which Google joins the two.
    sku: product._id,
    gtin: product.codes?.gtin || undefined,
    mpn: product.codes?.mpn || undefined,
    brand: { "@type": "Brand", name: product.brand },
    category: product.category,
    offers: {
      "@type": "Offer",
      url: origin + canonicalProductPath(product, facts.policy.productPaths),
      price: wireText(product.discount?.price ?? product.price),
      priceCurrency: shopMoney().currency,
      // The last day of a reduction that has an end.
      priceValidUntil: priceEnd === undefined ? undefined : lastDayBefore(priceEnd, facts.shop),
      availability: `${schema}/${product.countInStock > 0 ? "InStock" : "OutOfStock"}`,
      itemCondition: `${schema}/NewCondition`,
      seller: { "@type": "Organization", name: facts.seller.name },
      shippingDetails: shippingOf(product, facts),
      hasMerchantReturnPolicy: returnPolicyOf(facts),
    },
  };
}

/** The last day of the shop on which a price holds that ends at a time. */
function lastDayBefore(end: string, { timeZone }: ShopIdentity): string {
  return dayOfTime(timeZone, new Date(Date.parse(end) - 1));
}

function reviewOf({ name, rating, comment, createdAt }: Review, { timeZone }: ShopIdentity) {
  return {
    "@type": "Review",
    author: { "@type": "Person", name },
    datePublished: dayOfTime(timeZone, new Date(createdAt)),
    reviewBody: comment.trim() === "" ? undefined : comment,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
  };
}

/** What it costs to have one unit sent, and how long it takes: an entry for each price. */
function shippingOf({ price }: ProductSummary, { policy, delivery, terms }: InfoFacts) {
  const byCountry = shippingByCountry(fromWire(price) ?? 0, { policy, terms: terms.terms, at: Date.now() });
  const prices = [...new Set(byCountry.map(({ shippingCents }) => shippingCents))];
  const entries = prices.map((cents) => {
    const countries = byCountry.filter(({ shippingCents }) => shippingCents === cents);
    return shippingEntry(
      cents,
      countries.map(({ country }) => country),
      { policy, delivery },
    );
  });
  return entries.length > 1 ? entries : entries[0];
}

function shippingEntry(
  shippingCents: number,
  countries: readonly string[],
  { policy, delivery }: Pick<InfoFacts, "policy" | "delivery">,
) {
  const days = ({ min, max }: { min: number; max: number }) => {
    return { "@type": "QuantitativeValue", minValue: min, maxValue: max, unitCode: "DAY" };
  };
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: toDecimalString(shippingCents), currency: shopMoney().currency },
    shippingDestination: countries.map((addressCountry) => {
      return { "@type": "DefinedRegion", addressCountry };
    }),
    deliveryTime:
      delivery === undefined
        ? undefined
        : {
            "@type": "ShippingDeliveryTime",
            handlingTime: days(policy.handlingDays),
            transitTime: days(policy.transitDays),
          },
  };
}

function returnPolicyOf({ shop, policy, returns, infoPages, terms: { terms } }: ShopFacts) {
  const countries = listedCountries({ policy, terms });
  if (returns === undefined || countries.length === 0) return undefined;
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: countries.slice(0, returnCountriesMax),
    returnPolicyCategory: `${schema}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returns.days,
    returnMethod: `${schema}/ReturnByMail`,
    returnFees: `${schema}/${policy.isReturnFree ? "FreeReturn" : "ReturnFeesCustomerResponsibility"}`,
    refundType: `${schema}/FullRefund`,
    merchantReturnLink: infoPages.some(({ slug }) => slug === "returns")
      ? shop.origin + pathOf("info", { slug: "returns" })
      : undefined,
  };
}

/** Who runs the shop, and how it is searched; for Home. */
export function renderShopLd(facts: ShopFacts): string {
  const { shop, seller, policy } = facts;
  const home = shop.origin + pages.home.path;
  const organization = {
    "@context": schema,
    "@type": "OnlineStore",
    name: shop.name,
    legalName: seller.name,
    url: home,
    logo: shop.origin + (shop.logo ?? "/static/favicon.svg"),
    email: policy.contactEmail,
    taxID: seller.taxId,
    address:
      seller.address.length === 0
        ? undefined
        : { "@type": "PostalAddress", name: seller.name, streetAddress: seller.address.join(", ") },
    hasMerchantReturnPolicy: returnPolicyOf(facts),
  };
  const site = { "@context": schema, "@type": "WebSite", name: shop.name, url: home };
  return renderLd(organization) + renderLd(site);
}

/** One of the shop's own pages. */
export function renderInfoLd(page: InfoPage, shop: ShopIdentity): string {
  const { path, description } = infoMeta(page);
  const types: Partial<Record<InfoPage["slug"], string>> = { contact: "ContactPage" };
  const data = {
    "@context": schema,
    "@type": types[page.slug] ?? "WebPage",
    name: page.title,
    description,
    url: shop.origin + path,
    dateModified: page.updatedAt ?? undefined,
  };
  return renderLd(data) + renderPathLd(shop, [{ name: page.title, path }]);
}

const journalStep = { name: pages.journal.title, path: pages.journal.path };

/** A page of the journal with the articles that it lists. */
export function renderJournalLd({ articles, page }: JournalPage, shop: ShopIdentity): string {
  const blog = {
    "@context": schema,
    "@type": "Blog",
    name: pages.journal.title,
    url: shop.origin + journalPath(page),
    blogPost: articles.map((article) => postingOf(article, shop)),
  };
  return renderLd(blog) + renderPathLd(shop, [journalStep]);
}

/** An article of the journal. */
export function renderArticleLd(article: Article, shop: ShopIdentity): string {
  const { path } = articleMeta(article);
  const publisher = { "@type": "Organization", name: shop.name };
  const posting = {
    "@context": schema,
    ...postingOf(article, shop),
    dateModified: article.updatedAt,
    author: publisher,
    publisher,
  };
  return renderLd(posting) + renderPathLd(shop, [journalStep, { name: article.title, path }]);
}

function postingOf(article: ArticleCard, shop: ShopIdentity) {
  const { title, summary, image, publishedAt } = article;
  return {
    "@type": "BlogPosting",
    headline: title,
    description: summary,
    url: shop.origin + articleMeta(article).path,
    image: image === "" ? undefined : absolute(image, shop.origin),
    datePublished: publishedAt,
  };
}

/** The path to a product, as its page shows it. */
export function renderProductPath(
  product: Omit<Product, "reviews">,
  { shop, policy }: Pick<ShopFacts, "shop" | "policy">,
): string {
  const { name, category, categorySlug, categoriesAbove = [] } = product;
  if (categorySlug === undefined) return "";
  return renderPathLd(shop, [
    ...categoriesAbove.map((above) => ({ name: above.name, path: termPath("category", above.slug) })),
    { name: category, path: termPath("category", categorySlug) },
    { name, path: canonicalProductPath(product, policy.productPaths) },
  ]);
}

/** The page of a brand or category with the products that it lists. */
export function renderTermLd(
  kind: TermKind,
  term: TermPage,
  listed: Pick<ProductPage, "products" | "page">,
  shop: ShopIdentity,
): string {
  const { name, slug, description, image } = term;
  const path = termPath(kind, slug, listed.page);
  const collection = renderLd({
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name,
    url: shop.origin + path,
    description: description === "" ? undefined : description,
    image: hasOwnImage(image) ? absolute(image, shop.origin) : undefined,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: term.products,
      itemListElement: listed.products.map((product, index) => ({
        "@type": "ListItem",
        position: index + 1,
        url: `${shop.origin}${pathOf("product", { id: product._id })}`,
        name: product.name,
      })),
    },
  });
  const above = (term.above ?? []).map((each) => ({ name: each.name, path: termPath(kind, each.slug) }));
  return collection + renderPathLd(shop, [...above, { name, path: termPath(kind, slug) }]);
}

/** The path to a page from Home, for search engines. */
function renderPathLd(shop: ShopIdentity, steps: readonly { name: string; path: string }[]): string {
  return renderLd({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: pages.home.path }, ...steps].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: shop.origin + path,
    })),
  });
}

function renderLd(data: unknown): string {
  return `<script type="application/ld+json">${scriptJson(data)}</script>`;
}

function absolute(image: string, origin: string): string {
  return URL.canParse(image) ? image : origin + image;
}
