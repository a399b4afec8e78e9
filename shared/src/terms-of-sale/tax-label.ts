/** A tax with its rate, as customers read it: "Tax (15%)", or "incl. 19% VAT" for a tax within a price. */
export function taxLabel(name: string, rate: number, isIncluded: boolean): string {
  // Nothing is within the price at 0 %, as under reverse charge.
  return isIncluded && rate > 0 ? `incl. ${rate}% ${name}` : `${name} (${rate}%)`;
}
