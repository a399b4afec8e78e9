import { Box, Flex, Text } from "@mantine/core";
import type { WaitingOrders } from "@shop/shared/order/order-filter";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import classes from "./needs-action.module.css";

/** The kinds of open work, in the order of the steps of an order. */
const kinds: readonly { filter: keyof WaitingOrders; name: string; help: string }[] = [
  { filter: "to-confirm", name: "To confirm", help: "New, not yet confirmed" },
  { filter: "to-process", name: "To process", help: "Confirmed, not yet processed" },
  { filter: "to-ship", name: "To ship", help: "Processed, not yet shipped" },
  { filter: "to-deliver", name: "To deliver", help: "Shipped, not yet delivered" },
  { filter: "messages", name: "New messages", help: "Customers wait for an answer" },
  { filter: "attention", name: "Needs attention", help: "Stock, payment or mail to check" },
];

/** The number of orders for each kind of work, each a link to those orders. */
export function NeedsAction({ waiting }: { waiting: Answer<WaitingOrders> }) {
  return (
    <DashboardPanel
      title="Needs action"
      answer={waiting}
      failure="Failed to load orders"
      skeleton={
        <Box h={{ base: 432, md: 118 }}>
          <Skeleton height="100%" />
        </Box>
      }
    >
      {(counts) => (
        <Flex component="ul" direction={{ base: "column", md: "row" }} gap={{ base: 8, md: 12 }}>
          {kinds.map(({ filter, name, help }) => (
            <Box component="li" key={filter} flex={1}>
              <Flex
                component={PrefetchLink}
                to={`${orderListPath}?state=${filter}`}
                className={classes.tile ?? ""}
                mod={{ urgent: filter === "attention" && counts[filter] > 0 }}
                h="100%"
                px="md"
                py="xs"
              >
                <Text span fz="xl" lh={1.5} fw={650} c={colorOf(filter, counts[filter])}>
                  {counts[filter].toLocaleString("en-US")}
                </Text>{" "}
                <span>
                  <Text span display="block" fw={600}>
                    {name}
                  </Text>{" "}
                  <Text span display="block" fz="xs" lh="xs" c="dimmed">
                    {help}
                  </Text>
                </span>
              </Flex>
            </Box>
          ))}
        </Flex>
      )}
    </DashboardPanel>
  );
}

function colorOf(filter: keyof WaitingOrders, count: number): string {
  if (count === 0) return "dimmed";
  return filter === "attention" ? "var(--shop-warning)" : "var(--shop-text)";
}
