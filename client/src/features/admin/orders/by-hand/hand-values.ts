import { fromWire, toWire } from "@shop/shared/money";

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
