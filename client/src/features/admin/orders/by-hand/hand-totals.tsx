import { Skeleton, Table, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { HandQuote } from "@shop/shared/order/order-by-hand";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";

const refusals = {
  place: "The shop does not deliver to this country.",
  weight: "These goods are too heavy for the shop to send there.",
} as const;

type HandTotalsProps = {
  quote: Pick<UseQueryResult<HandQuote, unknown>, "data" | "error" | "isError" | "isFetching" | "refetch">;
  /** Whether there is anything to price. */
  isComplete: boolean;
  /** More rows below the sum. */
  children?: ReactNode;
};

/** What the order comes to. */
export function HandTotals({ quote, isComplete, children }: HandTotalsProps) {
  const { data, error, isError, isFetching, refetch } = quote;
  return (
    <AdminPanel title="Total">
      {!isComplete && <Text c="dimmed">Add items to see what they come to.</Text>}
      {isComplete && isError && (
        <ErrorAlert
          message={messageOf(error, "Failed to price the order")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isComplete && data === undefined && !isError && <Skeleton height="8rem" />}
      {isComplete && data !== undefined && (
        <>
          {data.refusal !== null && <Text c="red">{refusals[data.refusal]}</Text>}
          <Table maw="24rem" withRowBorders={false}>
            <Table.Tbody>
              <SumRows quote={data} />
              {children}
            </Table.Tbody>
          </Table>
        </>
      )}
    </AdminPanel>
  );
}

/** The parts of what an order comes to, and their sum. */
export function SumRows({ quote }: { quote: HandQuote }) {
  return (
    <>
      <SumRow name="Items" amount={formatMoney(quote.itemsPrice)} />
      {quote.discountPrice > 0 && <SumRow name="Discounts" amount={`−${formatMoney(quote.discountPrice)}`} />}
      <SumRow name="Delivery" amount={formatMoney(quote.shippingPrice)} />
      {quote.taxes.map(({ name, rate, amount }) => (
        <SumRow
          key={`${name} ${rate}`}
          name={quote.taxIncluded ? `${name} ${rate} % within` : `${name} ${rate} %`}
          amount={formatMoney(amount)}
        />
      ))}
      <SumRow name="Total" amount={formatMoney(quote.totalPrice)} isStrong />
    </>
  );
}

export function SumRow({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <Table.Tr fw={isStrong ? 600 : 400}>
      <Table.Th fw="inherit" scope="row">
        {name}
      </Table.Th>
      <Table.Td ta="right">{amount}</Table.Td>
    </Table.Tr>
  );
}
