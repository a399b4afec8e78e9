import { Button, Group, Stack, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { EditedOrder, OrderEdit } from "@shop/shared/order/order-edit";
import { useNavigate } from "react-router-dom";
import { editOrderPath, exchangePath } from "../../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { useConfirm } from "../../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { Minute } from "../../../../ui/minute.tsx";
import { notify } from "../../../../ui/notify.ts";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { DividedList } from "../../parts/divided-list.tsx";
import { Permitted } from "../../parts/permitted.tsx";
import { useOrderRefresh } from "../../parts/use-order-refresh.ts";

/** How an order was changed, and the ways to change it. Nothing where neither is possible. */
export function OrderEdits({ orderId, isPaid }: { orderId: string; isPaid: boolean }) {
  const navigate = useNavigate();
  const { data, error, refetch, isFetching } = trpc.admin.orderEdits.list.useQuery({ id: orderId }, cachedBriefly);
  if (error !== null && data === undefined) {
    return (
      <ErrorAlert
        message={messageOf(error, "Failed to load the changes")}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (data === undefined || (data.scope === "nothing" && data.edits.length === 0)) return null;
  return (
    <AdminPanel title="Changes">
      {data.edits.length > 0 && (
        <DividedList>
          {data.edits.map((edit) => (
            <EditEntry key={edit._id} orderId={orderId} edit={edit} isUndoable={edit._id === data.undoable} />
          ))}
        </DividedList>
      )}
      {data.scope !== "nothing" && (
        <Permitted to="orders.fulfil">
          <Group gap="sm">
            <Button variant="default" onClick={() => void navigate(editOrderPath(orderId))}>
              {data.scope === "all" ? "Change this order…" : "Change the address…"}
            </Button>
            {isPaid && (
              <Permitted to="orders.refund">
                <Button variant="default" onClick={() => void navigate(exchangePath(orderId))}>
                  Exchange goods…
                </Button>
              </Permitted>
            )}
          </Group>
        </Permitted>
      )}
    </AdminPanel>
  );
}

type EditEntryProps = { orderId: string; edit: OrderEdit; isUndoable: boolean };

function EditEntry({ orderId, edit: { _id, at, by, words, before, after, undoneAt }, isUndoable }: EditEntryProps) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const { ask, dialog } = useConfirm();
  const undo = trpc.admin.orderEdits.undo.useMutation({
    onSuccess: () => notify.success("Change undone"),
    onError: (error) => notify.error(messageOf(error, "Nothing was undone. Please try again.")),
    onSettled: () => {
      refresh();
      void utils.admin.orderEdits.list.invalidate({ id: orderId });
    },
  });
  const question = "Make the order what it was before? The customer gets a mail.";
  return (
    <Group component="li" py="sm" gap="sm" justify="space-between" align="flex-start">
      <Stack gap={2} flex="1 1 14rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        {changesOf(before, after).map((change) => (
          <Text key={change} {...(undoneAt === null ? {} : { td: "line-through" })}>
            {change}
          </Text>
        ))}
        {words !== "" && <Text c="dimmed">“{words}”</Text>}
        <Text fz="sm" c="dimmed">
          {undoneAt === null ? "By" : "Undone. By"} {by}, <Minute time={at} />
        </Text>
      </Stack>
      {isUndoable && (
        <Permitted to="orders.fulfil">
          <Button
            variant="default"
            aria-disabled={undo.isPending || undefined}
            onClick={async () => {
              if (await ask({ question, yes: "Undo", no: "Keep" })) undo.mutate({ id: orderId, editId: _id });
            }}
          >
            Undo…
          </Button>
        </Permitted>
      )}
      {dialog}
    </Group>
  );
}

/** What an edit changed, as sentences. */
function changesOf(before: EditedOrder, after: EditedOrder): string[] {
  const lines = [...new Set([...before.lines, ...after.lines].map(({ product }) => product))].flatMap((product) => {
    const [old, now] = [before, after].map((each) => each.lines.find((line) => line.product === product));
    if (old === undefined) return now === undefined ? [] : [`Added: ${now.qty} × ${now.name}`];
    if (now === undefined) return [`Taken off: ${old.qty} × ${old.name}`];
    return [
      ...(old.qty === now.qty ? [] : [`${now.name}: ${now.qty} instead of ${old.qty}`]),
      ...(old.price === now.price
        ? []
        : [`${now.name}: ${formatMoney(now.price)} instead of ${formatMoney(old.price)}`]),
    ];
  });
  const address = after.address.join(", ");
  return [
    ...lines,
    ...(before.address.join(", ") === address ? [] : [`Goes to ${address}`]),
    ...(before.delivery === after.delivery || after.delivery === null ? [] : [`Delivery: ${after.delivery}`]),
    ...(before.totalPrice === after.totalPrice
      ? []
      : [`Total: ${formatMoney(after.totalPrice)} instead of ${formatMoney(before.totalPrice)}`]),
  ];
}
