import { adminSteps, isCancelled, nextStep, type Step, stepRefusal } from "@shop/shared/fulfilment";
import { formatMoney } from "@shop/shared/money";
import { type OrderFilter, orderFilters } from "@shop/shared/order-filter";
import type { OrderRow } from "@shop/shared/order-list";
import { keepPreviousData } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableDay, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useSelection } from "../../../ui/data-table/use-selection.ts";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { BulkReport, useBulkSteps } from "./bulk-steps.tsx";
import { matterSummary } from "./matter-summary.ts";
import classes from "./order-list.module.css";
import { standingOf } from "./standing.ts";

const shortIdOf = (order: OrderRow) => order._id.slice(-5);

/** How an order stands that has not been delivered. */
const waits: Record<Step, string> = {
  paid: "Unpaid",
  confirmed: "To confirm",
  processed: "To process",
  shipped: "To ship",
  delivered: "On its way",
};

const columns: readonly Column<OrderRow>[] = [
  { name: "ID", value: (order) => <span className={classes.short}>{shortIdOf(order)}</span>, isRowHeader: true },
  { name: "USER", value: (order) => <Customer {...order.user} />, sort: "user" },
  {
    name: "DATE",
    value: (order) => (
      <span className={classes.short}>
        <Day time={order.createdAt} />
      </span>
    ),
    sort: "date",
  },
  { name: "TOTAL", value: (order) => <Price amount={order.totalPrice} />, sort: "total", isNumeric: true },
  { name: "PAID", value: (order) => <Paid order={order} /> },
  { name: "DELIVERED", value: (order) => <Delivered order={order} /> },
];

const filterNames: Record<OrderFilter, string> = {
  "to-confirm": "To confirm",
  "to-process": "To process",
  "to-ship": "To ship",
  "to-deliver": "On their way",
  attention: "Needs attention",
  unpaid: "Unpaid",
  delivered: "Delivered",
  refunded: "Refunded",
};

/** All orders, those that wait for something first to hand. */
export function OrderList() {
  const state = useTableState({
    usualSort: "-date",
    filters: { state: orderFilters, from: "any", to: "any" },
  });
  const orders = trpc.admin.orders.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const shown = orders.data?.rows ?? [];
  const selection = useSelection(shown.map(({ _id }) => _id));
  const bulk = useBulkSteps(shown, selection);
  const { from, to } = state.filters;
  return (
    <>
      <Filters chosen={state.filters.state} onChoose={(filter) => state.setFilter("state", filter)} />
      <TableTools searchLabel="Search orders" columns={columns} state={state}>
        <TableDay label="From" value={from} max={to} onChange={(day) => state.setFilter("from", day)} />
        <TableDay label="To" value={to} min={from} onChange={(day) => state.setFilter("to", day)} />
      </TableTools>
      <BulkReport report={bulk.report} onClose={bulk.closeReport} />
      <DataTable
        of="orders"
        columns={columns}
        list={orders}
        state={state}
        keyOf={(order) => order._id}
        nameOf={(order) => `order ${shortIdOf(order)}`}
        failure="An unknown error occurred"
        empty={{ text: "No orders found.", help: "Orders appear here as soon as somebody buys." }}
        actions={(order) => <Details order={order} />}
        selection={selection}
        bulkActions={bulk.buttons}
        summary={orders.data !== undefined && <span>Sum {formatMoney(orders.data.sum)}</span>}
      />
      {bulk.dialog}
    </>
  );
}

/** The filters as a row of buttons, with how many orders wait behind each kind of work. */
function Filters({
  chosen,
  onChoose,
}: {
  chosen: OrderFilter | undefined;
  onChoose: (filter: OrderFilter | undefined) => void;
}) {
  const { data: waiting } = trpc.admin.orders.waiting.useQuery(undefined, cachedBriefly);
  const counts: Partial<Record<OrderFilter, number>> = waiting ?? {};
  return (
    <section className={classes.filters} aria-label="Show orders">
      <button
        type="button"
        className={classes.filter}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        All
      </button>
      {orderFilters.map((filter) => {
        const count = counts[filter];
        return (
          <button
            key={filter}
            type="button"
            className={classes.filter}
            data-urgent={(filter === "attention" && count !== undefined && count > 0) || undefined}
            aria-pressed={chosen === filter}
            onClick={() => onChoose(filter)}
          >
            {filterNames[filter]}
            {count !== undefined && <span className={classes.count}>{count.toLocaleString("en-US")}</span>}
          </button>
        );
      })}
    </section>
  );
}

function Customer({ name, email }: { name: string; email: string }) {
  return (
    <span className={classes.customer}>
      <span>{name}</span>
      <span className={classes.email}>{email}</span>
    </span>
  );
}

function State({ tone, children }: { tone: "done" | "next" | "open" | "attention"; children: string | null }) {
  return (
    <span className={classes.state} data-tone={tone}>
      {tone === "done" && children !== null ? <Day time={children} /> : (children ?? "Not paid")}
    </span>
  );
}

function Paid({ order: { paidAt, refundedPrice, isRefunded } }: { order: OrderRow }) {
  return (
    <span className={classes.paid}>
      <State tone={paidAt === null ? "open" : "done"}>{paidAt}</State>
      {refundedPrice > 0 && <span className={classes.refunded}>{isRefunded ? "Refunded" : "Partly refunded"}</span>}
    </span>
  );
}

function Delivered({ order }: { order: OrderRow }) {
  const matters = matterSummary(order.matters);
  if (matters !== null) return <State tone="attention">{matters}</State>;
  const next = nextStep(order);
  if (next === null) return <State tone="done">{order.deliveredAt}</State>;
  if (isCancelled(order)) return <State tone="open">Not sent</State>;
  const isWaiting = adminSteps.some((step) => step === next && stepRefusal(standingOf(order), step) === null);
  return <State tone={isWaiting ? "next" : "open"}>{next === "paid" ? "Not yet" : waits[next]}</State>;
}

/** The way to one order, which remembers the list as it stands. */
function Details({ order }: { order: OrderRow }) {
  const { pathname, search } = useLocation();
  return (
    <PrefetchLink
      to={orderPath(order._id)}
      state={{ list: pathname + search }}
      className={classes.details}
      aria-label={`Details of order ${shortIdOf(order)}`}
    >
      Details
    </PrefetchLink>
  );
}
