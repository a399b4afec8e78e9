import { Text } from "@mantine/core";
import { messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { EditSkeleton } from "../../parts/edit-skeleton.tsx";
import { goneLines } from "./hand-values.ts";
import { OrderByHand } from "./order-by-hand.tsx";

/** Goes on with a draft. */
export function OpenedDraft({ id }: { id: string }) {
  // Once, so that what is being entered is not overwritten by what was saved before.
  const draft = trpc.admin.ordersByHand.draft.useQuery({ id }, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  if (draft.isError) {
    return (
      <ErrorAlert
        message={messageOf(draft.error, "Failed to load the draft")}
        onRetry={() => void draft.refetch()}
        isRetrying={draft.isFetching}
      />
    );
  }
  if (draft.data === undefined) return <EditSkeleton fields={6} isWide />;
  const gone = goneLines(draft.data);
  return (
    <>
      {gone > 0 && (
        <Text role="status">
          {gone === 1 ? "One item of this draft is" : `${gone} items of this draft are`} not sold any more, and left
          out.
        </Text>
      )}
      <OrderByHand draft={draft.data} />
    </>
  );
}
