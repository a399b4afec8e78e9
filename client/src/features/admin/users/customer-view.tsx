import { Anchor, Box, Flex, SimpleGrid, Stack, Text } from "@mantine/core";
import type { Customer, CustomerMessage, CustomerReview } from "@shop/shared/account/customer";
import type { ReactNode } from "react";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { orderPath, productPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Day } from "../../../ui/day.tsx";
import { EarlierOrderLines } from "../../../ui/earlier-order/earlier-order-lines.tsx";
import { earlierOrderListPath } from "../../../ui/earlier-order/earlier-order-paths.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { MailLink } from "../../../ui/mail-link.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { Rating } from "../../../ui/rating.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { OrderLine } from "../orders/order-line.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { CustomerCreditPanel } from "./customer-credit.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { CustomerTags } from "./customer-tags.tsx";

/** Everything about a person: figures, orders, messages and reviews. */
export function CustomerView({ id }: { id: string }) {
  const customer = trpc.admin.users.customer.useQuery({ id }, cachedBriefly);
  if (customer.data !== undefined) return <Parts customer={customer.data} />;
  if (!customer.isError) return <Skeleton height="24rem" />;
  return (
    <ErrorAlert
      message={messageOf(customer.error, "Failed to load user")}
      onRetry={() => void customer.refetch()}
      isRetrying={customer.isFetching}
    />
  );
}

function Parts({ customer }: { customer: Customer }) {
  const { orders, earlierOrders, messages, reviews, email } = customer;
  return (
    <Stack gap={20}>
      <Figures customer={customer} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={20}>
        <CustomerTags key={customer._id} customer={customer} />
        <CustomerNotes customer={customer} />
        <CustomerCreditPanel key={customer._id} id={customer._id} isGuest={customer.isGuest === true} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={20}>
        <List
          title="Orders"
          {...orders}
          none="No orders yet."
          aside={
            orders.total > 0 && (
              <Anchor component={PrefetchLink} to={`${orderListPath}?search=${encodeURIComponent(email)}`} py={10}>
                All orders with this email
              </Anchor>
            )
          }
        >
          {orders.rows.map((order) => (
            <OrderLine key={order._id} order={order} />
          ))}
        </List>
        {earlierOrders.total > 0 && (
          <List
            title="Earlier orders"
            {...earlierOrders}
            none=""
            aside={
              <Anchor
                component={PrefetchLink}
                to={`${earlierOrderListPath}?search=${encodeURIComponent(email)}`}
                py={10}
              >
                All with this email
              </Anchor>
            }
          >
            <EarlierOrderLines orders={earlierOrders.rows} />
          </List>
        )}
        <List title="Messages" {...messages} none="No messages yet.">
          {messages.rows.map((message) => (
            <MessageLine key={message._id} message={message} name={customer.name} />
          ))}
        </List>
        <List title="Reviews" {...reviews} none="No reviews yet.">
          {reviews.rows.map((review) => (
            <ReviewLine key={review._id} review={review} />
          ))}
        </List>
      </SimpleGrid>
    </Stack>
  );
}

function Figures({ customer }: { customer: Customer }) {
  const { name, email, isAdmin, joinedAt, spent, refunded, orders, reviews, messages } = customer;
  const figures: [label: string, value: ReactNode][] = [
    ["Name", name],
    ["Email", <MailLink key="email" email={email} />],
    [customer.isGuest === true ? "First here" : "Joined", <Day key="joined" time={joinedAt} />],
    ["Role", isAdmin ? "Administrator" : customer.isGuest === true ? "Guest, without an account" : "Customer"],
    ["Agreed to marketing", customer.acceptsMarketing ? "Yes" : "No"],
    ...(customer.isUsed ? [] : [["Signed in", "Not yet, since the move"] satisfies [string, ReactNode]]),
    ["Spent", <Price key="spent" amount={spent} />],
    ["Refunded", <Price key="refunded" amount={refunded} />],
    ["Orders", `${orders.total.toLocaleString("en-US")}, ${orders.paid.toLocaleString("en-US")} paid`],
    ["Reviews", reviews.average === null ? "None" : `${reviews.total}, ${reviews.average.toFixed(1)} stars on average`],
    ["Messages", messages.unread === 0 ? String(messages.total) : `${messages.total}, ${messages.unread} unread`],
  ];
  return (
    <AdminPanel title="At a glance">
      <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm">
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" fz="xs" lh="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </AdminPanel>
  );
}

type ListProps = {
  title: string;
  total: number;
  rows: readonly unknown[];
  none: string;
  aside?: ReactNode;
  children: ReactNode;
};

function List({ title, total, rows, none, aside, children }: ListProps) {
  return (
    <AdminPanel title={title} aside={aside}>
      {total === 0 ? <Text c="dimmed">{none}</Text> : <DividedList>{children}</DividedList>}
      {total > rows.length && (
        <Text fz="xs" c="dimmed">
          The newest {rows.length} of {total.toLocaleString("en-US")}
        </Text>
      )}
    </AdminPanel>
  );
}

function MessageLine({
  message: { orderId, from, text, createdAt },
  name,
}: {
  message: CustomerMessage;
  name: string;
}) {
  const ending = orderId.slice(-5);
  return (
    <Box component="li" py="xs">
      <Flex wrap="wrap" columnGap="sm" justify="space-between">
        <Text span fw={600}>
          {from === "shop" ? "The shop" : name}
        </Text>
        <Anchor component={PrefetchLink} to={orderPath(orderId)} aria-label={`Order ${ending}`}>
          Order {ending}
        </Anchor>
      </Flex>
      <Text lineClamp={4} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Text>
      <Text fz="xs" lh="xs" c="dimmed">
        <Minute time={createdAt} />
      </Text>
    </Box>
  );
}

function ReviewLine({ review: { product, rating, comment, createdAt } }: { review: CustomerReview }) {
  return (
    <Box component="li" py="xs">
      <Flex wrap="wrap" columnGap="sm" justify="space-between" align="center">
        <Anchor component={PrefetchLink} to={productPath(product._id)} style={{ overflowWrap: "anywhere" }}>
          {product.name}
        </Anchor>
        <Rating value={rating} />
      </Flex>
      <Text lineClamp={4} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {comment}
      </Text>
      <Text fz="xs" lh="xs" c="dimmed">
        <Day time={createdAt} />
      </Text>
    </Box>
  );
}
