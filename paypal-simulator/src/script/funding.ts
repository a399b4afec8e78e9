/** The provider's further ways to pay, as its script names them. */
export const further = {
  PAYLATER: "paylater",
  VENMO: "venmo",
  IDEAL: "ideal",
  BANCONTACT: "bancontact",
  BLIK: "blik",
} as const;

/** The currencies of the ways to pay that exist in some countries alone. */
const currencies: Readonly<Record<string, readonly string[]>> = {
  paylater: ["USD", "EUR", "GBP", "AUD"],
  venmo: ["USD"],
  ideal: ["EUR"],
  bancontact: ["EUR"],
  blik: ["PLN"],
};

/** The ways to pay that the script draws: its own, and those that the shop has enabled and its currency permits. */
export function eligibleSources(query: URLSearchParams): ReadonlySet<string> {
  const currency = query.get("currency") ?? "USD";
  const enabled = (query.get("enable-funding") ?? "").split(",");
  const drawn = enabled.filter((source) => currencies[source]?.includes(currency) === true);
  return new Set(["paypal", "card", ...drawn]);
}
