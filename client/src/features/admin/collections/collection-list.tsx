import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { CollectionLine } from "@shop/shared/catalog/collection";
import { editPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { RecordActions } from "../parts/record-actions.tsx";
import { deletionCallbacks, useDeletion } from "../parts/use-deletion.ts";

/** All collections in the order of the menu. */
export function CollectionList() {
  const list = trpc.admin.collections.list.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  const deletion = trpc.admin.collections.delete.useMutation(
    deletionCallbacks("Collection", () =>
      Promise.all([utils.admin.collections.invalidate(), utils.catalog.invalidate()]),
    ),
  );
  const { remove, isDeleting, dialog } = useDeletion<CollectionLine>(
    deletion,
    "Delete this collection?",
    ({ isPublished }) => (isPublished ? "Its page is gone at once. The products stay." : undefined),
  );
  if (list.data === undefined && list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load collections")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data === undefined) return <Skeleton height="16rem" />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        text="No collections yet."
        help="A collection shows products together on a page of its own: chosen by hand, or by a rule such as “new and on sale”."
      />
    );
  }
  return (
    <Stack gap="md" maw="48rem">
      <AdminPanel title="In the order of the menu">
        <DividedList>
          {list.data.map((collection) => (
            <Group component="li" key={collection._id} justify="space-between" gap="xs" py="xs" wrap="nowrap">
              <Stack gap={0} miw={0} flex={1}>
                <Anchor component={PrefetchLink} to={editPath("collection", collection._id)} fw={600} py={4}>
                  {collection.name}
                </Anchor>
                <Text c="dimmed" fz="xs" lh="xs">
                  {chosenWords(collection)}
                </Text>
              </Stack>
              <StatusDot tone={collection.isPublished ? "done" : "quiet"}>
                {collection.isPublished ? "Shown" : "Hidden"}
              </StatusDot>
              <Group gap={0} wrap="nowrap">
                <RecordActions
                  name={collection.name}
                  editPath={editPath("collection", collection._id)}
                  isDeleting={isDeleting(collection)}
                  onDelete={() => remove(collection)}
                />
              </Group>
            </Group>
          ))}
        </DividedList>
      </AdminPanel>
      {dialog}
    </Stack>
  );
}

function chosenWords({ kind, products }: CollectionLine): string {
  if (kind === "rule") return "Chosen by a rule";
  return `${products.toLocaleString("en-US")} ${products === 1 ? "product" : "products"} chosen by hand`;
}
