import { fromWire, toDecimalString } from "@shop/shared/money";
import type { DeliveryMethod, EditedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import type { Saved } from "../parts/use-edit-form.ts";
import { numberOf, orNull } from "./tax-values.ts";

/** Codes are separated by blanks; "*" is every country that no other zone names. Postal prefixes by commas. */
type ZoneValues = Record<"id" | "name" | "countries" | "postalPrefixes", string>;

/** Amounts and weights as typed; empty for none. `steps` has lines of a lower limit and a price. */
export type MethodValues = Record<
  | "id"
  | "zone"
  | "name"
  | "kind"
  | "priceBy"
  | "price"
  | "steps"
  | "freeFrom"
  | "weightMax"
  | "minDays"
  | "maxDays"
  | "cutOffHour"
  | "address"
  | "hours"
  | "payment"
  | "paymentFee",
  string
>;

export type DeliveryValues = { zones: ZoneValues[]; deliveryMethods: MethodValues[] };

export const everywhere = "*";

export function toSavedDelivery({ terms, version, savedAt }: TermsDetail): Saved<DeliveryValues> {
  return {
    version,
    updatedAt: savedAt,
    values: {
      zones: terms.zones.map(({ id, name, countries, postalPrefixes }) => ({
        id,
        name,
        countries: countries === null ? everywhere : countries.join(" "),
        postalPrefixes: postalPrefixes.join(", "),
      })),
      deliveryMethods: terms.deliveryMethods.map(toMethodValues),
    },
  };
}

function toMethodValues(method: DeliveryMethod): MethodValues {
  const { id, zone, name, pickUp, priceBy, steps, freeFrom, weightMax, days, cutOffHour, onDelivery } = method;
  const [first, ...more] = steps;
  return {
    id,
    zone,
    name,
    kind: pickUp === null ? "send" : "pick-up",
    priceBy,
    price: toDecimalString(first?.price ?? 0),
    steps: more.map(({ from, price }) => `${limitText(priceBy, from)}: ${toDecimalString(price)}`).join("\n"),
    freeFrom: freeFrom === null ? "" : toDecimalString(freeFrom),
    weightMax: weightMax === null ? "" : String(weightMax / 1_000),
    minDays: days === null ? "" : String(days.min),
    maxDays: days === null ? "" : String(days.max),
    cutOffHour: cutOffHour === null ? "" : String(cutOffHour),
    address: pickUp?.address ?? "",
    hours: pickUp?.hours ?? "",
    payment: onDelivery === undefined ? "before" : "on delivery",
    paymentFee: onDelivery === undefined || onDelivery.fee === 0 ? "" : toDecimalString(onDelivery.fee),
  };
}

const limitText = (priceBy: DeliveryMethod["priceBy"], from: number) =>
  priceBy === "weight" ? String(from / 1_000) : toDecimalString(from);

/** The terms with the values of the form; what is no number is left for the schema to refuse. */
export function withDelivery(base: EditedTerms, { zones, deliveryMethods }: DeliveryValues): unknown {
  return {
    ...base,
    zones: zones.map(({ id, name, countries, postalPrefixes }) => ({
      id,
      name,
      countries: countries === everywhere ? null : countries.split(" ").filter((code) => code !== ""),
      postalPrefixes: postalPrefixes
        .split(",")
        .map((prefix) => prefix.trim())
        .filter((prefix) => prefix !== ""),
    })),
    deliveryMethods: deliveryMethods.map(toMethod),
  };
}

function toMethod(values: MethodValues) {
  const { id, zone, name, kind, priceBy, price, steps, freeFrom, weightMax, minDays, maxDays, cutOffHour } = values;
  const { payment, paymentFee } = values;
  return {
    id,
    zone,
    name,
    priceBy,
    steps: [{ from: 0, price: centsOf(price) }, ...stepsOf(steps, priceBy === "weight" ? gramsOf : centsOf)],
    freeFrom: freeFrom.trim() === "" ? null : centsOf(freeFrom),
    weightMax: weightMax.trim() === "" ? null : gramsOf(weightMax),
    days: minDays.trim() === "" && maxDays.trim() === "" ? null : { min: wholeOf(minDays), max: wholeOf(maxDays) },
    cutOffHour: cutOffHour.trim() === "" ? null : wholeOf(cutOffHour),
    pickUp: kind === "pick-up" ? { address: values.address, hours: orNull(values.hours) ?? "" } : null,
    ...(payment === "on delivery" && { onDelivery: { fee: paymentFee.trim() === "" ? 0 : centsOf(paymentFee) } }),
  };
}

/** Lines such as "50: 2.90". */
function stepsOf(text: string, limitOf: (limit: string) => number): { from: number; price: number }[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [limit = "", price = ""] = line.split(":");
      return { from: limitOf(limit), price: centsOf(price) };
    });
}

const centsOf = (text: string) => (text.trim() === "" ? Number.NaN : (fromWire(numberOf(text)) ?? Number.NaN));
const gramsOf = (kilograms: string) => Math.round(numberOf(kilograms) * 1_000);
const wholeOf = (text: string) => (text.trim() === "" ? Number.NaN : numberOf(text));
