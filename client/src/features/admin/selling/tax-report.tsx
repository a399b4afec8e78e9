import { Button, Group, NativeSelect, Stack, Table, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { TaxReportRow } from "@shop/shared/order/tax-report";
import { nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { dayOfTime } from "@shop/shared/time-zone";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";

const quarters = [1, 4, 7, 10];

/** The taxes of a quarter by month, country and rate, as a tax return asks for them. */
export function TaxReport() {
  const { timeZone = "UTC" } = useShop();
  const [params, setParams] = useSearchParams();
  const options = lastQuarters(dayOfTime(timeZone, new Date()));
  const from = options.find(({ value }) => value === params.get("from"))?.value ?? options[0]?.value ?? "";
  const range = { firstMonth: from, lastMonth: lastMonthOf(from) };
  const report = trpc.admin.termsOfSale.taxReport.useQuery(range);
  return (
    <AdminPanel title="Invoices less credit notes">
      <Stack gap="md">
        <Group align="end" justify="space-between">
          <NativeSelect
            label="Quarter"
            data={options}
            value={from}
            onChange={({ currentTarget }) => setParams({ from: currentTarget.value }, { replace: true })}
          />
          <Button
            component="a"
            variant="default"
            href={`/api/tax-report.csv?${new URLSearchParams(range)}`}
            download
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            Download as CSV
          </Button>
        </Group>
        {report.isPending && <Skeleton height="12rem" />}
        {report.isError && (
          <ErrorAlert
            message={messageOf(report.error, "Failed to load the tax report")}
            onRetry={() => void report.refetch()}
            isRetrying={report.isFetching}
          />
        )}
        {report.data !== undefined && <ReportTable rows={report.data} />}
        <Text c="dimmed" fz="sm">
          A paper counts in the month of its date. Orders that were paid before you had invoices get theirs when you
          first open them.
        </Text>
      </Stack>
    </AdminPanel>
  );
}

function ReportTable({ rows }: { rows: readonly TaxReportRow[] }) {
  if (rows.length === 0) return <Text>No invoices in this quarter.</Text>;
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Table.ScrollContainer role="group" minWidth={560} type="native" tabIndex={0} aria-label="Taxes by month">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Month</Table.Th>
            <Table.Th>Country</Table.Th>
            <Table.Th>Tax</Table.Th>
            <Table.Th ta="right">Net</Table.Th>
            <Table.Th ta="right">Tax amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ month, country, tax, rate, net, amount }) => (
            <Table.Tr key={`${month} ${country} ${tax} ${rate}`}>
              <Table.Td>{month}</Table.Td>
              <Table.Td>{/^[A-Z]{2}$/.test(country) ? nameOfCountry(country) : country}</Table.Td>
              <Table.Td>
                {tax} {rate}%
              </Table.Td>
              <Table.Td ta="right">{formatMoney(net)}</Table.Td>
              <Table.Td ta="right">{formatMoney(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={4}>Tax in all</Table.Th>
            <Table.Th ta="right">{formatMoney(total)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The quarters of this and the last two years that have begun, the newest first. */
function lastQuarters(today: string): { value: string; label: string }[] {
  const year = Number(today.slice(0, 4));
  const all = [year, year - 1, year - 2].flatMap((of) =>
    quarters.toReversed().map((month) => {
      return { value: `${of}-${String(month).padStart(2, "0")}`, label: `${of}, quarter ${(month + 2) / 3}` };
    }),
  );
  return all.filter(({ value }) => value <= today.slice(0, 7));
}

function lastMonthOf(from: string): string {
  return `${from.slice(0, 4)}-${String(Number(from.slice(5)) + 2).padStart(2, "0")}`;
}
