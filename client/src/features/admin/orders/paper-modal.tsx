import "@mantine/core/styles/Radio.layer.css";
import { Button, Checkbox, Radio, Stack, Text } from "@mantine/core";
import { type PaperKind, paperKinds } from "@shop/shared/order/paper-kinds";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { downloadFile } from "../../../lib/download-file.ts";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { printPath } from "../../../lib/paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";

const names: Record<PaperKind, { label: string; description: string }> = {
  "packing-slips": {
    label: "Packing slips",
    description: "What to pack, with a code to scan. Without prices, also for gifts.",
  },
  invoices: { label: "Invoices", description: "Each with its credit notes." },
};

/** What a sheet depends on: an order that is not paid has no invoice. */
export type OrderToPrint = { _id: string; paidAt: string | null };

type PaperModalProps = { orders: readonly OrderToPrint[]; isOpen: boolean; onClose: () => void };

/** Chooses what is printed of some orders, and whether into a file or on a page of the browser. */
export function PaperModal({ orders, isOpen, onClose }: PaperModalProps) {
  const [kind, setKind] = useState<PaperKind>("packing-slips");
  const [showsPrices, setShowsPrices] = useState(false);
  const oneAtATime = useOneAtATime();
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const ids = (kind === "invoices" ? paid : orders).map(({ _id }) => _id);
  const hasPrices = kind === "packing-slips" && showsPrices;
  const download = useMutation({
    mutationFn: () => downloadFile(`/api/orders/${kind}.pdf`, `${kind}.pdf`, { ids, hasPrices }),
    onSuccess: onClose,
  });
  return (
    <Dialog
      title={orders.length === 1 ? "Print this order" : `Print ${orders.length} orders`}
      hasCloseButton
      isOpen={isOpen}
      onClose={onClose}
    >
      <Stack gap="md">
        <Radio.Group label="What do you need?" value={kind} onChange={(value) => setKind(toKind(value))}>
          <Stack gap="sm" mt="xs">
            {paperKinds.map((each) => (
              <Radio key={each} value={each} {...names[each]} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === "packing-slips" && (
          <Checkbox
            label="Show prices on the slips"
            checked={showsPrices}
            onChange={(event) => setShowsPrices(event.currentTarget.checked)}
          />
        )}
        {kind === "invoices" && paid.length < orders.length && (
          <Text c="dimmed">{unpaidText(orders.length - paid.length, orders.length)}</Text>
        )}
        {download.isError && (
          <ErrorAlert message={messageOf(download.error, "The file could not be made. Please try again.")} />
        )}
        {ids.length > 0 && (
          <DialogButtons>
            <Button component="a" variant="default" href={printPath({ kind, ids, hasPrices })} target="_blank">
              Open print page
            </Button>
            <Button
              aria-disabled={download.isPending || undefined}
              onClick={() => oneAtATime(() => download.mutateAsync())}
            >
              {download.isPending ? "Preparing…" : "Download PDF"}
            </Button>
          </DialogButtons>
        )}
      </Stack>
    </Dialog>
  );
}

function toKind(value: string): PaperKind {
  return paperKinds.find((kind) => kind === value) ?? "packing-slips";
}

function unpaidText(unpaid: number, all: number): string {
  if (all === 1) return "This order is not paid, so it has no invoice yet.";
  if (unpaid === all) return "None of these orders is paid, so they have no invoices yet.";
  return unpaid === 1
    ? "One of these orders is not paid. It has no invoice yet and is left out."
    : `${unpaid} of these orders are not paid. They have no invoices yet and are left out.`;
}
