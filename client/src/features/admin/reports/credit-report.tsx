import { Stack, Table, Text } from "@mantine/core";
import type { CreditReport as CreditReportData } from "@shop/shared/admin/sales-report";
import type { CreditAct } from "@shop/shared/credit/credit";
import { formatMoney, fromWire, toWire } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ReportFrame } from "./report-frame.tsx";
import { useReportSpan } from "./use-report-span.ts";

const words: Record<CreditAct, string> = {
  "card sold": "Gift cards sold",
  given: "Credit given",
  "refunded as credit": "Refunded as credit",
  spent: "Spent on orders",
  returned: "Back from orders",
  "taken back": "Credit taken back",
  "card stopped": "Gift cards stopped",
  expired: "Expired",
  "account deleted": "Ended with accounts",
};

/** What the shop owes in gift cards and credit, and how it came so. */
export function CreditReport() {
  const { span, set } = useReportSpan();
  const report = trpc.admin.reports.credit.useQuery(span, { ...cachedBriefly, placeholderData: keepPreviousData });
  return (
    <ReportFrame
      title="Gift cards and credit"
      report={report}
      csv={`/api/credit-report.csv?${new URLSearchParams(span)}`}
      onDay={set}
      note="What is owed is as of now. Sales count gift cards when they are sold, and the orders that they pay as well."
    >
      {(data) => <CreditTable report={data} />}
    </ReportFrame>
  );
}

function CreditTable({ report: { owed, rows } }: { report: CreditReportData }) {
  const all = toWire((fromWire(owed.giftCards) ?? 0) + (fromWire(owed.customers) ?? 0));
  const moved = rows.filter(({ now, before }) => now !== 0 || before !== 0);
  return (
    <Stack gap="xs">
      <Text>
        You owe {formatMoney(all)}: {formatMoney(owed.giftCards)} in gift cards, and {formatMoney(owed.customers)} in
        credit of customers.
      </Text>
      {moved.length === 0 ? (
        <Text c="dimmed">Nothing moved in these days.</Text>
      ) : (
        <Table aria-label="What moved">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th ta="right">Before</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {moved.map(({ act, now, before }) => (
              <Table.Tr key={act}>
                <Table.Td>{words[act]}</Table.Td>
                <Table.Td ta="right">{formatMoney(now)}</Table.Td>
                <Table.Td ta="right">{formatMoney(before)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
