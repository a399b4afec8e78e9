import { Box, Button, Divider, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { DashboardFigures } from "@shop/shared/admin/dashboard";
import { formatMoney } from "@shop/shared/money";
import { useId, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { missingPart } from "../../../ui/missing-part.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** The chart needs a large library, so that it loads last. The table shows the same figures. */
const SalesChart = lazyPart("sales-chart", () => import("./sales-chart.tsx").then((chart) => chart.SalesChart), {
  loading: () => <Skeleton height="100%" />,
  failed: missingPart("The chart could not be loaded. The table shows the same amounts."),
});

/** The sales by day as a chart or a table. */
export function Sales({ figures: { daily, days } }: { figures: DashboardFigures }) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  // A chart without sales has an axis up to an amount that nobody paid.
  if (daily.every(({ orders, sales }) => orders === 0 && sales === 0)) {
    return <Text c="dimmed">No sales in the last {days} days.</Text>;
  }
  return (
    <Stack gap="sm">
      <Divider color="var(--shop-panel-edge)" />
      <Group justify="space-between" gap="xs">
        <Title order={3} id={id} fz="md" lh="md" fw={600}>
          Sales by day, last {days} days
        </Title>
        <Button variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? "Show chart" : "Show table"}
        </Button>
      </Group>
      {isTable ? (
        <SalesTable daily={daily} labelledBy={id} />
      ) : (
        <Box h={heightOfBoth}>
          <SalesChart daily={daily} />
        </Box>
      )}
    </Stack>
  );
}

/** The same for chart and table, so that the page does not shift. */
const heightOfBoth = "18rem";

function SalesTable({ daily, labelledBy }: { daily: DashboardFigures["daily"]; labelledBy: string }) {
  const { timeZone = "UTC" } = useShop();
  return (
    <Box
      component="section"
      // A scroll container must be reachable by keyboard.
      tabIndex={0}
      aria-labelledby={labelledBy}
      h={heightOfBoth}
      bd="1px solid var(--shop-panel-edge)"
      bdrs="sm"
      style={{ overflowY: "auto" }}
    >
      <Table
        aria-labelledby={labelledBy}
        tabularNums
        stickyHeader
        borderColor="var(--shop-panel-edge)"
        horizontalSpacing="md"
      >
        <Table.Thead>
          <Table.Tr fz="xs" c="dimmed">
            <Table.Th scope="col" bg="var(--shop-raised)">
              DAY ({timeZone})
            </Table.Th>
            <Table.Th scope="col" bg="var(--shop-raised)" ta="right">
              ORDERS
            </Table.Th>
            <Table.Th scope="col" bg="var(--shop-raised)" ta="right">
              SALES
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...daily].reverse().map(({ day, orders, sales }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {day}
              </Table.Th>
              <Table.Td ta="right">{orders.toLocaleString("en-US")}</Table.Td>
              <Table.Td ta="right">{formatMoney(sales)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
