import { Anchor, Flex, Stack, Text } from "@mantine/core";
import type { OrderRow } from "@shop/shared/order/order-list";
import { orderPath } from "../../../lib/paths.ts";
import { Day } from "../../../ui/day.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { unpaidWords } from "../../../ui/unpaid-words.ts";
import { matterSummary } from "./matter-summary.ts";
import classes from "./order-line.module.css";

/** An order on one line of a list. */
export function OrderLine({ order }: { order: OrderRow }) {
  const ending = order._id.slice(-5);
  const { text, tone } = stateOf(order);
  return (
    <Flex component="li" align="center" gap="sm" mih={56} py={4}>
      <Anchor
        component={PrefetchLink}
        to={orderPath(order._id)}
        miw={64}
        py={10}
        aria-label={`Details of order ${ending}`}
      >
        {ending}
      </Anchor>
      <Stack gap={0} flex={1} miw={0}>
        <Text truncate>{order.user.name}</Text>
        <Text fz="xs" lh="xs" c="dimmed">
          <Day time={order.createdAt} />
        </Text>
      </Stack>
      <Flex className={classes.end ?? ""}>
        <Text span fz="xs" lh="xs">
          <StatusDot tone={tone}>{text}</StatusDot>
        </Text>
        <Text span miw={88} ta="right">
          <Price amount={order.totalPrice} />
        </Text>
      </Flex>
    </Flex>
  );
}

/** The state of an order in one or two words. */
function stateOf(order: OrderRow): { text: string; tone: StatusTone } {
  const matters = matterSummary(order.matters);
  if (matters !== null) return { text: matters, tone: "warning" };
  if (order.cancellation !== null) return { text: "Cancelled", tone: "quiet" };
  if (order.isRefunded) return { text: "Refunded", tone: "quiet" };
  if (order.refundedPrice > 0) return { text: "Partly refunded", tone: "quiet" };
  if (order.deliveredAt !== null) return { text: "Delivered", tone: "done" };
  if (order.shippedAt !== null) return { text: "Shipped", tone: "going" };
  if (order.isPartlyShipped) return { text: "Partly shipped", tone: "going" };
  if (order.processedAt !== null) return { text: "Processed", tone: "going" };
  if (order.confirmedAt !== null) return { text: "Confirmed", tone: "going" };
  if (order.paidAt !== null) return { text: "Paid", tone: "going" };
  return { text: unpaidWords(order), tone: order.paymentMethod === "On Delivery" ? "going" : "quiet" };
}
