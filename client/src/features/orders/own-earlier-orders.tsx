import "../../ui/mantine-styles.ts";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { EarlierOrderLines } from "../../ui/earlier-order/earlier-order-lines.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./own-earlier-orders.module.css";

/** The customer's orders of the former shop. Nothing for whoever has none, and where they cannot be loaded. */
export function OwnEarlierOrders() {
  const id = useId();
  const [pageNumber, setPageNumber] = useState(1);
  const orders = trpc.order.earlier.useQuery({ pageNumber }, { ...cachedBriefly, placeholderData: keepPreviousData });
  if (orders.data === undefined || orders.data.rows.length === 0) return null;
  const { rows, pages } = orders.data;
  return (
    <Panel component="section" className={classes.panel} aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} id={id} fz="lg" lh="lg" fw={650}>
          Earlier orders
        </Title>
        <Text fz="sm" c="dimmed">
          What you ordered before we moved to this shop.
        </Text>
        <ul className={classes.list}>
          <EarlierOrderLines orders={rows} />
        </ul>
        {pages > 1 && (
          <Group gap="sm">
            <Button variant="default" disabled={pageNumber === 1} onClick={() => setPageNumber(pageNumber - 1)}>
              Newer
            </Button>
            <Text fz="sm" role="status">
              Page {pageNumber} of {pages}
            </Text>
            <Button variant="default" disabled={pageNumber >= pages} onClick={() => setPageNumber(pageNumber + 1)}>
              Older
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
