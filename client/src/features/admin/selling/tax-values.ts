import { fromWire, toDecimalString } from "@shop/shared/money";
import type { EditedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { saveTermsSchema, type TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import { z } from "zod";
import type { Saved } from "../parts/use-edit-form.ts";

export type RateValues = Record<"tax" | "name" | "taxClass" | "country" | "region" | "rate" | "from", string>;
type ClassValues = Record<"id" | "name", string>;

/** The fields of the form of currency and tax. Texts are empty for none; rates are in percent. */
export type TaxValues = {
  country: string;
  currency: string;
  locale: string;
  pricesIncludeTax: boolean;
  taxRounding: string;
  isDeliveryTaxed: boolean;
  distanceSalesMax: string;
  /** Codes, separated by blanks. */
  reverseChargeTo: string;
  taxClasses: ClassValues[];
  taxRates: RateValues[];
};

export function toSavedTax({ terms, version, savedAt }: TermsDetail): Saved<TaxValues> {
  const { country, currency, locale, pricesIncludeTax, taxRounding, isDeliveryTaxed, distanceSalesMax } = terms;
  return {
    version,
    updatedAt: savedAt,
    values: {
      country: country ?? "",
      currency,
      locale,
      pricesIncludeTax,
      taxRounding,
      isDeliveryTaxed,
      reverseChargeTo: terms.reverseChargeTo.join(" "),
      distanceSalesMax: distanceSalesMax === null ? "" : toDecimalString(distanceSalesMax),
      taxClasses: terms.taxClasses.map(({ id, name }) => ({ id, name })),
      taxRates: terms.taxRates.map(toRateValues),
    },
  };
}

export function toRateValues(rate: EditedTerms["taxRates"][number]): RateValues {
  const { tax, name, taxClass, country, region, from } = rate;
  return {
    tax,
    name,
    taxClass,
    country: country ?? "",
    region: region ?? "",
    rate: String(rate.rate / 1_000),
    from: from ?? "",
  };
}

/** The terms with the values of the form; what is no number is left for the schema to refuse. */
export function withTax(base: EditedTerms, values: TaxValues): unknown {
  const { country, distanceSalesMax, reverseChargeTo, taxRates, ...fields } = values;
  return {
    ...base,
    ...fields,
    country: orNull(country),
    reverseChargeTo: codesOf(reverseChargeTo),
    distanceSalesMax: distanceSalesMax.trim() === "" ? null : (fromWire(numberOf(distanceSalesMax)) ?? Number.NaN),
    taxRates: taxRates.map(({ rate, region, from, country: of, ...rest }) => ({
      ...rest,
      country: orNull(of),
      region: orNull(region),
      rate: rate.trim() === "" ? Number.NaN : Math.round(numberOf(rate) * 1_000),
      from: orNull(from),
    })),
  };
}

/** Refuses values that make no terms, by the names of their fields. */
export function schemaOf<Values>(base: EditedTerms, toTerms: (base: EditedTerms, values: Values) => unknown) {
  return z.custom<Values>().superRefine((values, context) => {
    const terms = toTerms(base, values);
    const { error } = saveTermsSchema.safeParse(typeof terms === "object" ? { ...terms, version: 1 } : terms);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  });
}

/** The countries of a text of codes. */
export const codesOf = (text: string) => text.split(" ").filter((code) => code !== "");

export const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** With a point or a comma before the decimals. */
export const numberOf = (text: string) => Number(text.trim().replace(",", "."));
