import { reducedTaxClass, standardTaxClass, type TaxRate } from "./terms-of-sale.ts";

/**
 * Tax rates of many countries as a starting point, which the owner confirms: laws change, and each country has its own
 * list of what is taxed less.
 */

/** The day of which the rates are. */
export const startingRatesDay = "2026-01-01";

const sources = {
  eu: "European Commission, VAT rates (taxation-customs.ec.europa.eu)",
  gb: "HM Revenue & Customs, VAT rates (gov.uk/vat-rates)",
  ch: "Swiss Federal Tax Administration (estv.admin.ch)",
  no: "The Norwegian Tax Administration (skatteetaten.no)",
  ca: "Canada Revenue Agency, GST/HST, and Revenu Québec",
  us: "Rates of the states, without those of counties and cities (taxadmin.org)",
  jp: "National Tax Agency (nta.go.jp)",
  authority: "The tax authority of the country",
} as const;

/** Standard and, where there is one, the usual reduced rate, in percent. */
type Rates = { name: string; source: keyof typeof sources; standard: number; reduced?: number };

const vat = (source: Rates["source"], standard: number, reduced?: number, name = "VAT"): Rates =>
  reduced === undefined ? { name, source, standard } : { name, source, standard, reduced };

const countries: Readonly<Record<string, Rates>> = {
  AT: vat("eu", 20, 10),
  BE: vat("eu", 21, 6),
  BG: vat("eu", 20, 9),
  HR: vat("eu", 25, 13),
  CY: vat("eu", 19, 5),
  CZ: vat("eu", 21, 12),
  DK: vat("eu", 25),
  EE: vat("eu", 24, 9),
  FI: vat("eu", 25.5, 13.5),
  FR: vat("eu", 20, 5.5),
  DE: vat("eu", 19, 7),
  GR: vat("eu", 24, 13),
  HU: vat("eu", 27, 18),
  IE: vat("eu", 23, 13.5),
  IT: vat("eu", 22, 10),
  LV: vat("eu", 21, 12),
  LT: vat("eu", 21, 12),
  LU: vat("eu", 17, 8),
  MT: vat("eu", 18, 5),
  NL: vat("eu", 21, 9),
  PL: vat("eu", 23, 8),
  PT: vat("eu", 23, 13),
  RO: vat("eu", 21, 11),
  SK: vat("eu", 23, 19),
  SI: vat("eu", 22, 9.5),
  ES: vat("eu", 21, 10),
  SE: vat("eu", 25, 12),
  GB: vat("gb", 20, 5),
  CH: vat("ch", 8.1, 2.6),
  LI: vat("ch", 8.1, 2.6),
  NO: vat("no", 25, 15),
  IS: vat("authority", 24, 11),
  TR: vat("authority", 20, 10),
  IL: vat("authority", 18),
  ZA: vat("authority", 15),
  AU: vat("authority", 10, undefined, "GST"),
  NZ: vat("authority", 15, undefined, "GST"),
  SG: vat("authority", 9, undefined, "GST"),
  IN: vat("authority", 18, 5, "GST"),
  JP: vat("jp", 10, 8, "Consumption tax"),
  KR: vat("authority", 10),
  TH: vat("authority", 7),
  MX: vat("authority", 16, undefined, "IVA"),
};

/** Rates by state or province, as `code percent` of one tax. */
const regional: readonly { country: string; tax: string; name: string; source: keyof typeof sources; rates: string }[] =
  [
    {
      country: "CA",
      tax: "gst",
      name: "GST",
      source: "ca",
      rates: "AB 5,BC 5,MB 5,NT 5,NU 5,QC 5,SK 5,YT 5",
    },
    { country: "CA", tax: "gst", name: "HST", source: "ca", rates: "NB 15,NL 15,NS 14,ON 13,PE 15" },
    { country: "CA", tax: "pst", name: "PST", source: "ca", rates: "BC 7,MB 7,SK 6" },
    { country: "CA", tax: "pst", name: "QST", source: "ca", rates: "QC 9.975" },
    {
      country: "US",
      tax: "sales-tax",
      name: "Sales tax",
      source: "us",
      rates:
        "AL 4,AZ 5.6,AR 6.5,CA 7.25,CO 2.9,CT 6.35,DC 6,FL 6,GA 4,HI 4,ID 6,IL 6.25,IN 7,IA 6,KS 6.5,KY 6,LA 5,ME 5.5,MD 6,MA 6.25,MI 6,MN 6.875,MS 7,MO 4.225,NE 5.5,NV 6.85,NJ 6.625,NM 4.875,NY 4,NC 4.75,ND 5,OH 5.75,OK 4.5,PA 6,RI 7,SC 6,SD 4.2,TN 7,TX 6.25,UT 6.1,VT 6,VA 5.3,WA 6.5,WV 6,WI 5,WY 4",
    },
  ];

/** The countries of the European Union. */
export const euCountries: readonly string[] = Object.keys(countries).filter((code) => countries[code]?.source === "eu");

/** The countries that have starting rates. */
export const startingCountries: readonly string[] = [
  ...new Set([...Object.keys(countries), ...regional.map(({ country }) => country)]),
];

/** The starting rates of a country, and where they are from; none for one that has none. */
export function startingRatesOf(country: string): { rates: TaxRate[]; source: string } | null {
  const national = countries[country];
  const ofRegions = regional.filter((one) => one.country === country);
  const source = national?.source ?? ofRegions[0]?.source;
  if (source === undefined) return null;
  return {
    source: sources[source],
    rates: [...(national === undefined ? [] : ratesOf(country, national)), ...ofRegions.flatMap(ratesByRegion)],
  };
}

function ratesOf(country: string, { name, standard, reduced }: Rates): TaxRate[] {
  const rate = (taxClass: string, percent: number): TaxRate => {
    return { tax: "vat", name, taxClass, country, region: null, rate: thousandths(percent), from: null };
  };
  return [rate(standardTaxClass, standard), ...(reduced === undefined ? [] : [rate(reducedTaxClass, reduced)])];
}

function ratesByRegion({ country, tax, name, rates }: (typeof regional)[number]): TaxRate[] {
  return rates.split(",").map((entry) => {
    const [region = "", percent = ""] = entry.split(" ");
    return { tax, name, taxClass: standardTaxClass, country, region, rate: thousandths(Number(percent)), from: null };
  });
}

const thousandths = (percent: number) => Math.round(percent * 1_000);
