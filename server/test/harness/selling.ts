import { specifiedTerms, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { z } from "zod";
import { type Customer, insertCustomer } from "./customers.ts";
import type { TestShop } from "./shop.ts";
import { fromTrpc } from "./test-client.ts";

type Method = TermsOfSale["deliveryMethods"][number];

/** A way of delivery for a flat price. */
function method(id: string, zone: string, price: number, more: Partial<Method> = {}): Method {
  const steps = [{ from: 0, price }];
  const plain = { freeFrom: null, weightMax: null, days: null, cutOffHour: null, pickUp: null };
  return { id, zone, name: id, priceBy: "subtotal", steps, ...plain, ...more };
}

/** A rate of a country on the standard class, in thousandths of a percent. */
export function rate(country: string, thousandths: number, more: Partial<TermsOfSale["taxRates"][number]> = {}) {
  return {
    tax: "vat",
    name: "VAT",
    taxClass: "standard",
    country,
    region: null,
    rate: thousandths,
    from: null,
    ...more,
  };
}

/** A shop in Germany that sells there and to Austria, in euros and with tax included. */
export const germanTerms: TermsOfSale = {
  ...specifiedTerms,
  currency: "EUR",
  locale: "de-DE",
  country: "DE",
  pricesIncludeTax: true,
  isDeliveryTaxed: true,
  taxRates: [rate("DE", 19_000), rate("DE", 7_000, { taxClass: "reduced" }), rate("AT", 20_000)],
  zones: [
    { id: "de", name: "Germany", countries: ["DE"], postalPrefixes: [] },
    { id: "at", name: "Austria", countries: ["AT"], postalPrefixes: [] },
  ],
  deliveryMethods: [
    method("parcel", "de", 4_90, { name: "Parcel", freeFrom: 50_00 }),
    method("collect", "de", 0, {
      name: "Collect",
      pickUp: { address: "Lindenstr. 1, Berlin", hours: "Mon to Fri, 9 to 18" },
    }),
    method("abroad", "at", 9_90, { name: "Parcel abroad" }),
  ],
};

const detailSchema = z.looseObject({ version: z.int() });

/** Calls a procedure of the admin about terms of sale. */
export async function askTerms(shop: TestShop, admin: Customer, procedure: string, body?: unknown) {
  const response = await fetch(`${shop.origin}/trpc/admin.termsOfSale.${procedure}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", cookie: admin.cookie },
  });
  return { status: response.status, body: fromTrpc(await response.json()) };
}

/** Puts terms in force as an administrator does, and gives back their version. Rates begin on days. */
export async function sellBy(shop: TestShop, terms: TermsOfSale): Promise<number> {
  const admin = await insertCustomer(shop.db, { isAdmin: true });
  const { version } = detailSchema.parse((await askTerms(shop, admin, "read")).body);
  const saved = await askTerms(shop, admin, "save", { ...terms, version });
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  return detailSchema.parse(saved.body).version;
}
