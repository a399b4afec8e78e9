import { Anchor } from "@mantine/core";
import type { OrderNote } from "@shop/shared/order/order-message";
import { customerPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { NoteForm, NoteList } from "../parts/notes.tsx";
import print from "./screen-only.module.css";

/** What admins know about an order beyond it: the customer's other orders, and the notes. */
export function OrderBackground({ orderId }: { orderId: string }) {
  const background = trpc.admin.orders.background.useQuery({ id: orderId }, cachedBriefly);
  const customer = background.data?.customer ?? null;
  return (
    <AdminPanel
      className={print.screenOnly ?? ""}
      title="Notes"
      titleSize="lg"
      aside={
        customer !== null && (
          <Anchor component={PrefetchLink} to={customerPath(customer._id)} py={10} miw={0}>
            {customer.orders === 1 ? "First order of" : `${customer.orders.toLocaleString("en-US")} orders of`}{" "}
            {customer.name}
          </Anchor>
        )
      }
    >
      {background.data === undefined ? (
        background.isError ? (
          <ErrorAlert
            message={messageOf(background.error, "Failed to load notes")}
            onRetry={() => void background.refetch()}
            isRetrying={background.isFetching}
          />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : (
        <Notes notes={background.data.notes} />
      )}
      <AddNote orderId={orderId} />
    </AdminPanel>
  );
}

function Notes({ notes }: { notes: readonly OrderNote[] }) {
  const utils = trpc.useUtils();
  const remove = trpc.admin.orders.removeNote.useMutation({
    onSuccess: () => notify.success("Note removed"),
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled: () => utils.admin.orders.background.invalidate(),
  });
  return <NoteList notes={notes} onRemove={(id) => remove.mutate({ id })} />;
}

function AddNote({ orderId }: { orderId: string }) {
  const utils = trpc.useUtils();
  const add = trpc.admin.orders.addNote.useMutation({
    onSuccess: () => notify.success("Note added"),
    onSettled: () => utils.admin.orders.background.invalidate(),
  });
  return (
    <NoteForm onAdd={(text) => add.mutateAsync({ id: orderId, text })} isAdding={add.isPending} error={add.error} />
  );
}
