import { Anchor, Badge, Button, Flex, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { adminSteps, isCancelled, nextStep, type Step, stepRefusal } from "@shop/shared/order/fulfilment";
import { type OrderFilter, orderFilters } from "@shop/shared/order/order-filter";
import type { OrderRow } from "@shop/shared/order/order-list";
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
import { earlierOrderListPath } from "../../../ui/earlier-order/earlier-order-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { unpaidWords } from "../../../ui/unpaid-words.ts";
import { usePermissions } from "../parts/use-permissions.ts";
import { ArrivalsHint } from "./arrivals-hint.tsx";
import { BulkReport, useBulkSteps } from "./bulk-steps.tsx";
import { fulfilmentStateOf } from "./fulfilment-state.ts";
import { matterSummary } from "./matter-summary.ts";
import classes from "./order-list.module.css";
import { PaperButton } from "./paper-button.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useArrivals } from "./use-arrivals.ts";

const shortIdOf = (order: OrderRow) => order._id.slice(-5);

/** The state of an order by the step that is next. */
const waits: Record<Step, string> = {
  paid: "Unpaid",
  confirmed: "To confirm",
  processed: "To process",
  shipped: "To ship",
  delivered: "On its way",
};

const columns: readonly Column<OrderRow>[] = [
  { name: "ID", value: shortIdOf, isShort: true, isRowHeader: true },
  { name: "USER", value: (order) => <Customer {...order.user} />, sort: "user" },
  { name: "DATE", value: (order) => <Day time={order.createdAt} />, sort: "date", isShort: true },
  {
    name: "TOTAL",
    value: (order) => <Price amount={order.totalPrice} />,
    sort: "total",
    isNumeric: true,
    onPhones: "right",
  },
  {
    name: "PAID",
    value: (order) => <DoneOn time={order.paidAt} missing={unpaidWords(order)} />,
    isShort: true,
    onPhones: "hidden",
  },
  {
    name: "DELIVERED",
    value: ({ deliveredAt }) => <DoneOn time={deliveredAt} missing="Not yet" />,
    isShort: true,
    onPhones: "hidden",
  },
  { name: "STATE", value: (order) => <State order={order} /> },
];

const filterNames: Record<OrderFilter, string> = {
  "to-confirm": "To confirm",
  "to-process": "To process",
  "to-ship": "To ship",
  "part-shipped": "Partly shipped",
  "to-deliver": "On their way",
  attention: "Needs attention",
  messages: "New messages",
  unpaid: "Unpaid",
  delivered: "Delivered",
  refunded: "Refunded",
  cancelled: "Cancelled",
};

/** The list of all orders. */
export function OrderList() {
  const state = useTableState({
    usualSort: "-date",
    filters: { state: orderFilters, from: "any", to: "any" },
  });
  const view = { ...state.input, ...state.filters };
  const orders = trpc.admin.orders.page.useQuery(view, { ...cachedBriefly, placeholderData: keepPreviousData });
  const shown = orders.data?.rows ?? [];
  const selection = useSelection(shown.map(({ _id }) => _id));
  const bulk = useBulkSteps(shown, selection);
  const may = usePermissions();
  const { list, arrivals, isOnTop, show } = useArrivals(view, { hasSelection: selection.count > 0 });
  const { from, to } = state.filters;
  return (
    <>
      <Filters chosen={state.filters.state} onChoose={(filter) => state.setFilter("state", filter)} />
      <TableTools searchLabel="Search orders" columns={columns} state={state}>
        <TableDay label="From" value={from} max={to} onChange={(day) => state.setFilter("from", day)} />
        <TableDay label="To" value={to} min={from} onChange={(day) => state.setFilter("to", day)} />
        <SavedViews />
      </TableTools>
      <EarlierOrdersLink search={state.input.search} />
      <BulkReport report={bulk.report} onClose={bulk.closeReport} />
      <ArrivalsHint arrivals={arrivals} isOnTop={isOnTop} onShow={show} />
      <div ref={list}>
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
          {...(may("orders.fulfil") && { selection })}
          bulkActions={
            <>
              {bulk.buttons}
              <PaperButton orders={shown.filter(({ _id }) => selection.keys.has(_id))} />
            </>
          }
          summary={orders.data !== undefined && <span>Total {formatMoney(orders.data.sum)}</span>}
        />
      </div>
      {bulk.dialogs}
    </>
  );
}

/** Leads to the orders of the former shop, to those that the search finds there. */
function EarlierOrdersLink({ search = "" }: { search: string | undefined }) {
  const { data: count = 0 } = trpc.admin.orders.countEarlier.useQuery({ search }, cachedBriefly);
  if (count === 0) return null;
  const query = search === "" ? "" : `?search=${encodeURIComponent(search)}`;
  return (
    <Text fz="sm">
      <Anchor component={PrefetchLink} to={earlierOrderListPath + query} inherit>
        {count === 1 ? "1 order" : `${count.toLocaleString("en-US")} orders`} of your former shop
        {search === "" ? "" : ` ${count === 1 ? "matches" : "match"} “${search}”`}
      </Anchor>
    </Text>
  );
}

type FiltersProps = { chosen: OrderFilter | undefined; onChoose: (filter: OrderFilter | undefined) => void };

/** The filters as a row of buttons, with the number of orders that wait for each kind of work. */
function Filters({ chosen, onChoose }: FiltersProps) {
  const { data: waiting } = trpc.admin.orders.waiting.useQuery(undefined, cachedBriefly);
  const counts: Partial<Record<OrderFilter, number>> = waiting ?? {};
  return (
    <Flex
      component="section"
      className={classes.filters ?? ""}
      aria-label="Show orders"
      gap="xs"
      wrap={{ base: "nowrap", sm: "wrap" }}
      // To the edges of a phone, with room for the focus ring.
      m={{ base: "-6px calc(-1 * var(--page-gutter))", sm: -6 }}
      p={{ base: "6px var(--page-gutter)", sm: 6 }}
    >
      <FilterButton isPressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        All
      </FilterButton>
      {orderFilters.map((filter) => (
        <FilterButton
          key={filter}
          isPressed={chosen === filter}
          count={counts[filter]}
          isUrgent={filter === "attention"}
          onClick={() => onChoose(filter)}
        >
          {filterNames[filter]}
        </FilterButton>
      ))}
    </Flex>
  );
}

type FilterButtonProps = {
  isPressed: boolean;
  count?: number | undefined;
  isUrgent?: boolean;
  onClick: () => void;
  children: string;
};

function FilterButton({ isPressed, count, isUrgent = false, onClick, children }: FilterButtonProps) {
  return (
    <Button
      variant={isPressed ? "filled" : "default"}
      radius="xl"
      px="md"
      flex="none"
      fw={isPressed ? 600 : 400}
      aria-pressed={isPressed}
      rightSection={
        count !== undefined && (
          <Badge
            variant="default"
            size="lg"
            bd="none"
            c={isUrgent && count > 0 ? "var(--shop-warning)" : "var(--shop-text)"}
          >
            {count.toLocaleString("en-US")}
          </Badge>
        )
      }
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function Customer({ name, email }: { name: string; email: string }) {
  return (
    <>
      <Text span className={classes.name ?? ""} inherit display="block" lh="xs">
        {name}
      </Text>
      <Text span className={classes.email ?? ""} fz="xs" lh="xs" c="dimmed">
        {email}
      </Text>
    </>
  );
}

function DoneOn({ time, missing }: { time: string | null; missing: string }) {
  if (time !== null) return <Day time={time} />;
  return (
    <Text span inherit c="dimmed">
      {missing}
    </Text>
  );
}

function State({ order }: { order: OrderRow }) {
  const { tone, text } = stateOf(order);
  const { refundedPrice, isRefunded } = order;
  const refund = refundedPrice === 0 ? null : isRefunded ? "Refunded" : "Partly refunded";
  return (
    <div className={classes.state}>
      <StatusDot tone={tone}>{text}</StatusDot>
      {refund !== null && refund !== text && (
        <Text span display="block" pl="md" fz="xs" lh="xs" c="dimmed">
          {refund}
        </Text>
      )}
      {order.hasNewMessage && (
        <Text span display="block" pl="md" fz="xs" lh="xs" c="var(--shop-warning)">
          New message
        </Text>
      )}
    </div>
  );
}

/** What is open about an order, or else the step that is next. */
function stateOf(order: OrderRow): { tone: StatusTone; text: string } {
  const matters = matterSummary(order.matters);
  if (matters !== null) return { tone: "warning", text: matters };
  if (order.cancellation !== null) return { tone: "quiet", text: "Cancelled" };
  const next = nextStep(order);
  if (next === null) return { tone: "done", text: "Delivered" };
  if (isCancelled(order)) return { tone: "quiet", text: order.isRefunded ? "Refunded" : "Not sent" };
  const isWaiting = adminSteps.some((step) => step === next && stepRefusal(fulfilmentStateOf(order), step) === null);
  return { tone: isWaiting ? "going" : "quiet", text: order.isPartlyShipped ? "Partly shipped" : waits[next] };
}

/** The link to an order, which remembers the address of the list. */
function Details({ order }: { order: OrderRow }) {
  const { pathname, search } = useLocation();
  return (
    <Anchor
      component={PrefetchLink}
      to={orderPath(order._id)}
      state={{ list: pathname + search }}
      inherit
      px="xs"
      py={10}
      aria-label={`Details of order ${shortIdOf(order)}`}
    >
      Details
    </Anchor>
  );
}
