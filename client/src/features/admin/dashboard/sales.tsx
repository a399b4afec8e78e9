import { Button } from "@mantine/core";
import type { DashboardFigures } from "@shop/shared/dashboard";
import { formatMoney } from "@shop/shared/money";
import { type ComponentType, lazy, Suspense, useId, useState } from "react";
import { loadChunk } from "../../../lib/lazy-screen.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import classes from "./sales.module.css";

type Daily = DashboardFigures["daily"];

/** The drawing brings a library of its own, which comes behind everything else here. The table says the same. */
const SalesChart = lazy(async (): Promise<{ default: ComponentType<{ daily: Daily }> }> => {
  const chart = await loadChunk(() => import("./sales-chart.tsx")).catch(() => undefined);
  return { default: chart?.SalesChart ?? ChartMissing };
});

/** The sales of each day, drawn or as a table. */
export function Sales({ figures: { daily, days } }: { figures: DashboardFigures }) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <div className={classes.sales}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          Sales by day, last {days} days
        </h3>
        <Button variant="default" size="sm" onClick={() => setTable(!isTable)}>
          {isTable ? "Show chart" : "Show table"}
        </Button>
      </div>
      {isTable ? (
        <SalesTable daily={daily} labelledBy={id} />
      ) : (
        <div className={classes.chart}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <SalesChart daily={daily} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function ChartMissing() {
  return <p className={classes.missing}>The chart could not be loaded. The table shows the same amounts.</p>;
}

function SalesTable({ daily, labelledBy }: { daily: Daily; labelledBy: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-labelledby={labelledBy}>
      <table className={classes.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">DAY (UTC)</th>
            <th scope="col" className={classes.number}>
              ORDERS
            </th>
            <th scope="col" className={classes.number}>
              SALES
            </th>
          </tr>
        </thead>
        <tbody>
          {[...daily].reverse().map(({ day, orders, sales }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td className={classes.number}>{orders.toLocaleString("en-US")}</td>
              <td className={classes.number}>{formatMoney(sales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
