import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Box, Button, Flex, Stack, Switch, Text } from "@mantine/core";
import type { DashboardFigures, Figure } from "@shop/shared/admin/dashboard";
import { defaultFigureSpan, type FigureSpan, figureSpans, toFigureSpan } from "@shop/shared/admin/figure-span";
import { shopCurrency } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { toStay } from "../../../ui/navigation-focus.ts";
import { ShopLink } from "../../../ui/prefetch-link.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { changeOf } from "../parts/change.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import { Sales } from "./sales.tsx";

/** The sales of the last days, compared with the same number of days before, and by day. */
export function SalesOverview({ isReady }: { isReady: boolean }) {
  const { timeZone = "UTC" } = useShop();
  const [params, setParams] = useSearchParams();
  const days = toFigureSpan(params.get("days"));
  const withEarlier = params.get("earlier") === "1";
  const overview = trpc.admin.dashboard.figures.useQuery(
    { days, ...(withEarlier && { withEarlier }) },
    // The old figures stay until those of another span load.
    { ...cachedBriefly, enabled: isReady, placeholderData: keepPreviousData },
  );
  return (
    <DashboardPanel
      title="Sales overview"
      aside={<Spans current={days} withEarlier={withEarlier} />}
      answer={overview}
      failure="Failed to load the sales overview"
      skeleton={
        <Box h={{ base: "52rem", md: "37rem" }}>
          <Skeleton height="100%" />
        </Box>
      }
    >
      {(shown) => (
        <Stack gap="md" opacity={overview.isPlaceholderData ? 0.6 : 1} aria-busy={overview.isPlaceholderData}>
          <Text fz="xs" lh="xs" c="dimmed" role="status">
            The last {shown.days} days, compared with the {shown.days} days before up to the same hour. Days are in{" "}
            {timeZone}.
          </Text>
          {(shown.hasEarlier || withEarlier) && (
            <Switch
              label="With the orders of the former shop"
              description={`Those in ${shopCurrency()}, on the day of payment or of the order`}
              checked={withEarlier}
              onChange={({ currentTarget: { checked } }) =>
                setParams(
                  (before) => {
                    if (checked) before.set("earlier", "1");
                    else before.delete("earlier");
                    return before;
                  },
                  { replace: true, preventScrollReset: true, state: toStay },
                )
              }
            />
          )}
          <Tiles figures={shown} />
          <Sales figures={shown} />
        </Stack>
      )}
    </DashboardPanel>
  );
}

function Spans({ current, withEarlier }: { current: FigureSpan; withEarlier: boolean }) {
  const pathFor = (days: FigureSpan) => {
    const params = new URLSearchParams({
      ...(days !== defaultFigureSpan && { days: String(days) }),
      ...(withEarlier && { earlier: "1" }),
    });
    return params.size === 0 ? homePath : `${homePath}?${params}`;
  };
  return (
    <nav aria-label="Days of the sales overview">
      <Flex component="ul" gap={4} p={4} bg="var(--shop-page)" bdrs="md">
        {figureSpans.map((days) => (
          <li key={days}>
            <Button
              component={ShopLink}
              to={pathFor(days)}
              replace
              preventScrollReset
              state={toStay}
              h={40}
              px={12}
              radius="sm"
              {...(days === current
                ? { variant: "default", "aria-current": "true" }
                : { variant: "subtle", color: "gray", c: "dimmed" })}
            >
              {days} days
            </Button>
          </li>
        ))}
      </Flex>
    </nav>
  );
}

/** Refunds can exceed the sales of a period. */
const showNet = (amount: number) => (amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount));
const count = (amount: number) => amount.toLocaleString("en-US");

function Tiles({ figures: { days, sales, refunded, net, orders, average, customers } }: { figures: DashboardFigures }) {
  return (
    <Box
      component="dl"
      m={0}
      display="grid"
      // At most three columns, as many as fit.
      style={{ gap: "1rem 0.75rem", gridTemplateColumns: "repeat(auto-fit, minmax(max(13rem, 30%), 1fr))" }}
    >
      <Tile name="Sales" figure={sales} show={formatMoney} days={days} />
      <Tile name="Refunded" figure={refunded} show={formatMoney} days={days} isLoss />
      <Tile name="Net" figure={net} show={showNet} days={days} />
      <Tile name="Orders" figure={orders} show={count} days={days} />
      <Tile name="Average order" figure={average} show={formatMoney} days={days} />
      <Tile name="Customers" figure={customers} show={count} days={days} />
    </Box>
  );
}

type TileProps = {
  name: string;
  figure: Figure<number | null>;
  show: (value: number) => string;
  days: FigureSpan;
  /** More of it is worse for the shop. */
  isLoss?: boolean;
};

function Tile({ name, figure: { now, before }, show, days, isLoss = false }: TileProps) {
  const change = changeOf(now, before);
  const isGood = (change.is === "more") !== isLoss;
  return (
    <Box pl="md" style={{ borderLeft: "2px solid var(--shop-panel-edge)" }}>
      <Text component="dt" c="dimmed">
        {name}
      </Text>
      <Text component="dd" fz="xl" lh="xl" fw={650}>
        {now === null ? "–" : show(now)}
      </Text>
      <Text component="dd" fz="xs" lh="xs" c="dimmed">
        {change.is === "more" || change.is === "less" ? (
          <>
            <Text
              span
              inherit
              c={isGood ? "var(--shop-success)" : "var(--shop-danger)"}
              mod={{ is: isGood ? "good" : "bad" }}
            >
              {change.share}
            </Text>{" "}
            {change.is === "more" ? "up" : "down"} from {show(change.before)}
          </>
        ) : change.is === "same" ? (
          `Same as the ${days} days before`
        ) : (
          `None in the ${days} days before`
        )}
      </Text>
    </Box>
  );
}
