import { taxPercent } from "@shop/shared/shop";
import { taxLabel } from "@shop/shared/terms-of-sale/tax-label";
import type { Taxes } from "../lib/cart-price.ts";
import { Price } from "./price.tsx";

/** The taxes on an amount by their rates, as rows of a list of amounts. Those within it follow the total: `isIncluded`. */
export function TaxRows({ amounts, isIncluded }: { amounts: Taxes; isIncluded: boolean }) {
  const { taxes, taxPrice, taxIncluded = false } = amounts;
  if (taxIncluded !== isIncluded) return null;
  const rows = taxes ?? [{ name: "Tax", rate: taxPercent, tax: taxPrice }];
  return rows.map(({ name, rate, tax }) => (
    <TaxRow key={`${name} ${rate}`} label={taxLabel(name, rate, isIncluded)} amount={tax} />
  ));
}

function TaxRow({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </>
  );
}
