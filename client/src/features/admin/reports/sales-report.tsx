import { NativeSelect, Stack, Table, Text } from "@mantine/core";
import {
  type SalesGroup,
  type SalesReport as SalesReportData,
  type SalesSum,
  salesGroups,
} from "@shop/shared/admin/sales-report";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { changeInWords } from "../parts/change.ts";
import { ReportFrame } from "./report-frame.tsx";
import { useReportSpan } from "./use-report-span.ts";

const names: Record<SalesGroup, string> = {
  product: "Product",
  category: "Category",
  brand: "Brand",
  country: "Country",
  customer: "New and returning customers",
  day: "Day",
  hour: "Hour of the day",
};
const options = salesGroups.map((value) => ({ value, label: names[value] }));

/** What sells: by product, category, brand, country, customer, day or hour, against as many days before. */
export function SalesReport() {
  const { span, params, set } = useReportSpan();
  const by = salesGroups.find((each) => each === params.get("by")) ?? "product";
  const report = trpc.admin.reports.sales.useQuery(
    { by, ...span },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  return (
    <ReportFrame
      title="Sales"
      choice={
        <NativeSelect
          label="Sales by"
          data={options}
          value={by}
          onChange={({ currentTarget }) => set("by", currentTarget.value)}
        />
      }
      report={report}
      csv={`/api/sales-report.csv?${new URLSearchParams({ by, ...span })}`}
      onDay={set}
      note={`${amountNote(by)} An order counts on the day of its payment, unless it was cancelled; refunds are not subtracted.`}
    >
      {(data) => <SalesTable by={by} report={data} />}
    </ReportFrame>
  );
}

function amountNote(by: SalesGroup): string {
  return by === "product" || by === "category" || by === "brand"
    ? "Sales are the prices of what was sold, without delivery."
    : "Sales are the totals of the orders.";
}

function SalesTable({ by, report: { rows, total, span, isCut } }: { by: SalesGroup; report: SalesReportData }) {
  if (total.now.orders === 0 && total.before.orders === 0)
    return (
      <Text>
        Nothing was sold from {span.fromBefore} to {span.to}.
      </Text>
    );
  return (
    <Stack gap="xs">
      <Text>
        {span.from} to {span.to}, against {span.fromBefore} to {span.toBefore}
      </Text>
      <Table.ScrollContainer role="group" minWidth={560} type="native" tabIndex={0} aria-label={`Sales by ${by}`}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{names[by]}</Table.Th>
              <Table.Th ta="right">Orders</Table.Th>
              <Table.Th ta="right">Units</Table.Th>
              <Table.Th ta="right">Sales</Table.Th>
              <Table.Th ta="right">Before</Table.Th>
              <Table.Th ta="right">Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, now, before }) => (
              <Table.Tr key={key}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
                <Sums now={now} before={before} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr fw={600}>
              <Table.Th>In all</Table.Th>
              <Sums now={total.now} before={total.before} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      {isCut && <Text c="dimmed">These are the {rows.length} largest.</Text>}
    </Stack>
  );
}

function Sums({ now, before }: { now: SalesSum; before: SalesSum }) {
  return (
    <>
      <Table.Td ta="right">{now.orders.toLocaleString("en-US")}</Table.Td>
      <Table.Td ta="right">{now.units.toLocaleString("en-US")}</Table.Td>
      <Table.Td ta="right">{formatMoney(now.amount)}</Table.Td>
      <Table.Td ta="right">{formatMoney(before.amount)}</Table.Td>
      <Table.Td ta="right">{changeInWords(now.amount, before.amount)}</Table.Td>
    </>
  );
}
