import type { DeskFigures, Figure } from "@shop/shared/desk-home";
import { defaultFigureSpan, type FigureSpan, figureSpans, toFigureSpan } from "@shop/shared/figure-span";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { homePath } from "../../../lib/paths.ts";
import { keptBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { toStay } from "../../../ui/navigation-focus.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { changeOf } from "./change.ts";
import classes from "./figures.module.css";
import { Pane } from "./pane.tsx";
import { Sales } from "./sales.tsx";

/** How the shop does: four figures of the last days against as many days before, and the sales of each day. */
export function Figures({ isReady }: { isReady: boolean }) {
  const days = toFigureSpan(useSearchParams()[0].get("days"));
  const figures = trpc.admin.desk.figures.useQuery(
    { days },
    // Another span keeps the old figures in place until its own have come.
    { ...keptBriefly, enabled: isReady, placeholderData: keepPreviousData },
  );
  return (
    <Pane
      title="Figures"
      aside={<Spans current={days} />}
      answer={figures}
      failure="Failed to load figures"
      skeleton={<Skeleton className={classes.coming ?? ""} />}
    >
      {(shown) => (
        <div className={classes.shown} aria-busy={figures.isPlaceholderData}>
          <p className={classes.span} role="status">
            The last {shown.days} days up to now, against the {shown.days} days before up to the same hour. Days begin
            and end in UTC.
          </p>
          <Tiles figures={shown} />
          <Sales figures={shown} />
        </div>
      )}
    </Pane>
  );
}

function Spans({ current }: { current: FigureSpan }) {
  return (
    <nav aria-label="Span of the figures">
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

const count = (amount: number) => amount.toLocaleString("en-US");

function Tiles({ figures: { days, sales, orders, average, customers } }: { figures: DeskFigures }) {
  return (
    <dl className={classes.tiles}>
      <Tile name="Sales" figure={sales} show={formatMoney} days={days} />
      <Tile name="Orders" figure={orders} show={count} days={days} />
      <Tile name="Average order" figure={average} show={formatMoney} days={days} />
      <Tile name="Customers" figure={customers} show={count} days={days} />
    </dl>
  );
}

type TileProps = { name: string; figure: Figure<number | null>; show: (value: number) => string; days: FigureSpan };

function Tile({ name, figure: { now, before }, show, days }: TileProps) {
  const change = changeOf(now, before);
  return (
    <div className={classes.tile}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{now === null ? "–" : show(now)}</dd>
      <dd className={classes.change}>
        {change.is === "more" || change.is === "less" ? (
          <>
            <span className={classes.share} data-is={change.is}>
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
