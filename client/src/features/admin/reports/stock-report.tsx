import { Anchor, Stack, Table, Text } from "@mantine/core";
import type { StockReport as StockReportData } from "@shop/shared/admin/sales-report";
import { formatMoney } from "@shop/shared/money";
import { pathOf } from "@shop/shared/page/pages";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { useReportSpan } from "./use-report-span.ts";

/** What is in stock, what it comes to, and what of it sells least. */
export function StockReport() {
  const { span, set } = useReportSpan();
  const report = trpc.admin.reports.stock.useQuery(span, { ...cachedBriefly, placeholderData: keepPreviousData });
  return (
    <ReportFrame
      title="Stock"
      report={report}
      csv={`/api/stock-report.csv?${new URLSearchParams(span)}`}
      onDay={set}
      note="The value is that of today’s prices. Products whose stock is not counted are left out."
    >
      {(data) => <StockTable report={data} />}
    </ReportFrame>
  );
}

function StockTable({ report: { rows, total, span } }: { report: StockReportData }) {
  if (total.products === 0) return <Text>Nothing is in stock.</Text>;
  const count = (number: number) => number.toLocaleString("en-US");
  return (
    <Stack gap="xs">
      <Text>
        {count(total.stock)} units of {count(total.products)} {total.products === 1 ? "product" : "products"} come to{" "}
        {formatMoney(total.value)}. {count(total.unsold)} of them were not sold from {span.from} to {span.to}.
      </Text>
      <Table.ScrollContainer role="group" minWidth={480} type="native" tabIndex={0} aria-label="Products in stock">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th ta="right">Sold</Table.Th>
              <Table.Th ta="right">In stock</Table.Th>
              <Table.Th ta="right">Value</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ product, name, stock, value, sold }) => (
              <Table.Tr key={product}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Anchor component={PrefetchLink} to={pathOf("productEdit", { id: product })}>
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{count(sold)}</Table.Td>
                <Table.Td ta="right">{count(stock)}</Table.Td>
                <Table.Td ta="right">{formatMoney(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length < total.products && <Text c="dimmed">These are the {rows.length} that sell least.</Text>}
    </Stack>
  );
}
