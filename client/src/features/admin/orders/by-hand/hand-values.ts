import { fromWire, toWire } from "@shop/shared/money";
import type { HandProduct } from "@shop/shared/order/order-by-hand";
import type { OpenDraft } from "@shop/shared/order/order-draft";
import type { PaymentMethod } from "@shop/shared/shop";
import type { AddressValues } from "../../../../lib/address-values.ts";

/** A line as it is being entered; an empty number field holds an empty string. */
export type HandLine = {
  product: string;
  name: string;
  image: string;
  /** The price of the catalog, in wire format. */
  catalogPrice: number;
  qty: number | string;
  /** An own price; empty for that of the catalog. */
  price: number | string;
};

/** Whose order it is: an account, or somebody without one, of whom name and email are entered. */
export type HandCustomer = { _id: string; name: string; email: string } | null;

/** How the order is paid: by its customer, or with money that is there already. */
type HandPayment = PaymentMethod | "received";

const noTexts = { priceReason: "", note: "", reference: "", taxNumber: "", counterRegion: "" };
export type HandTexts = typeof noTexts;

/** All that has been entered of an order beside its address. */
export type HandValues = {
  customer: HandCustomer;
  guest: { name: string; email: string };
  lines: HandLine[];
  /** The chosen delivery; absent for the first that the shop has for the address. */
  method: string | undefined;
  isCounterSale: boolean;
  payment: HandPayment;
  texts: HandTexts;
};

export function emptyOrder(payment: PaymentMethod): HandValues {
  const guest = { name: "", email: "" };
  return { customer: null, guest, lines: [], method: undefined, isCounterSale: false, payment, texts: noTexts };
}

/** What a draft has. Lines whose products are not on sale any more are left out. */
export function valuesOfDraft({ draft, account, products }: OpenDraft): HandValues {
  const { customer, orderItems, deliveryMethod, isCounterSale, payment } = draft;
  const { priceReason, note, reference, taxNumber, address } = draft;
  const found = new Map(products.map((product) => [product.product, product]));
  return {
    customer: account,
    guest: customer.is === "new" ? { name: customer.name, email: customer.email } : { name: "", email: "" },
    lines: orderItems.flatMap(({ product, qty, price }) => {
      const known = found.get(product);
      return known === undefined ? [] : [toLine(known, qty ?? "", price ?? "")];
    }),
    method: deliveryMethod,
    isCounterSale,
    payment,
    texts: { priceReason, note, reference, taxNumber, counterRegion: address.region },
  };
}

/** How many lines of a draft have no product that is on sale. */
export function goneLines({ draft, products }: OpenDraft): number {
  return draft.orderItems.length - products.length;
}

function toLine({ product, name, image, price }: HandProduct, qty: number | string, own: number | string): HandLine {
  return { product, name, image, catalogPrice: price, qty, price: own };
}

/** The same values as the server keeps them in a draft. */
export function toDraft({ customer, guest, lines, method, texts, ...values }: HandValues, address: AddressValues) {
  const { counterRegion, priceReason, note, reference, taxNumber } = texts;
  return {
    customer: customer === null ? { is: "new" as const, ...guest } : { is: "account" as const, id: customer._id },
    orderItems: lines.map(({ product, qty, price }) => ({
      product,
      qty: qty === "" ? null : Number(qty),
      price: price === "" ? null : Number(price),
    })),
    address: values.isCounterSale ? { ...address, region: counterRegion } : address,
    deliveryMethod: method,
    isCounterSale: values.isCounterSale,
    payment: values.payment,
    priceReason,
    note,
    reference,
    taxNumber,
  };
}

/** The lines as the server reads them. A quantity that is none is sent as it is, so that it is refused by name. */
export function toOrderItems(lines: readonly HandLine[]) {
  return lines.map(({ product, qty, price }) => ({
    product,
    qty: Number(qty),
    ...(price === "" ? {} : { price: Number(price) }),
  }));
}

/** Whether all quantities are numbers of units, so that the order can be priced. */
export function canBePriced(lines: readonly HandLine[]): boolean {
  return lines.length > 0 && lines.every(({ qty }) => Number.isInteger(Number(qty)) && Number(qty) >= 1);
}

export function hasOwnPrice({ price, catalogPrice }: HandLine): boolean {
  return price !== "" && Number(price) !== catalogPrice;
}

/** The lines at so many percent below the prices of the catalog. */
export function discounted(lines: readonly HandLine[], percent: number): HandLine[] {
  return lines.map((line) => {
    const cents = fromWire(line.catalogPrice) ?? 0;
    return { ...line, price: percent === 0 ? "" : toWire(cents - Math.round((cents * percent) / 100)) };
  });
}
