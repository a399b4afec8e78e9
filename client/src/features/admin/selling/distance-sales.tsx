import { Progress, Stack, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";

/** How close this year's sales to other countries of the EU are to the threshold; nothing where the owner watches none. */
export function DistanceSales() {
  const { data } = trpc.admin.termsOfSale.distanceSales.useQuery(undefined, cachedBriefly);
  if (data === undefined || data === null) return null;
  const { net, max } = data;
  const isOver = net > max;
  return (
    <AdminPanel title="Distance sales in the EU" hasWarning={isOver}>
      <Stack gap="xs">
        <Text>
          <strong>{formatMoney(net)}</strong> of {formatMoney(max)} this year, without tax.
        </Text>
        <Progress value={max === 0 ? 100 : Math.min(100, (100 * net) / max)} aria-label="Share of the threshold" />
        <Text c="dimmed" fz="sm">
          {isOver
            ? "You are over the threshold: the tax rates of your customers’ countries apply. Add them under Selling."
            : "Over the threshold, the tax rates of your customers’ countries apply."}
        </Text>
      </Stack>
    </AdminPanel>
  );
}
