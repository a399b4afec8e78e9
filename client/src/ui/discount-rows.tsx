import { Price } from "./price.tsx";

/** Discounts as rows of a list of amounts: the name of each rule, and what it takes off. */
export function DiscountRows({ discounts }: { discounts: readonly { name: string; amount: number }[] }) {
  return discounts.map(({ name, amount }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two rules can have one name, and the rows never move
    <DiscountRow key={n} name={name} amount={amount} />
  ));
}

function DiscountRow({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Price amount={amount} isDeduction />
      </dd>
    </>
  );
}
