import { Anchor, Button, Text } from "@mantine/core";
import { type EarlierOrderRow, formatAmount } from "@shop/shared/order/earlier-order";
import { keepPreviousData } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { importListPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { earlierOrderPath } from "../../../ui/earlier-order/earlier-order-paths.ts";
import { EarlierState } from "../../../ui/earlier-order/earlier-order-state.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

const columns: readonly Column<EarlierOrderRow>[] = [
  { name: "NUMBER", value: ({ number }) => number, sort: "number", isShort: true, isRowHeader: true },
  { name: "USER", value: ({ user }) => <Customer {...user} />, sort: "user" },
  { name: "DATE", value: ({ orderedAt }) => <Day time={orderedAt} />, sort: "date", isShort: true },
  {
    name: "TOTAL",
    value: ({ totalCents, currency }) => formatAmount(totalCents, currency),
    isNumeric: true,
    onPhones: "right",
  },
  { name: "STATE", value: (order) => <EarlierState order={order} /> },
];

/** All orders of the former shop. They can be read and not changed. */
export function EarlierOrderList() {
  const state = useTableState({ usualSort: "-date", filters: {} });
  const orders = trpc.admin.orders.earlierPage.useQuery(state.input, {
    ...cachedBriefly,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TableTools searchLabel="Search earlier orders" columns={columns} state={state} />
      <DataTable
        of="earlier orders"
        columns={columns}
        list={orders}
        state={state}
        keyOf={(order) => order._id}
        nameOf={(order) => `earlier order ${order.number}`}
        failure="Failed to load the earlier orders"
        empty={{
          text: "No earlier orders found.",
          help: "The orders of your former shop appear here once you import their file.",
          action: (
            <Button component={PrefetchLink} to={importListPath} variant="default">
              Import a file
            </Button>
          ),
        }}
        actions={(order) => <Details order={order} />}
      />
    </>
  );
}

function Customer({ name, email }: EarlierOrderRow["user"]) {
  return (
    <>
      <Text span inherit display="block" lh="xs" style={{ overflowWrap: "anywhere" }}>
        {name}
      </Text>
      <Text span display="block" fz="xs" lh="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {email}
      </Text>
    </>
  );
}

/** The link to an order, which remembers the address of the list. */
function Details({ order }: { order: EarlierOrderRow }) {
  const { pathname, search } = useLocation();
  return (
    <Anchor
      component={PrefetchLink}
      to={earlierOrderPath(order._id)}
      state={{ list: pathname + search }}
      inherit
      px="xs"
      py={10}
      aria-label={`Details of earlier order ${order.number}`}
    >
      Details
    </Anchor>
  );
}
