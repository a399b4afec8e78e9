import type { AskProducts } from "../catalog/ask-products.ts";
import type { ProductPaths } from "../catalog/product-path.ts";
import { searchWordsOf } from "../catalog/search-words.ts";
import { type MoneyFormat, shopMoney } from "../currency.ts";
import { wireText } from "../money.ts";
import type { CancelWindow } from "../order/cancel-rules.ts";
import type { CalendarDay, DeliverySettings } from "../order/delivery.ts";
import type { PaymentMode, StripeMode } from "../order/payment.ts";
import type { ColorScheme } from "../settings/look.ts";
import { type PaymentMethod, typedMax } from "../shop.ts";
import type { TermsVersion } from "../terms-of-sale/terms-of-sale.ts";
import { sharePath } from "./brand-image.ts";
import type { InfoLink } from "./info-page.ts";
import type { Menus } from "./menu.ts";
import { homePathOf } from "./pages.ts";

/**
 * What the server embeds in the HTML of a page, so that the first render needs
 * no further request. `Query` is a cache entry; its type is the server's.
 */
export type PageData<Query = unknown> = {
  shop: Menus & {
    name: string;
    origin: string;
    /** The time zone in which the shop says days and times; absent for UTC. */
    timeZone?: string;
    passwordMin: number;
    payments: PaymentMode;
    /** Absent if the shop is not connected to Stripe. */
    stripe?: StripeMode;
    /** The ways to pay that customers can choose from; absent for the specified ones. */
    paymentMethods?: readonly PaymentMethod[];
    /** Set where customers can buy with PayPal from the cart and from a product. */
    hasExpress?: true;
    /** Set for documents whose content policy lets no script of the payment provider in. */
    isWithoutPayment?: true;
    /** Until when customers can cancel their orders; absent for the usual time. */
    cancelWindow?: CancelWindow;
    /** For how many days after the delivery customers can withdraw; absent where the shop offers no form for it. */
    returnsDays?: number;
    /** Whether the shop pays for the way back. */
    isReturnFree?: boolean;
    /** What the addresses of products have; absent for their ids. */
    productPaths?: ProductPaths;
    /** The shop's own pages that customers can read. */
    infoPages?: InfoLink[];
    /** Set where customers can read articles. */
    hasJournal?: true;
    /** Set where customers can ask about products. */
    hasQuestions?: true;
    /** Set where customers can buy without an account. */
    hasGuestCheckout?: true;
    /** The terms of sale, and how its amounts are written; absent for the specified ones. */
    selling?: Selling;
    /** Absent for the specified dark one. */
    colorScheme?: ColorScheme;
    /** The address of the owner's logo. */
    logo?: string | undefined;
    /** Set where two product cards are in a row on phones, instead of one. */
    hasTwoOnPhones?: true;
    /** The owner's words on top of Home. */
    headline?: string;
    /** A line above every page. */
    announcement?: string;
    /** When orders are expected to arrive; absent where the shop says nothing of it. */
    delivery?: DeliverySettings & ShopDay;
  };
  queries: Query[];
};

/** A version of the terms of sale, and how its amounts are written. */
export type Selling = TermsVersion & { money: MoneyFormat };

/** The shop's day as the page was rendered, and when it ends, in milliseconds since 1970. */
export type ShopDay = { today: CalendarDay; todayEndsAt: number };

/** Id of the script element that carries the page's data as JSON. */
export const pageDataElementId = "page-data";

/**
 * The input of Home's product list. Server and client build the same, because it is part of the cache key. `typed`: the
 * phrases of the keyword that the address has as words.
 */
export function homeListInput(keyword: string, pageNumber: number, typed: readonly string[] = []): AskProducts {
  const words = typed.map(searchWordsOf).filter((phrase) => phrase !== "");
  const phrases = words.slice(0, typedMax);
  return { keyword: keyword.trim(), pageNumber, ...(phrases.length === 0 ? {} : { typed: phrases }) };
}

export const defaultTitle = "Modern E-Commerce Store";
export const defaultDescription =
  "Curated electronics, fashion and accessories, chosen with care and delivered to your door.";
/** The image that previews show for a page without one. */
export const shareImage = {
  image: "/static/share.png",
  imageAlt: defaultTitle,
  imageSize: { width: 1_200, height: 630 },
};

/** The document title for a page's name; the default title without one. */
export function pageTitle(name: string | undefined, shopName: string): string {
  return name === undefined || name === "" ? defaultTitle : `${name} | ${shopName}`;
}

/** A page's metadata for browsers, search engines and link previews. */
export type PageMeta = {
  /** Absent for the default title. */
  name: string | undefined;
  description: string;
  image: string;
  imageAlt: string;
  /** In pixels; absent where it is unknown. */
  imageSize?: { width: number; height: number };
  /** What a product costs, and whether it can be bought. */
  offer?: { price: number; isInStock: boolean };
  /** Path of the canonical URL. */
  path: string;
};

/** A meta element: the attribute that names it, its name and its content. */
export type MetaTag = readonly [attribute: "name" | "property", key: string, content: string];

/** The meta elements of a page, Open Graph and Twitter included. */
export function metaTags(meta: PageMeta, shop: { name: string; origin: string; logo?: string | undefined }): MetaTag[] {
  const title = pageTitle(meta.name, shop.name);
  // A page without an image of its own shows the owner's logo.
  const shown = meta.image === shareImage.image ? (sharePath(shop.logo) ?? meta.image) : meta.image;
  const image = /^https:/i.test(shown) ? shown : shop.origin + shown;
  const { description, imageAlt, imageSize, offer } = meta;
  const size = Object.entries(imageSize ?? {}).map(
    ([side, pixels]): MetaTag => ["property", `og:image:${side}`, String(pixels)],
  );
  const product: MetaTag[] =
    offer === undefined
      ? []
      : [
          ["property", "product:price:amount", wireText(offer.price)],
          ["property", "product:price:currency", shopMoney().currency],
          ["property", "product:availability", offer.isInStock ? "in stock" : "out of stock"],
        ];
  return [
    ["name", "description", description],
    ["property", "og:site_name", shop.name],
    ["property", "og:type", offer === undefined ? "website" : "product"],
    ["property", "og:title", title],
    ["property", "og:description", description],
    ["property", "og:image", image],
    ...size,
    ["property", "og:image:alt", imageAlt],
    ["property", "og:url", shop.origin + meta.path],
    ...product,
    ["name", "twitter:card", "summary_large_image"],
    ["name", "twitter:title", title],
    ["name", "twitter:description", description],
    ["name", "twitter:image", image],
    ["name", "twitter:image:alt", imageAlt],
  ];
}

/** Meta of a page of Home, searched or not. */
export function homeMeta(keyword: string, pageNumber: number): PageMeta {
  const results = keyword === "" ? undefined : `Results for “${keyword}”`;
  return {
    name: pageNumber === 1 ? results : `${results ?? "Products"}, page ${pageNumber}`,
    description: keyword === "" ? defaultDescription : `Products that match “${keyword}”.`,
    ...shareImage,
    path: homePathOf(keyword, pageNumber),
  };
}

/** Meta of a page with a name and nothing else of its own. */
export function plainMeta(name: string, path: string): PageMeta {
  return { name, description: defaultDescription, ...shareImage, path };
}
