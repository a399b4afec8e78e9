import { z } from "zod";
import { isStorableText, storedVersionSchema, unstorableText } from "../query.ts";
import { currencies } from "./currencies.ts";
import { giftCardTaxClass } from "./gift-card-class.ts";
import { type EditedTerms, standardTaxClass, type TermsOfSale, zeroTaxClass } from "./terms-of-sale.ts";

/** The most entries of each list, so that terms stay small enough for every page to carry. */
const ratesMax = 500;
const zonesMax = 50;
const methodsMax = 100;
const stepsMax = 20;
const classesMax = 20;
const prefixesMax = 200;
/** A rate of 100 %, in thousandths of a percent. */
const rateMax = 100_000;
const amountMax = 999_999_99;
const gramsMax = 100_000_000;
const daysMax = 60;

const idSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "Use up to 40 small letters, digits and dashes");
const nameSchema = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required`)
    .max(max, `${what} can have at most ${max} characters`)
    .refine(isStorableText, unstorableText);
const hoursSchema = z.string().trim().max(200).refine(isStorableText, unstorableText);
const countrySchema = z.string().regex(/^[A-Z]{2}$/, "Choose a country");
const wholeSchema = (what: string, max: number) =>
  z
    .number({ error: `${what} must be a number` })
    .int(`${what} must be a whole number`)
    .min(0, `${what} cannot be negative`)
    .max(max, `${what} can be at most ${max}`);

const taxClassSchema = z.object({ id: idSchema, name: nameSchema("A name", 40) });

const taxRateFields = {
  tax: idSchema,
  name: nameSchema("A name", 40),
  taxClass: idSchema,
  country: countrySchema.nullable(),
  region: nameSchema("A region", 60).nullable(),
  rate: wholeSchema("A rate", rateMax),
};

const zoneSchema = z.object({
  id: idSchema,
  name: nameSchema("A name", 60),
  countries: z.array(countrySchema).min(1, "Choose at least one country").max(260).nullable(),
  postalPrefixes: z.array(nameSchema("A postal code", 12)).max(prefixesMax),
});

const deliveryMethodSchema = z.object({
  id: idSchema,
  zone: idSchema,
  name: nameSchema("A name", 60),
  priceBy: z.enum(["subtotal", "weight"]),
  steps: z
    .array(z.object({ from: wholeSchema("A step", amountMax), price: wholeSchema("A price", amountMax) }))
    .min(1, "A method needs a price")
    .max(stepsMax),
  freeFrom: wholeSchema("The amount", amountMax).nullable(),
  weightMax: wholeSchema("The weight", gramsMax).nullable(),
  days: z
    .object({ min: wholeSchema("Working days", daysMax), max: wholeSchema("Working days", daysMax) })
    .refine(({ min, max }) => min <= max, { error: "The longest time is shorter than the shortest", path: ["max"] })
    .nullable(),
  cutOffHour: wholeSchema("The hour", 23).nullable(),
  pickUp: z.object({ address: nameSchema("The address", 200), hours: hoursSchema }).nullable(),
  onDelivery: z.object({ fee: wholeSchema("The fee", amountMax) }).exactOptional(),
});

const termsFields = {
  currency: z.enum(currencies, { error: "Choose a currency" }),
  locale: z.string().refine(isLocale, "Choose a language and country"),
  country: countrySchema.nullable(),
  pricesIncludeTax: z.boolean(),
  taxRounding: z.enum(["line", "total"]),
  isDeliveryTaxed: z.boolean(),
  taxClasses: z.array(taxClassSchema).max(classesMax, `There can be at most ${classesMax} classes`),
  zones: z.array(zoneSchema).min(1, "A shop delivers to at least one zone").max(zonesMax),
  deliveryMethods: z.array(deliveryMethodSchema).max(methodsMax),
  distanceSalesMax: wholeSchema("The amount", 2_000_000_000).nullable(),
  reverseChargeTo: z.array(countrySchema).max(260),
};

const ratesSchema = <From extends z.ZodType<string>>(from: From) =>
  z
    .array(z.object({ ...taxRateFields, from: from.nullable() }))
    .max(ratesMax, `There can be at most ${ratesMax} rates`);

/** Terms of sale as they are stored. */
export const termsOfSaleSchema: z.ZodType<TermsOfSale> = z.object({
  ...termsFields,
  taxRates: ratesSchema(z.iso.datetime()),
});

const editedFields = { ...termsFields, taxRates: ratesSchema(z.iso.date("Choose a day")) };

/** A change of the terms in force, which are edited as a whole. The version is the one that it starts from. */
export const saveTermsSchema = z
  .object({ ...editedFields, version: storedVersionSchema })
  .superRefine((terms, context) => addFaults(terms, context));
export type SaveTerms = z.output<typeof saveTermsSchema>;

/** The version in force, whose change is undone. */
export const undoTermsSchema = z.object({ version: storedVersionSchema });

/** Terms as they are edited, which are not saved. */
export const editedTermsSchema = z.object(editedFields).superRefine((terms, context) => addFaults(terms, context));

function addFaults(terms: EditedTerms, context: z.RefinementCtx): void {
  for (const { path, message } of faultsOf(terms)) context.addIssue({ code: "custom", path, message });
}

/** The terms in force, and what an owner can still change of them. */
export type TermsDetail = {
  version: number;
  terms: EditedTerms;
  /** Why the currency cannot be changed any more; null while it can. */
  currencyFixed: string | null;
  savedAt: string;
};

type Fault = { path: (string | number)[]; message: string };

/** What is wrong between the parts of terms. */
function faultsOf(terms: EditedTerms): Fault[] {
  return [
    ...doubleIds("taxClasses", terms.taxClasses),
    ...reservedClasses(terms),
    ...doubleIds("zones", terms.zones),
    ...doubleIds("deliveryMethods", terms.deliveryMethods),
    ...missingClasses(terms),
    ...faultsOfRates(terms),
    ...faultsOfZones(terms),
    ...terms.deliveryMethods.flatMap((method, place) => faultsOfMethod(method, ["deliveryMethods", place], terms)),
  ];
}

function doubleIds(list: string, entries: readonly { id: string }[]): Fault[] {
  return entries.flatMap(({ id }, place) =>
    entries.findIndex((other) => other.id === id) === place
      ? []
      : [{ path: [list, place, "id"], message: `There are two of “${id}”` }],
  );
}

/** All terms have the class of gift cards, which is no business of an owner. */
function reservedClasses({ taxClasses }: EditedTerms): Fault[] {
  return taxClasses.flatMap(({ id }, n) =>
    id === giftCardTaxClass ? [{ path: ["taxClasses", n, "name"], message: "Gift cards have a class already" }] : [],
  );
}

function missingClasses({ taxClasses }: EditedTerms): Fault[] {
  return [standardTaxClass, zeroTaxClass].flatMap((needed) =>
    taxClasses.some(({ id }) => id === needed)
      ? []
      : [{ path: ["taxClasses"], message: `The class “${needed}” is always there` }],
  );
}

function faultsOfRates({ taxRates, taxClasses }: EditedTerms): Fault[] {
  const seen = new Set<string>();
  return taxRates.flatMap((rate, place): Fault[] => {
    const at = (field: string, message: string): Fault => ({ path: ["taxRates", place, field], message });
    if (!taxClasses.some(({ id }) => id === rate.taxClass)) return [at("taxClass", "Choose a class of products")];
    if (rate.taxClass === zeroTaxClass) return [at("taxClass", "Products of this class bear no tax anywhere")];
    if (rate.region !== null && rate.country === null) return [at("country", "A region needs its country")];
    const key = JSON.stringify([rate.tax, rate.taxClass, rate.country, rate.region, rate.from]);
    if (seen.has(key)) return [at("rate", "There are two rates for the same class, place and day")];
    seen.add(key);
    return [];
  });
}

/** A place is in one zone, so that nobody has to ask which one. */
function faultsOfZones({ zones, deliveryMethods }: EditedTerms): Fault[] {
  const places = new Set<string>();
  return zones.flatMap(({ id, name, countries, postalPrefixes }, place): Fault[] => {
    const faults: Fault[] = [];
    if (!deliveryMethods.some(({ zone }) => zone === id)) {
      faults.push({
        path: ["zones", place, "id"],
        message: `Nothing is delivered to “${name}” yet: add a delivery method`,
      });
    }
    for (const country of countries ?? ["everywhere"]) {
      for (const prefix of postalPrefixes.length === 0 ? [""] : postalPrefixes) {
        const key = `${country} ${prefix}`;
        const isTwice = places.has(key);
        places.add(key);
        if (isTwice) faults.push({ path: ["zones", place, "countries"], message: `${country} is in two zones` });
      }
    }
    return faults;
  });
}

function faultsOfMethod(
  { zone, steps }: EditedTerms["deliveryMethods"][number],
  path: (string | number)[],
  { zones }: TermsOfSale,
): Fault[] {
  const faults: Fault[] = [];
  if (!zones.some(({ id }) => id === zone)) faults.push({ path: [...path, "zone"], message: "Choose a zone" });
  const isAscending = steps.every(({ from }, place) => from > (steps[place - 1]?.from ?? -1));
  if (steps[0]?.from !== 0) faults.push({ path: [...path, "steps", 0, "from"], message: "The first step begins at 0" });
  else if (!isAscending) faults.push({ path: [...path, "steps"], message: "Each step begins above the one before it" });
  return faults;
}

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
