import type { DashboardFigures, Figure } from "@shop/shared/dashboard";
import { defaultFigureSpan, type FigureSpan, figureSpans, toFigureSpan } from "@shop/shared/figure-span";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { toStay } from "../../../ui/navigation-focus.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { changeOf } from "./change.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import { Sales } from "./sales.tsx";
import classes from "./sales-overview.module.css";

/** How the shop does: its sales of the last days against as many days before, and those of each day. */
export function SalesOverview({ isReady }: { isReady: boolean }) {
  const days = toFigureSpan(useSearchParams()[0].get("days"));
  const overview = trpc.admin.dashboard.figures.useQuery(
    { days },
    // Another span keeps the old numbers in place until its own have come.
    { ...cachedBriefly, enabled: isReady, placeholderData: keepPreviousData },
  );
  return (
    <DashboardPanel
      title="Sales overview"
      aside={<Spans current={days} />}
      answer={overview}
      failure="Failed to load the sales overview"
      skeleton={<Skeleton className={classes.coming ?? ""} />}
    >
      {(shown) => (
        <div className={classes.shown} aria-busy={overview.isPlaceholderData}>
          <p className={classes.span} role="status">
            The last {shown.days} days up to now, against the {shown.days} days before up to the same hour. Days begin
            and end in UTC.
          </p>
          <Tiles figures={shown} />
          <Sales figures={shown} />
        </div>
      )}
    </DashboardPanel>
  );
}

function Spans({ current }: { current: FigureSpan }) {
  return (
    <nav aria-label="Days of the sales overview">
      <ul className={classes.spans}>
        {figureSpans.map((days) => (
          <li key={days}>
            <Link
              to={days === defaultFigureSpan ? homePath : `${homePath}?days=${days}`}
              replace
              preventScrollReset
              state={toStay}
              className={classes.choice}
              {...(days === current ? { "aria-current": "true" } : {})}
            >
              {days} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** More may have gone back than came in. */
const showNet = (amount: number) => (amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount));
const count = (amount: number) => amount.toLocaleString("en-US");

function Tiles({ figures: { days, sales, refunded, net, orders, average, customers } }: { figures: DashboardFigures }) {
  return (
    <dl className={classes.tiles}>
      <Tile name="Sales" figure={sales} show={formatMoney} days={days} />
      <Tile name="Refunded" figure={refunded} show={formatMoney} days={days} isLoss />
      <Tile name="Net" figure={net} show={showNet} days={days} />
      <Tile name="Orders" figure={orders} show={count} days={days} />
      <Tile name="Average order" figure={average} show={formatMoney} days={days} />
      <Tile name="Customers" figure={customers} show={count} days={days} />
    </dl>
  );
}

type TileProps = {
  name: string;
  figure: Figure<number | null>;
  show: (value: number) => string;
  days: FigureSpan;
  /** Whether more of it is worse for the shop. */
  isLoss?: boolean;
};

function Tile({ name, figure: { now, before }, show, days, isLoss = false }: TileProps) {
  const change = changeOf(now, before);
  const isGood = (change.is === "more") !== isLoss;
  return (
    <div className={classes.tile}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{now === null ? "–" : show(now)}</dd>
      <dd className={classes.change}>
        {change.is === "more" || change.is === "less" ? (
          <>
            <span className={classes.share} data-is={isGood ? "good" : "bad"}>
              {change.share}
            </span>{" "}
            {change.is === "more" ? "up" : "down"} from {show(change.before)}
          </>
        ) : change.is === "same" ? (
          `Same as the ${days} days before`
        ) : (
          `None in the ${days} days before`
        )}
      </dd>
    </div>
  );
}
