import { Stack, Table, Text } from "@mantine/core";
import type { FunnelReport as FunnelReportData, FunnelStep } from "@shop/shared/admin/sales-report";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { changeInWords } from "../parts/change.ts";
import { ReportFrame } from "./report-frame.tsx";
import { useReportSpan } from "./use-report-span.ts";

const words: Record<FunnelStep, string> = {
  visit: "Visited the shop",
  product: "Looked at a product",
  cart: "Opened the cart",
  checkout: "Began the checkout",
  ordered: "Placed an order",
  paid: "Paid it",
};

/** How far visits go, from the first screen to a paid order. */
export function FunnelReport() {
  const { span, set } = useReportSpan();
  const report = trpc.admin.reports.funnel.useQuery(span, { ...cachedBriefly, placeholderData: keepPreviousData });
  return (
    <ReportFrame
      title="From visit to payment"
      report={report}
      csv={`/api/funnel-report.csv?${new URLSearchParams(span)}`}
      onDay={set}
      note="Counted without cookies and without who it was: a visit lasts as long as the shop is open in one tab, and the visits of administrators are left out. The last two are the orders of these days, and those of them that are paid by now."
    >
      {(data) => <FunnelTable report={data} />}
    </ReportFrame>
  );
}

function FunnelTable({ report: { rows, span } }: { report: FunnelReportData }) {
  if (rows.every(({ now, before }) => now === 0 && before === 0))
    return (
      <Text>
        Nobody was counted from {span.fromBefore} to {span.to}.
      </Text>
    );
  const first = rows[0]?.now ?? 0;
  return (
    <Stack gap="xs">
      <Text>
        {span.from} to {span.to}, against {span.fromBefore} to {span.toBefore}
      </Text>
      <Table.ScrollContainer role="group" minWidth={520} type="native" tabIndex={0} aria-label="Steps of visits">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Step</Table.Th>
              <Table.Th ta="right">Count</Table.Th>
              <Table.Th ta="right">Of visits</Table.Th>
              <Table.Th ta="right">Before</Table.Th>
              <Table.Th ta="right">Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ step, now, before }) => (
              <Table.Tr key={step}>
                <Table.Th scope="row" fw={400}>
                  {words[step]}
                </Table.Th>
                <Table.Td ta="right">{now.toLocaleString("en-US")}</Table.Td>
                {/* There can be more orders than visits of before the counting began. */}
                <Table.Td ta="right">{first < now || first === 0 ? "–" : percent.format(now / first)}</Table.Td>
                <Table.Td ta="right">{before.toLocaleString("en-US")}</Table.Td>
                <Table.Td ta="right">{changeInWords(now, before)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
