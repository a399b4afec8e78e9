import "@mantine/core/styles/Paper.layer.css";
import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import type { DashboardFigures } from "@shop/shared/admin/dashboard";
import { shopCurrency } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { useId } from "react";
import { useShop } from "../../../ui/shop-identity.ts";

const dayAndMonth = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" });
/** Amounts on the axis, such as "$1.2K". */
function compactMoney(): (amount: number) => string {
  const currency = shopCurrency();
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  });
  return (amount) => format.format(amount);
}

const toDay = (day: string) => dayAndMonth.format(new Date(`${day}T00:00:00Z`));

/** The sales by day as a bar chart that the arrow keys move through. */
export function SalesChart({ daily }: { daily: DashboardFigures["daily"] }) {
  const { timeZone = "UTC" } = useShop();
  const hatch = useId();
  return (
    <BarChart
      h="100%"
      data={daily}
      dataKey="day"
      series={[{ name: "sales", label: "Sales", color: "var(--shop-link)" }]}
      valueFormatter={formatMoney}
      gridAxis="x"
      tickLine="none"
      textColor="var(--shop-text-muted)"
      gridColor="var(--shop-panel-edge)"
      cursorFill="var(--shop-hover)"
      maxBarWidth={40}
      xAxisLabel={`Day (${timeZone})`}
      yAxisLabel={`Sales (${shopCurrency()})`}
      xAxisProps={{ tickFormatter: toDay, minTickGap: 24, interval: "preserveStartEnd" }}
      yAxisProps={{ tickFormatter: compactMoney(), width: 64, allowDecimals: false }}
      barProps={{ fill: `url(#${hatch})`, stroke: "var(--shop-link)", strokeWidth: 1, radius: [3, 3, 0, 0] }}
      barChartProps={{ title: "Sales by day", desc: "Arrow keys go from day to day." }}
      fz="xs"
      styles={{ axisLabel: { fill: "var(--shop-text-muted)" } }}
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--shop-link)" fillOpacity={0.25} />
          <rect width="2" height="6" fill="var(--shop-link)" />
        </pattern>
      </defs>
    </BarChart>
  );
}
