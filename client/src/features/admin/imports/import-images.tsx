import { Anchor, Button, Stack, Text } from "@mantine/core";
import type { ImportDetail } from "@shop/shared/catalog/import";
import { editPath } from "../../../lib/admin-paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";

/** How far the images of an import are, and which of them could not be fetched. */
export function ImportImages({ found: { _id: id, images } }: { found: ImportDetail }) {
  const failed = trpc.admin.imports.failedImages.useQuery({ id }, { enabled: images.failed > 0 });
  const utils = trpc.useUtils();
  const again = trpc.admin.imports.fetchAgain.useMutation({
    onSuccess: () => utils.admin.imports.invalidate(),
    onError: (error) => notify.error(messageOf(error, "The images could not be fetched again")),
  });
  if (images.waiting + images.stored + images.failed === 0) return null;
  return (
    <AdminPanel
      title="Images"
      aside={
        images.failed > 0 && (
          <Button variant="default" aria-disabled={again.isPending || undefined} onClick={() => again.mutate({ id })}>
            Try again
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text role="status">
          {images.stored} fetched, {images.waiting} waiting, {images.failed} failed
        </Text>
        {failed.data !== undefined && images.failed > 0 && (
          <DividedList>
            {failed.data.map(({ productId, name, address, reason }) => (
              <Stack component="li" key={productId} gap={2} px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
                <Anchor component={PrefetchLink} to={editPath("product", productId)} fw={600}>
                  {name}
                </Anchor>
                <Text fz="sm">{reason}</Text>
                <Text fz="sm" c="dimmed">
                  {address}
                </Text>
              </Stack>
            ))}
          </DividedList>
        )}
      </Stack>
    </AdminPanel>
  );
}
