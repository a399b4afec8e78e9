import { Anchor, Flex, Stack, Text } from "@mantine/core";
import { type EarlierOrderRow, formatAmount } from "@shop/shared/order/earlier-order";
import { Day } from "../day.tsx";
import { PrefetchLink } from "../prefetch-link.tsx";
import { earlierOrderPath } from "./earlier-order-paths.ts";
import { EarlierState } from "./earlier-order-state.tsx";

/** Orders of the former shop, one on each line, as items of a list. */
export function EarlierOrderLines({ orders }: { orders: readonly EarlierOrderRow[] }) {
  return orders.map((order) => (
    <Flex component="li" key={order._id} align="center" gap="sm" mih={56} py={4} wrap="wrap">
      <Anchor
        component={PrefetchLink}
        to={earlierOrderPath(order._id)}
        miw={64}
        py={10}
        aria-label={`Details of earlier order ${order.number}`}
        style={{ overflowWrap: "anywhere" }}
      >
        {order.number}
      </Anchor>
      <Stack gap={0} flex={1} miw="7rem">
        <Text fz="sm">
          <Day time={order.orderedAt} />
        </Text>
        <Text fz="xs" lh="xs" c="dimmed">
          {order.units === 1 ? "1 item" : `${order.units.toLocaleString("en-US")} items`}
        </Text>
      </Stack>
      <Text span fz="xs" lh="xs">
        <EarlierState order={order} />
      </Text>
      <Text span miw={88} ta="right">
        {formatAmount(order.totalCents, order.currency)}
      </Text>
    </Flex>
  ));
}
