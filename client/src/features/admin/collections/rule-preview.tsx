import { Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { collectionRuleSchema, isAsking } from "@shop/shared/catalog/collection";
import { countLabel } from "@shop/shared/catalog/product-address";
import { formatMoney } from "@shop/shared/money";
import { keepPreviousData } from "@tanstack/react-query";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { type CollectionFields, toRule } from "./collection-fields.ts";
import classes from "./collections.module.css";

/** Nothing is asked while somebody types, in milliseconds. */
const pauseMs = 400;

/** What the typed rule finds now. */
export function RulePreview({ fields }: { fields: CollectionFields }) {
  const [rule] = useDebouncedValue(toRule(fields), pauseMs);
  const parsed = collectionRuleSchema.safeParse(rule);
  const isReady = parsed.success && isAsking(parsed.data);
  const found = trpc.admin.collections.preview.useQuery(rule, {
    ...cachedBriefly,
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  return (
    <AdminPanel title="What it finds now">
      {!isReady ? (
        <Text c="dimmed">Fill in at least one condition.</Text>
      ) : found.data === undefined ? (
        found.isError ? (
          <ErrorAlert
            message={messageOf(found.error, "Failed to look for products")}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        ) : (
          <Text c="dimmed">Looking…</Text>
        )
      ) : (
        <Stack gap="md" aria-busy={found.isPlaceholderData}>
          <Text role="status">{foundWords(found.data)}</Text>
          <DividedList>
            {found.data.products.map(({ _id, name, image, price }) => (
              <Group component="li" key={_id} gap="sm" py="xs" wrap="nowrap">
                <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
                <Text flex={1} miw={0} className={classes.name ?? ""}>
                  {name}
                </Text>
                <Text>{formatMoney(price)}</Text>
              </Group>
            ))}
          </DividedList>
        </Stack>
      )}
    </AdminPanel>
  );
}

function foundWords({ total, hasMore }: { total: number; hasMore: boolean }): string {
  if (total === 0) return "No product that is on sale in the shop meets it.";
  return `${countLabel({ count: total, hasMore })} ${total === 1 ? "product meets" : "products meet"} it. The newest come first.`;
}
