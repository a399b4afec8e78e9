export type DemoAddress = { address: string; city: string; postalCode: string; country: string };

const towns: readonly (readonly [city: string, postalCode: string, country: string])[] = [
  ["Portland", "97209", "United States"],
  ["Leeds", "LS1 4AP", "United Kingdom"],
  ["Utrecht", "3511 LN", "Netherlands"],
  ["Porto", "4050-253", "Portugal"],
  ["Gothenburg", "411 08", "Sweden"],
  ["Minneapolis", "55401", "United States"],
  ["Galway", "H91 E2YP", "Ireland"],
  ["Freiburg", "79098", "Germany"],
  ["Montreal", "H2X 1Y4", "Canada"],
  ["Wellington", "6011", "New Zealand"],
  ["Lyon", "69002", "France"],
  ["Bergen", "5014", "Norway"],
  ["Austin", "78702", "United States"],
  ["Turin", "10123", "Italy"],
  ["Kraków", "31-005", "Poland"],
  ["Adelaide", "5000", "Australia"],
];

const streets: readonly string[] = [
  "Harbour Street",
  "Mill Lane",
  "Orchard Road",
  "Station Square",
  "Linden Avenue",
  "Bridge Street",
  "Chapel Hill",
  "Garden Row",
  "Market Place",
  "Quarry Road",
  "River Walk",
];

/** Shipping address of a customer by number. Deterministic. */
export function addressOf(customer: number): DemoAddress {
  const [city, postalCode, country] = towns[customer % towns.length] ?? ["Portland", "97209", "United States"];
  const street = streets[customer % streets.length] ?? "Mill Lane";
  return { address: `${1 + ((customer * 37) % 140)} ${street}`, city, postalCode, country };
}
