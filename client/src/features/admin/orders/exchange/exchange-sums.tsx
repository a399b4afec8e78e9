import { Skeleton, Table, Text } from "@mantine/core";
import { formatMoney, fromWire, toWire } from "@shop/shared/money";
import type { ExchangeQuote } from "@shop/shared/order/exchange";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { SumRow, SumRows } from "../by-hand/hand-totals.tsx";

type ExchangeSumsProps = {
  quote: Pick<UseQueryResult<ExchangeQuote, unknown>, "data" | "error" | "isError" | "isFetching" | "refetch">;
  isComplete: boolean;
  /** What the exchange pays, as it was entered. */
  amount: number | string;
  /** The field of the amount. */
  children: ReactNode;
};

/** What the new goods come to, what the exchange pays of it, and who pays the difference. */
export function ExchangeSums({ quote, isComplete, amount, children }: ExchangeSumsProps) {
  const { data, error, isError, isFetching, refetch } = quote;
  return (
    <AdminPanel title="Total">
      {!isComplete && <Text c="dimmed">Choose what comes back and what is sent for it, to see what it comes to.</Text>}
      {isComplete && isError && (
        <ErrorAlert
          message={messageOf(error, "Failed to price the exchange")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isComplete && data === undefined && !isError && <Skeleton height="12rem" />}
      {isComplete && data !== undefined && (
        <>
          {children}
          <Table maw="24rem" withRowBorders={false}>
            <Table.Tbody>
              <SumRows quote={data} />
              <Difference total={data.totalPrice} amount={Number(amount)} />
            </Table.Tbody>
          </Table>
        </>
      )}
    </AdminPanel>
  );
}

/** What the exchange pays, and what is left of either side. */
function Difference({ total, amount }: { total: number; amount: number }) {
  const [totalCents, cents] = [fromWire(total) ?? 0, fromWire(amount) ?? 0];
  const credit = toWire(Math.min(totalCents, cents));
  const rest = toWire(Math.abs(totalCents - cents));
  return (
    <>
      <SumRow name="Paid by the exchange" amount={`−${formatMoney(credit)}`} />
      {totalCents === cents ? (
        <SumRow name="Nothing to pay" amount={formatMoney(0)} isStrong />
      ) : (
        <SumRow
          name={totalCents > cents ? "The customer pays" : "Goes back to the customer"}
          amount={formatMoney(rest)}
          isStrong
        />
      )}
    </>
  );
}
