import { describe, expect, it } from "vitest";
import { type OrderLine, type OrderToPrice, partsOf, priceOrder } from "../pricing.ts";
import type { Destination, PricedMethod, PriceTerms, TaxRate } from "./terms-of-sale.ts";

/*
 * Shops of real countries, computed by hand. Each shop names the rule of its country: the rates and the
 * rounding are those of its tax authority.
 */

const at = Date.parse("2026-03-02T12:00:00Z");

const rate = (country: string, thousandths: number, more: Partial<TaxRate> = {}): TaxRate => ({
  tax: "vat",
  name: "VAT",
  taxClass: "standard",
  country,
  region: null,
  from: null,
  ...more,
  rate: thousandths,
});

const delivery = (price: number, more: Partial<PricedMethod> = {}): PricedMethod => ({
  id: "parcel",
  zone: "everywhere",
  priceBy: "subtotal",
  steps: [{ from: 0, price }],
  freeFrom: null,
  weightMax: null,
  ...more,
});

const included: PriceTerms = {
  pricesIncludeTax: true,
  taxRounding: "total",
  isDeliveryTaxed: true,
  taxRates: [],
  zones: [{ id: "everywhere", countries: null, postalPrefixes: [] }],
  deliveryMethods: [],
};
const onTop: PriceTerms = { ...included, pricesIncludeTax: false };

const goods = (priceCents: number, taxClass = "standard", qty = 1): OrderLine => ({
  priceCents,
  qty,
  taxClass,
  grams: 500,
});
const to = (country: string, region: string | null = null): Destination => ({ country, region, postalCode: null });

/** The four amounts, and each tax as its rate, net base and amount. */
function priced(order: Omit<OrderToPrice, "at"> & { at?: number }, terms: PriceTerms) {
  const lines = priceOrder({ at, ...order }, terms);
  const { itemsCents, shippingCents, taxCents, totalCents } = partsOf(lines);
  const taxes = lines.flatMap((line) => (line.kind === "tax" ? [[line.name, line.rate, line.net, line.amount]] : []));
  return { parts: [itemsCents, shippingCents, taxCents, totalCents], taxes };
}

describe("a shop in", () => {
  // § 12 UStG: 19 and 7 %; delivery shares the rates of the goods by their prices (Abschnitt 10.1 and 3.10 UStAE).
  it("Germany finds 19 and 7 % within its prices, and within the parts of its delivery", () => {
    const terms = { ...included, taxRates: [rate("DE", 19_000), rate("DE", 7_000, { taxClass: "reduced" })] };
    const lines = [goods(119_00), goods(21_40, "reduced")];
    // 4.99 is 4.23 for 119.00 and 0.76 for 21.40: 123.23 × 19/119 = 19.675, 22.16 × 7/107 = 1.4497.
    expect(priced({ lines, destination: to("DE"), method: delivery(4_99) }, terms)).toEqual({
      parts: [140_40, 4_99, 21_13, 145_39],
      taxes: [
        ["VAT", 19_000, 103_55, 19_68],
        ["VAT", 7_000, 20_71, 1_45],
      ],
    });
  });

  // § 28 UStG (second half of 2020): 16 % from the first of July, which begins at 22:00 UTC of the day before.
  it("Germany prices open carts by the new rate from midnight of its own clocks", () => {
    const terms = {
      ...included,
      taxRates: [rate("DE", 19_000), rate("DE", 16_000, { from: "2020-06-30T22:00:00.000Z" })],
    };
    const order = { lines: [goods(119_00)], destination: to("DE"), method: null };
    const before = priced({ ...order, at: Date.parse("2020-06-30T21:59:59.999Z") }, terms);
    const after = priced({ ...order, at: Date.parse("2020-06-30T22:00:00.000Z") }, terms);
    expect(before).toEqual({ parts: [119_00, 0, 19_00, 119_00], taxes: [["VAT", 19_000, 100_00, 19_00]] });
    // 119.00 × 16/116 = 16.4138.
    expect(after).toEqual({ parts: [119_00, 0, 16_41, 119_00], taxes: [["VAT", 16_000, 102_59, 16_41]] });
  });

  // Goods that leave the union are free of tax (§ 6 UStG): all of their price is net.
  it("Germany exports at the price that it shows, without a tax", () => {
    const terms = { ...included, taxRates: [rate("DE", 19_000), rate("FR", 20_000)] };
    const order = { lines: [goods(119_00)], destination: to("US"), method: delivery(25_00) };
    expect(priced(order, terms)).toEqual({ parts: [119_00, 25_00, 0, 144_00], taxes: [] });
  });

  // Art. 25 MWSTG: 8.1 % and 2.6 % since 2024.
  it("Switzerland finds 8.1 and 2.6 % within, rounded to the rappen", () => {
    const terms = { ...included, taxRates: [rate("CH", 8_100), rate("CH", 2_600, { taxClass: "reduced" })] };
    // Without delivery: 49.90 × 8.1/108.1 = 3.7391, 10.25 × 2.6/102.6 = 0.2597.
    expect(
      priced({ lines: [goods(49_90), goods(10_25, "reduced")], destination: to("CH"), method: null }, terms),
    ).toEqual({
      parts: [60_15, 0, 4_00, 60_15],
      taxes: [
        ["VAT", 8_100, 46_16, 3_74],
        ["VAT", 2_600, 9_99, 26],
      ],
    });
  });

  // Consumption tax: 10 % and 8 %; a qualified invoice rounds once for each rate, not for each line.
  it("Japan has no decimals and rounds once for each rate", () => {
    const terms = { ...included, taxRates: [rate("JP", 10_000), rate("JP", 8_000, { taxClass: "reduced" })] };
    const lines = [goods(105), goods(105), goods(105), goods(500, "reduced")];
    // 315 × 10/110 = 28.64, though each 105 alone has 9.55; 500 × 8/108 = 37.04.
    expect(priced({ lines, destination: to("JP"), method: null }, terms)).toEqual({
      parts: [815, 0, 66, 815],
      taxes: [
        ["VAT", 10_000, 286, 29],
        ["VAT", 8_000, 463, 37],
      ],
    });
  });

  // Kuwait levies no value added tax; its dinar has a thousand fils.
  it("Kuwait has three decimals and no tax", () => {
    const order = { lines: [goods(12_345, "standard", 3)], destination: to("KW"), method: delivery(1_500) };
    expect(priced(order, included)).toEqual({ parts: [37_035, 1_500, 0, 38_535], taxes: [] });
  });

  // Bahrain: 10 % since 2022, three decimals.
  it("Bahrain rounds half a fils up", () => {
    const terms = { ...onTop, taxRates: [rate("BH", 10_000)] };
    expect(priced({ lines: [goods(1_005)], destination: to("BH"), method: null }, terms)).toEqual({
      parts: [1_005, 0, 101, 1_106],
      taxes: [["VAT", 10_000, 1_005, 101]],
    });
  });

  // Texas: 6.25 % of the state and up to 2 % of cities and counties; what a seller charges for transport is taxed.
  it("Texas adds 8.25 % to goods and delivery there, and nothing in other states", () => {
    const terms = { ...onTop, taxRates: [rate("US", 8_250, { tax: "sales", name: "Sales tax", region: "TX" })] };
    const order = { lines: [goods(19_99, "standard", 2)], method: delivery(5_00) };
    // 44.98 × 0.0825 = 3.71085.
    expect(priced({ ...order, destination: to("US", "TX") }, terms)).toEqual({
      parts: [39_98, 5_00, 3_71, 48_69],
      taxes: [["Sales tax", 8_250, 44_98, 3_71]],
    });
    expect(priced({ ...order, destination: to("US", "OR") }, terms).parts).toEqual([39_98, 5_00, 0, 44_98]);
  });

  // GST 5 %, QST 9.975 % on the price without GST since 2013; printed books bear no QST.
  it("Quebec adds two taxes that do not tax each other, and books bear one", () => {
    const qst = { tax: "qst", name: "QST", region: "QC" };
    const terms = {
      ...onTop,
      taxRates: [
        rate("CA", 5_000, { tax: "gst", name: "GST" }),
        rate("CA", 9_975, qst),
        rate("CA", 0, { ...qst, taxClass: "books" }),
      ],
    };
    expect(priced({ lines: [goods(100_00)], destination: to("CA", "QC"), method: null }, terms)).toEqual({
      parts: [100_00, 0, 14_98, 114_98],
      taxes: [
        ["GST", 5_000, 100_00, 5_00],
        ["QST", 9_975, 100_00, 9_98],
      ],
    });
    // GST once on both: 30.30 × 5 % = 1.515; of each alone it would be 1.01 and 0.51.
    const lines = [goods(20_20), goods(10_10, "books")];
    expect(priced({ lines, destination: to("CA", "QC"), method: null }, terms)).toEqual({
      parts: [30_30, 0, 3_53, 33_83],
      taxes: [
        ["GST", 5_000, 30_30, 1_52],
        ["QST", 9_975, 20_20, 2_01],
        ["QST", 0, 10_10, 0],
      ],
    });
    expect(priced({ lines, destination: to("CA", "AB"), method: null }, terms).taxes).toEqual([
      ["GST", 5_000, 30_30, 1_52],
    ]);
  });

  // VAT Notice 700: 20 %; Notice 714: young children's clothes at zero. Delivery follows the goods (Notice 700/24).
  it("the United Kingdom sells children's clothes at zero, and that part of the delivery too", () => {
    const terms = { ...included, taxRates: [rate("GB", 20_000)] };
    const lines = [goods(60_00), goods(25_00, "zero")];
    // 3.95 is 2.79 and 1.16: 62.79 / 6 = 10.465.
    expect(priced({ lines, destination: to("GB"), method: delivery(3_95) }, terms)).toEqual({
      parts: [85_00, 3_95, 10_47, 88_95],
      taxes: [
        ["VAT", 20_000, 52_32, 10_47],
        ["VAT", 0, 26_16, 0],
      ],
    });
  });

  // GST 10 %: an eleventh of the price.
  it("Australia finds an eleventh within", () => {
    const terms = { ...included, taxRates: [rate("AU", 10_000, { tax: "gst", name: "GST" })] };
    expect(priced({ lines: [goods(99_95)], destination: to("AU"), method: null }, terms)).toEqual({
      parts: [99_95, 0, 9_09, 99_95],
      taxes: [["GST", 10_000, 90_86, 9_09]],
    });
  });

  // 21 % IVA; the Canary Islands are outside of its territory (art. 3 LIVA).
  it("Spain sells to the Canary Islands without its tax", () => {
    const terms = { ...included, taxRates: [rate("ES", 21_000), rate("ES", 0, { region: "CN" })] };
    const order = { lines: [goods(121_00)], method: null };
    expect(priced({ ...order, destination: to("ES") }, terms).taxes).toEqual([["VAT", 21_000, 100_00, 21_00]]);
    expect(priced({ ...order, destination: to("ES", "CN") }, terms).taxes).toEqual([["VAT", 0, 121_00, 0]]);
  });

  // Rounding by line or by total are both lawful in the Netherlands, arithmetically (art. 5a Uitvoeringsbesluit OB).
  it("the Netherlands may round each line or the total", () => {
    const terms = { ...included, taxRates: [rate("NL", 21_000)] };
    const order = { lines: [goods(2_97), goods(2_97)], destination: to("NL"), method: null };
    // 2.97 × 21/121 = 0.5155, 5.94 × 21/121 = 1.0309.
    expect(priced(order, { ...terms, taxRounding: "line" }).taxes).toEqual([["VAT", 21_000, 4_90, 1_04]]);
    expect(priced(order, terms).taxes).toEqual([["VAT", 21_000, 4_91, 1_03]]);
  });

  // 9 % for the union and 9 % for the state (CGST and SGST).
  it("India divides what is within a price over two taxes, to the paisa", () => {
    const half = (tax: string) => rate("IN", 9_000, { tax, name: tax.toUpperCase() });
    const terms = { ...included, taxRates: [half("cgst"), half("sgst")] };
    // 99.99 × 18/118 = 15.2527.
    expect(priced({ lines: [goods(99_99)], destination: to("IN"), method: null }, terms)).toEqual({
      parts: [99_99, 0, 15_25, 99_99],
      taxes: [
        ["CGST", 9_000, 84_74, 7_63],
        ["SGST", 9_000, 84_74, 7_62],
      ],
    });
  });
});
