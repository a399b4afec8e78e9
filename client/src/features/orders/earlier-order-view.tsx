import "../../ui/mantine-styles.ts";
import { Anchor, Box, Divider, Flex, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type EarlierOrder, earlierSums, formatAmount } from "@shop/shared/order/earlier-order";
import type { ReactNode } from "react";
import { productPath } from "../../lib/paths.ts";
import { Day } from "../../ui/day.tsx";
import { EarlierState } from "../../ui/earlier-order/earlier-order-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./own-earlier-orders.module.css";

/** All parts of an order of the former shop, which is history: nothing about it can be done here. */
export function EarlierOrderView({ order }: { order: EarlierOrder }) {
  const { address, city, postalCode, country } = order.shippingAddress;
  const place = [address, [city, postalCode].filter((part) => part !== "").join(" "), country];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={20}>
      <Part title="Items">
        <ul className={classes.list}>
          {order.items.map((item, position) => (
            // The line items of an order never change.
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity
            <Item key={position} item={item} currency={order.currency} />
          ))}
        </ul>
        <Divider color="var(--shop-panel-edge)" />
        <Sums order={order} />
      </Part>
      <Stack gap={20}>
        <Part title="State">
          <EarlierState order={order} />
          <Times order={order} />
          {order.paymentMethod !== "" && <Text fz="sm">Paid with {order.paymentMethod}</Text>}
        </Part>
        <Part title="Customer">
          <Text style={{ overflowWrap: "anywhere" }}>
            {[order.customer.name, order.customer.email].filter((part) => part !== "").join(" · ")}
          </Text>
          <Text style={{ overflowWrap: "anywhere" }}>{place.filter((part) => part !== "").join(", ")}</Text>
        </Part>
      </Stack>
    </SimpleGrid>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel component="section" className={classes.panel} aria-label={title}>
      <Stack gap="sm">
        <Title order={2} fz="lg" lh="lg" fw={650}>
          {title}
        </Title>
        {children}
      </Stack>
    </Panel>
  );
}

function Item({ item, currency }: { item: EarlierOrder["items"][number]; currency: string }) {
  const { name, sku, qty, totalCents, productId } = item;
  return (
    <Flex component="li" justify="space-between" gap="sm" py="xs">
      <Box miw={0} style={{ overflowWrap: "anywhere" }}>
        {productId === null ? (
          <Text>{name}</Text>
        ) : (
          <Anchor component={PrefetchLink} to={productPath(productId)}>
            {name}
          </Anchor>
        )}
        <Text fz="xs" lh="xs" c="dimmed">
          {[`Qty ${qty.toLocaleString("en-US")}`, ...(sku === "" ? [] : [`SKU ${sku}`])].join(" · ")}
        </Text>
      </Box>
      <Text span>{formatAmount(totalCents, currency)}</Text>
    </Flex>
  );
}

/** The amounts as they were; those of nothing are left out. */
function Sums({ order }: { order: EarlierOrder }) {
  const { currency, itemsCents, discountCents, shippingCents, taxCents, totalCents, refundedCents } = order;
  const { isTaxIncluded, otherCents } = earlierSums(order);
  const amounts: [label: string, units: number][] = [
    ["Items", itemsCents],
    ["Discount", -discountCents],
    ["Shipping", shippingCents],
    ...(isTaxIncluded ? [] : [["Tax", taxCents] satisfies [string, number]]),
    ["Other charges", otherCents],
  ];
  return (
    <Stack component="dl" gap={6} m={0}>
      {amounts
        .filter(([, units]) => units !== 0)
        .map(([label, units]) => (
          <Sum key={label} label={label} text={formatAmount(units, currency)} />
        ))}
      <Sum label="Total" text={formatAmount(totalCents, currency)} isStrong />
      {isTaxIncluded && <Sum label="Tax within it" text={formatAmount(taxCents, currency)} />}
      {refundedCents > 0 && <Sum label="Refunded" text={formatAmount(-refundedCents, currency)} />}
    </Stack>
  );
}

function Sum({ label, text, isStrong = false }: { label: string; text: string; isStrong?: boolean }) {
  return (
    <Flex justify="space-between" gap="sm">
      <Text component="dt" {...(isStrong ? { fw: 650 } : { c: "dimmed" })}>
        {label}
      </Text>
      <Text component="dd" m={0} {...(isStrong && { fw: 650 })}>
        {text}
      </Text>
    </Flex>
  );
}

function Times({ order }: { order: EarlierOrder }) {
  const times: [label: string, time: string | null][] = [
    ["Ordered", order.orderedAt],
    ["Paid", order.paidAt],
    ["Shipped", order.shippedAt],
    ["Delivered", order.deliveredAt],
    ["Cancelled", order.cancelledAt],
  ];
  return (
    <Stack component="dl" gap={4} m={0}>
      {times.map(
        ([label, time]) =>
          time !== null && (
            <Flex key={label} gap="sm">
              <Text component="dt" c="dimmed" miw="6rem">
                {label}
              </Text>
              <Text component="dd" m={0}>
                <Day time={time} />
              </Text>
            </Flex>
          ),
      )}
    </Stack>
  );
}
