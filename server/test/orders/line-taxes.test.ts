import { specifiedTerms, standardTaxClass, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { expect, it } from "vitest";
import { divideTax } from "../../src/domain/order/line-taxes.ts";

const everywhere = { country: null, region: null, from: null };
const vat = (taxClass: string, rate: number, tax = "vat") =>
  Object.assign({ tax, name: tax.toUpperCase(), rate, taxClass }, everywhere);
const german: TermsOfSale = {
  ...specifiedTerms,
  pricesIncludeTax: true,
  isDeliveryTaxed: true,
  taxRates: [vat(standardTaxClass, 19_000), vat("reduced", 7_000)],
};
const order = {
  countryCode: "DE",
  region: "",
  createdAt: new Date("2026-05-01"),
  shippingCents: 500,
  discountCents: 0,
  taxCents: 0,
};
const item = (priceCents: number, qty: number, taxClass: string = standardTaxClass, discountCents = 0) => {
  return { priceCents, qty, taxClass, discountCents };
};
const centsOf = ({ items, shippingCents }: ReturnType<typeof divideTax>) => [
  ...items.map(({ cents }) => cents),
  shippingCents,
];

it("Each line item has its own part of an order's tax by its own rate, and delivery has the rest", () => {
  // 119.00 at 19 % is 19.00, 107.00 at 7 % is 7.00; of delivery 2.63 at 19 % is 0.42 and 2.37 at 7 % is 0.16.
  const items = [item(11_900, 1), item(5_350, 2, "reduced")];
  const divided = divideTax({ ...order, taxCents: 2_658, items }, german);
  expect(centsOf(divided)).toEqual([1_900, 700, 58]);
  expect(divided.items.map(({ rates }) => rates.map(({ rate }) => rate))).toEqual([[19_000], [7_000]]);
});

it("Discounts take off the base of their own line, or of the delivery", () => {
  // 59.50 at 19 % is 9.50, 107.00 at 7 % is 7.00; of a delivery that costs nothing there is none.
  const items = [item(11_900, 1, standardTaxClass, 5_950), item(5_350, 2, "reduced")];
  const divided = divideTax({ ...order, discountCents: 6_450, taxCents: 1_650, items }, german);
  expect(centsOf(divided)).toEqual([950, 700, 0]);
});

it("The parts sum to the tax, also where lines have the same cents and the tax was rounded as a whole", () => {
  const items = [item(5, 1), item(5, 1), item(5, 1)];
  const specified = divideTax({ ...order, taxCents: 2, items }, specifiedTerms);
  expect(centsOf(specified)).toEqual([1, 1, 0, 0]);
  for (let cents = 0; cents < 40; cents += 1) {
    const parts = centsOf(divideTax({ ...order, taxCents: cents, items: [item(7, 3), item(1, 1, "reduced")] }, german));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
  }
});

it("Two taxes on one line are both its rates; an order without tax has none", () => {
  const canadian = {
    ...specifiedTerms,
    taxRates: [vat(standardTaxClass, 5_000, "gst"), vat(standardTaxClass, 9_975, "qst")],
  };
  const divided = divideTax({ ...order, taxCents: 1_498, items: [item(10_000, 1)] }, canadian);
  expect(divided.items).toMatchObject([{ cents: 1_498, rates: [{ rate: 5_000 }, { rate: 9_975 }] }]);
  expect(divideTax({ ...order, items: [item(10_000, 1)] }, german)).toEqual({
    items: [{ cents: 0, rates: [] }],
    shippingCents: 0,
  });
});
