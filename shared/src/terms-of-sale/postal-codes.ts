/**
 * The forms of postal codes by country: 9 is a digit, A a letter, and a blank or dash may be left out. Countries that are
 * not here have codes of a form that is not checked.
 */
const forms: Readonly<Record<string, readonly string[]>> = {
  AT: ["9999"],
  AU: ["9999"],
  BE: ["9999"],
  BG: ["9999"],
  BR: ["99999-999"],
  CA: ["A9A 9A9"],
  CH: ["9999"],
  CN: ["999999"],
  CY: ["9999"],
  CZ: ["999 99"],
  DE: ["99999"],
  DK: ["9999"],
  EE: ["99999"],
  ES: ["99999"],
  FI: ["99999"],
  FR: ["99999"],
  GB: ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"],
  GR: ["999 99"],
  HR: ["99999"],
  HU: ["9999"],
  IE: ["A99 AAAA", "A99 A999", "A99 A9A9", "A99 A99A", "A99 AA99", "A99 AA9A", "A99 AAA9", "A99 9AAA", "A99 99AA"],
  IL: ["9999999", "99999"],
  IN: ["999999", "999 999"],
  IS: ["999"],
  IT: ["99999"],
  JP: ["999-9999"],
  KR: ["99999"],
  LI: ["9999"],
  LT: ["99999", "AA-99999"],
  LU: ["9999", "A-9999"],
  LV: ["AA-9999", "9999"],
  MT: ["AAA 9999"],
  MX: ["99999"],
  MY: ["99999"],
  NL: ["9999 AA"],
  NO: ["9999"],
  NZ: ["9999"],
  PH: ["9999"],
  PL: ["99-999"],
  PT: ["9999-999"],
  RO: ["999999"],
  SE: ["999 99"],
  SG: ["999999"],
  SI: ["9999"],
  SK: ["999 99"],
  TH: ["99999"],
  TR: ["99999"],
  TW: ["999", "99999", "999999"],
  UA: ["99999"],
  US: ["99999", "99999-9999"],
  ZA: ["9999"],
};

/** Countries whose addresses have no postal code. */
const without =
  "AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GQ GY HK KI KM KN LY ML MO MR MW NR NU QA RW SB SC SL SR ST SY TD TG TK TL TO TV UG VU WS YE ZW".split(
    " ",
  );

/** Whether addresses in a country have a postal code. */
export function hasPostalCode(country: string | null): boolean {
  return country === null || !without.includes(country);
}

/** What is wrong with a postal code by the form of its country; nothing where none is known. */
export function postalCodeComplaint(country: string | null, postalCode: string): string | undefined {
  const known = country === null ? undefined : forms[country];
  if (known === undefined) return undefined;
  const plain = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, "");
  const shape = plain(postalCode).replaceAll(/\d/g, "9").replaceAll(/[A-Z]/g, "A");
  if (known.some((form) => plain(form) === shape)) return undefined;
  const example = known[0]?.replaceAll("9", "0").replaceAll("A", "X");
  return `This is not a postal code of this country, such as ${example}`;
}
