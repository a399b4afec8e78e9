import { Button, Group, Stack, Text } from "@mantine/core";
import type { DraftRow } from "@shop/shared/order/order-draft";
import { pages } from "@shop/shared/page/pages";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useConfirm } from "../../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { Minute } from "../../../../ui/minute.tsx";
import { notify } from "../../../../ui/notify.ts";
import { PrefetchLink } from "../../../../ui/prefetch-link.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { DividedList } from "../../parts/divided-list.tsx";

/** The orders that somebody has begun to enter; nothing while there are none. */
export function DraftList() {
  const drafts = trpc.admin.ordersByHand.drafts.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const removal = trpc.admin.ordersByHand.removeDraft.useMutation({
    onSuccess: () => notify.success("Draft deleted"),
    onError: (error) => notify.error(messageOf(error, "The draft was not deleted. Please try again.")),
    onSettled: () => void utils.admin.ordersByHand.drafts.invalidate(),
  });
  async function remove(draft: DraftRow): Promise<void> {
    const question = { question: "Delete this draft?", about: titleOf(draft), yes: "Delete", isDanger: true };
    if (await ask(question)) removal.mutate({ id: draft._id });
  }
  if (drafts.isError) {
    return (
      <ErrorAlert
        message={messageOf(drafts.error, "Failed to load the drafts")}
        onRetry={() => void drafts.refetch()}
        isRetrying={drafts.isFetching}
      />
    );
  }
  if (drafts.data === undefined || drafts.data.length === 0) return null;
  return (
    <AdminPanel title="Drafts">
      <DividedList>
        {drafts.data.map((draft) => (
          <Group component="li" key={draft._id} justify="space-between" gap="sm" py="xs">
            <Stack gap={2} miw={0} flex="1 1 12rem">
              <Text style={{ overflowWrap: "anywhere" }}>{titleOf(draft)}</Text>
              <Text fz="xs" lh="xs" c="dimmed">
                {draft.by}, <Minute time={draft.savedAt} />
              </Text>
            </Stack>
            <Group gap="xs" flex="none">
              <Button
                component={PrefetchLink}
                to={`${pages.newOrder.path}?draft=${draft._id}`}
                variant="default"
                aria-label={`Go on with the draft for ${titleOf(draft)}`}
              >
                Go on
              </Button>
              <Button
                variant="subtle"
                aria-label={`Delete the draft for ${titleOf(draft)}`}
                onClick={() => void remove(draft)}
              >
                Delete
              </Button>
            </Group>
          </Group>
        ))}
      </DividedList>
      {dialog}
    </AdminPanel>
  );
}

function titleOf({ customer, items }: DraftRow): string {
  return `${customer === "" ? "Nobody yet" : customer}, ${items} ${items === 1 ? "item" : "items"}`;
}
