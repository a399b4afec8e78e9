import { NativeSelect } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { HandQuote } from "@shop/shared/order/order-by-hand";

type MethodChoiceProps = {
  quote: HandQuote | undefined;
  /** The chosen method; absent for the one that the quote is by. */
  chosen: string | undefined;
  onChoose: (method: string) => void;
  error: string | undefined;
};

/** How an order is delivered, where there is a choice. */
export function MethodChoice({ quote, chosen, onChoose, error }: MethodChoiceProps) {
  const methods = quote?.methods ?? [];
  if (methods.length <= 1) return null;
  return (
    <NativeSelect
      label="Delivery"
      value={chosen ?? quote?.method ?? ""}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
      data={methods.map(({ id, name, price }) => ({
        value: id,
        label: `${name}, ${price === 0 ? "free" : formatMoney(price)}`,
      }))}
      error={error}
    />
  );
}
