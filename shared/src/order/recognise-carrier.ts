import type { CarrierId } from "./parcel.ts";

/**
 * The carrier of a tracking number, where its form and its check digit leave no doubt; `null` for any other. Numbers of
 * digits alone are those of too many carriers.
 */
export function carrierOf(entered: string): CarrierId | null {
  const number = entered.replace(/\s+/g, "").toUpperCase();
  if (isUps(number)) return "ups";
  if (/^(JJD|JVGL)[0-9A-Z]{10,20}$/.test(number)) return "dhl";
  return postOf(number) ?? (isUsps(number) ? "usps" : null);
}

/** 1Z, the shipper, the service and the parcel, and a check digit over all of it after 1Z. */
function isUps(number: string): boolean {
  const [, body, check] = /^1Z([0-9A-Z]{15})([0-9])$/.exec(number) ?? [];
  if (body === undefined) return false;
  const sum = [...body].reduce((all, character, place) => all + upsValue(character) * (place % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === Number(check);
}

/** Letters count as the digits 2 to 9 and 0 to 9 over and over, A as 2. */
function upsValue(character: string): number {
  return /[0-9]/.test(character) ? Number(character) : ((character.codePointAt(0) ?? 0) - 63) % 10;
}

const posts: Partial<Record<string, CarrierId>> = {
  US: "usps",
  GB: "royal-mail",
  DE: "deutsche-post",
  FR: "la-poste",
  CA: "canada-post",
  AU: "australia-post",
};

const postWeights = [8, 6, 4, 2, 3, 5, 9, 7];

/** The post of the country that a number of the Universal Postal Union (S10) names. */
function postOf(number: string): CarrierId | null {
  const [, serial, check, country = ""] = /^[A-Z]{2}(\d{8})(\d)([A-Z]{2})$/.exec(number) ?? [];
  if (serial === undefined) return null;
  const rest = 11 - (postWeights.reduce((sum, weight, place) => sum + weight * Number(serial[place]), 0) % 11);
  const expected = rest === 10 ? 0 : rest === 11 ? 5 : rest;
  return expected === Number(check) ? (posts[country] ?? null) : null;
}

/** 22 digits from 92 to 95 with a check digit that weighs every other digit threefold. */
function isUsps(number: string): boolean {
  if (!/^9[2-5]\d{20}$/.test(number)) return false;
  const digits = [...number].map(Number);
  const check = digits.pop();
  const sum = digits.reduceRight((all, digit, place) => all + digit * ((digits.length - place) % 2 === 1 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}
