import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Button, Checkbox, NativeSelect, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { type LabelSize, labelLayout, labelSizes, labelsPerPage } from "@shop/shared/order/label-sizes";
import { paperKinds } from "@shop/shared/order/paper-kinds";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { printPath } from "../../../lib/admin-paths.ts";
import { downloadFile } from "../../../lib/download-file.ts";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";

/** What a file can have; pages of the browser have sheets alone. */
const fileKinds = [...paperKinds, "labels", "addresses"] as const;
type FileKind = (typeof fileKinds)[number];

const names: Record<FileKind, { label: string; description: string }> = {
  "packing-slips": {
    label: "Packing slips",
    description: "What to pack, with a code to scan. Without prices, also for gifts.",
  },
  invoices: { label: "Invoices", description: "Each with its credit notes." },
  labels: { label: "Address labels", description: "For printers of labels and for sheets of paper." },
  addresses: { label: "Addresses as CSV", description: "For the tool of your carrier, with weights." },
};

const sizes = labelSizes.map((value) => ({ value, label: labelLayout(value).name }));

/** What a sheet depends on: an order that is not paid has no invoice, and is not sent. */
export type OrderToPrint = { _id: string; paidAt: string | null };

type PaperModalProps = { orders: readonly OrderToPrint[]; isOpen: boolean; onClose: () => void };

/** Chooses what is printed of some orders, and whether into a file or on a page of the browser. */
export function PaperModal({ orders, isOpen, onClose }: PaperModalProps) {
  const [kind, setKind] = useState<FileKind>("packing-slips");
  const [showsPrices, setShowsPrices] = useState(false);
  const [label, setLabel] = useState<LabelChoice>({ size: "a6", startAt: 1 });
  const oneAtATime = useOneAtATime();
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const ids = (kind === "packing-slips" ? orders : paid).map(({ _id }) => _id);
  const hasPrices = kind === "packing-slips" && showsPrices;
  const printed = paperKinds.find((each) => each === kind);
  const download = useMutation({
    mutationFn: () => {
      if (kind === "addresses") return downloadFile("/api/orders/addresses.csv", "addresses.csv", { ids });
      const more = kind === "labels" ? { ...label, startAt: Number(label.startAt) } : { hasPrices };
      return downloadFile(`/api/orders/${kind}.pdf`, `${kind}.pdf`, { ids, ...more });
    },
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
            {fileKinds.map((each) => (
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
        {kind === "labels" && <LabelFields label={label} onChange={setLabel} />}
        {kind !== "packing-slips" && paid.length < orders.length && (
          <Text c="dimmed">{unpaidText(kind, orders.length - paid.length, orders.length)}</Text>
        )}
        {download.isError && (
          <ErrorAlert message={messageOf(download.error, "The file could not be made. Please try again.")} />
        )}
        {ids.length > 0 && (
          <DialogButtons>
            {printed !== undefined && (
              <Button
                component="a"
                variant="default"
                href={printPath({ kind: printed, ids, hasPrices })}
                target="_blank"
              >
                Open print page
              </Button>
            )}
            <Button
              aria-disabled={download.isPending || undefined}
              onClick={() => oneAtATime(() => download.mutateAsync())}
            >
              {download.isPending ? "Preparing…" : kind === "addresses" ? "Download CSV" : "Download PDF"}
            </Button>
          </DialogButtons>
        )}
      </Stack>
    </Dialog>
  );
}

/** The size of labels, and the first free one of a sheet; an empty number field holds an empty string. */
type LabelChoice = { size: LabelSize; startAt: number | string };

type LabelFieldsProps = { label: LabelChoice; onChange: (label: LabelChoice) => void };

function LabelFields({ label, onChange }: LabelFieldsProps) {
  const most = labelsPerPage(label.size);
  return (
    <>
      <NativeSelect
        label="Size of the labels"
        data={sizes}
        value={label.size}
        onChange={({ currentTarget: { value } }) => {
          const size = labelSizes.find((each) => each === value);
          if (size !== undefined) onChange({ size, startAt: 1 });
        }}
      />
      {most > 1 && (
        <NumberInput
          label="First free label"
          description="Of a sheet that you have used before."
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={label.startAt}
          min={1}
          max={most}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(startAt) => onChange({ ...label, startAt })}
          onBlur={() => label.startAt === "" && onChange({ ...label, startAt: 1 })}
        />
      )}
    </>
  );
}

function toKind(value: string): FileKind {
  return fileKinds.find((kind) => kind === value) ?? "packing-slips";
}

function unpaidText(kind: FileKind, unpaid: number, all: number): string {
  const [one, many] =
    kind === "invoices" ? ["has no invoice yet", "have no invoices yet"] : ["is not sent yet", "are not sent yet"];
  if (all === 1) return `This order is not paid, so it ${one}.`;
  if (unpaid === all) return `None of these orders is paid, so they ${many}.`;
  return unpaid === 1
    ? `One of these orders is not paid. It ${one} and is left out.`
    : `${unpaid} of these orders are not paid. They ${many} and are left out.`;
}
