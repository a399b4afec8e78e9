import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/List.layer.css";
import { Alert, Button, List, Text } from "@mantine/core";
import { type AdminStep, adminSteps, nextStep, stepRefusal } from "@shop/shared/order/fulfilment";
import type { AdvanceResult, OrderRow } from "@shop/shared/order/order-list";
import { type ReactNode, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import type { Selection } from "../../../ui/data-table/use-selection.ts";
import { notify } from "../../../ui/notify.ts";
import { BulkShipDialog } from "./bulk-ship-dialog.tsx";
import { fulfilmentStateOf } from "./fulfilment-state.ts";

const names: Record<AdminStep, string> = {
  confirmed: "confirmed",
  processed: "processing",
  shipped: "shipped",
  delivered: "delivered",
};

/** The result of a step for several orders. */
type Report = { to: AdminStep; results: AdvanceResult[] };

const countOf = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

/** Takes a step for all selected orders for which it is next, and reports the result of each. */
export function useBulkSteps(shown: readonly OrderRow[], selection: Selection) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const { ask, dialog } = useConfirm();
  const [report, setReport] = useState<Report | null>(null);
  const [shipping, setShipping] = useState<readonly OrderRow[] | null>(null);
  const advance = trpc.admin.orders.advanceMany.useMutation({
    onSuccess: (results, { to }) => {
      const done = results.filter(({ outcome }) => outcome === "done").length;
      notify.withdrawErrors();
      if (done > 0) notify.success(`${countOf(done)} marked as ${names[to]}`);
      // Without a refusal the notification is enough.
      setReport(done === results.length ? null : { to, results });
      selection.clear();
    },
    onError: (error, { to }) => {
      // The dialog of a shipment says it itself.
      if (to !== "shipped") notify.error(messageOf(error, "Update failed"));
    },
    onSettled: () => Promise.all([utils.admin.orders.invalidate(), utils.order.invalidate()]),
  });

  const chosen = shown.filter(({ _id }) => selection.keys.has(_id));
  const ready = adminSteps.map((step) => ({
    step,
    ids: chosen.flatMap((order) =>
      nextStep(order) === step && stepRefusal(fulfilmentStateOf(order), step) === null ? [order._id] : [],
    ),
  }));

  async function take(to: AdminStep, ids: string[]) {
    if (to === "shipped") return setShipping(chosen.filter(({ _id }) => ids.includes(_id)));
    const isSure = await ask({
      question: `Mark ${countOf(ids.length)} as ${names[to]}?`,
      consequence: "This cannot be undone.",
      yes: `Mark ${countOf(ids.length)}`,
    });
    if (!isSure) return;
    setReport(null);
    oneAtATime(() => advance.mutateAsync({ ids, to }));
  }

  const possible = ready.filter(({ ids }) => ids.length > 0);
  const buttons: ReactNode =
    possible.length === 0 ? (
      <Text c="dimmed">These orders have no next step right now.</Text>
    ) : (
      possible.map(({ step, ids }) => {
        const isBusy = advance.isPending && advance.variables.to === step;
        return (
          <Button
            key={step}
            variant={possible.length === 1 ? "filled" : "default"}
            aria-disabled={isBusy || undefined}
            onClick={() => void take(step, ids)}
          >
            {isBusy ? "Marking…" : `Mark ${ids.length} as ${names[step]}`}
          </Button>
        );
      })
    );
  const shipDialog = shipping !== null && (
    <BulkShipDialog
      orders={shipping}
      onClose={() => setShipping(null)}
      onShip={(shipment) => advance.mutateAsync({ ids: shipping.map(({ _id }) => _id), to: "shipped", ...shipment })}
    />
  );
  const dialogs = (
    <>
      {dialog}
      {shipDialog}
    </>
  );
  return { buttons, dialogs, report, closeReport: () => setReport(null) };
}

/** The orders for which a step was refused, each with the reason. */
export function BulkReport({ report, onClose }: { report: Report | null; onClose: () => void }) {
  if (report === null) return null;
  const { to, results } = report;
  const done = results.filter(({ outcome }) => outcome === "done").length;
  const repeated = results.filter(({ outcome }) => outcome === "already done").length;
  const refused = results.flatMap((result) => (result.outcome === "refused" ? [result] : []));
  const summary = [
    `${done} done`,
    ...(repeated > 0 ? [`${repeated} already ${names[to]}`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  return (
    <Alert
      role="status"
      color="yellow"
      title={summary.join(", ")}
      withCloseButton
      closeButtonLabel="Close this report"
      onClose={onClose}
    >
      {refused.length > 0 && (
        <List>
          {refused.map(({ _id, reason }) => (
            <List.Item key={_id}>
              Order {_id.slice(-5)}: {reason}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
