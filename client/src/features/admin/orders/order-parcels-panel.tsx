import { Anchor, Button, Flex, Group, Text } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import type { Parcel, TrackerRecord, TrackerStatus } from "@shop/shared/order/parcel";
import { parcelsMax } from "@shop/shared/shop";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { downloadFile } from "../../../lib/download-file.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { contentsOf } from "../../../lib/parcel-contents.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";

const ParcelModal = lazyPart("parcel-modal", () => import("./parcel-modal.tsx").then((modal) => modal.ParcelModal), {
  failed: MissingModal,
});

const RemoveParcelModal = lazyPart(
  "remove-parcel-modal",
  () => import("./remove-parcel-modal.tsx").then((modal) => modal.RemoveParcelModal),
  { failed: MissingModal },
);

/** The pause between two looks at reports that are not sent yet, in milliseconds. */
const reportPollMs = 3_000;

/** The parcels of an order, with what the payment provider knows of them, and the forms to correct them. */
export function OrderParcelsPanel({ order }: { order: Order }) {
  const [edited, setEdited] = useState<Parcel | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const section = useRef<HTMLElement>(null);
  const trackers = trpc.admin.orders.trackers.useQuery(
    { id: order._id },
    {
      ...cachedBriefly,
      enabled: order.parcels.length > 0,
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "waiting") ? reportPollMs : false),
    },
  );
  const open = (parcel: Parcel | null) => {
    setEdited(parcel);
    setTimes((before) => before + 1);
    setOpen(true);
  };
  return (
    <AdminPanel ref={section} title="Parcels" titleSize="lg">
      {order.parcels.length === 0 ? (
        <Text c="dimmed">No parcel was entered. With a tracking number, the customer can follow it.</Text>
      ) : (
        <DividedList>
          {order.parcels.map((parcel) => (
            <ParcelLine
              key={parcel._id}
              order={order}
              parcel={parcel}
              tracker={trackers.data?.find(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)}
              onChange={() => open(parcel)}
              onRemoved={() => section.current?.focus()}
            />
          ))}
        </DividedList>
      )}
      {order.isShipped && order.parcels.length < parcelsMax && (
        <Button variant="default" fullWidth onClick={() => open(null)}>
          Add parcel…
        </Button>
      )}
      {times > 0 && (
        <ParcelModal
          key={times}
          order={order}
          parcel={edited}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          fallbackFocus={section}
        />
      )}
    </AdminPanel>
  );
}

type ReportAgainProps = { orderId: string; trackingNumber: string; describedBy: string };

/** Tells the payment provider again of a parcel that it has refused, or did not answer about. */
function ReportAgain({ orderId, trackingNumber, describedBy }: ReportAgainProps) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const again = trpc.admin.orders.reportAgain.useMutation({
    onSuccess: ({ message }) => {
      notify.withdrawErrors();
      notify.success(message);
    },
    onError: (error) => notify.error(messageOf(error, "It could not be sent again")),
    onSettled: () => utils.admin.orders.trackers.invalidate({ id: orderId }),
  });
  return (
    <Button
      variant="default"
      aria-describedby={describedBy}
      aria-disabled={again.isPending || undefined}
      onClick={() => oneAtATime(() => again.mutateAsync({ id: orderId, trackingNumber }))}
      style={{ alignSelf: "flex-start" }}
    >
      {again.isPending ? "Sending…" : "Send again"}
    </Button>
  );
}

type ParcelLineProps = {
  order: Order;
  parcel: Parcel;
  tracker: TrackerRecord | undefined;
  onChange: () => void;
  onRemoved: () => void;
};

function ParcelLine({ order, parcel, tracker, onChange, onRemoved }: ParcelLineProps) {
  const id = useId();
  const [isRemoving, setRemoving] = useState<boolean>();
  const { carrierName, trackingNumber, trackingUrl, items } = parcel;
  return (
    <Flex component="li" direction="column" gap={4} py="sm">
      <Group id={id} justify="space-between" gap={0} wrap="nowrap" mr={-12} style={{ overflowWrap: "anywhere" }}>
        <Text>
          <strong>{carrierName}</strong>{" "}
          {trackingUrl === null ? (
            trackingNumber
          ) : (
            <Anchor href={trackingUrl} target="_blank" rel="noopener noreferrer" inherit underline="always">
              {trackingNumber}
            </Anchor>
          )}
        </Text>
        <CopyButton value={trackingNumber} name="tracking number" isIcon />
      </Group>
      {items.length > 0 && <Text style={{ overflowWrap: "anywhere" }}>{contentsOf(items)}</Text>}
      {tracker !== undefined && (
        <Text fz="xs" lh="xs" c="dimmed">
          {reportTexts[tracker.status]}
          {tracker.detail !== null && ` (${tracker.detail})`}
        </Text>
      )}
      {(tracker?.status === "refused" || tracker?.status === "failed") && (
        <ReportAgain orderId={order._id} trackingNumber={trackingNumber} describedBy={id} />
      )}
      <Group gap="xs" mt={4}>
        {items.length > 0 && <ParcelSlip orderId={order._id} parcelId={parcel._id} describedBy={id} />}
        <Button variant="default" aria-describedby={id} onClick={onChange}>
          Change…
        </Button>
        <Button variant="default" aria-describedby={id} onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      </Group>
      {isRemoving !== undefined && (
        <RemoveParcelModal
          order={order}
          parcel={parcel}
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          onRemoved={onRemoved}
        />
      )}
    </Flex>
  );
}

type ParcelSlipProps = { orderId: string; parcelId: string; describedBy: string };

/** Downloads the packing slip of what is in one parcel. */
function ParcelSlip({ orderId, parcelId, describedBy }: ParcelSlipProps) {
  const oneAtATime = useOneAtATime();
  const download = useMutation({
    mutationFn: () => downloadFile(`/api/orders/${orderId}/packing-slip.pdf?parcel=${parcelId}`, "packing-slip.pdf"),
    onSuccess: () => notify.withdrawErrors(),
    onError: (error) => notify.error(messageOf(error, "The slip could not be made. Please try again.")),
  });
  return (
    <Button
      variant="default"
      aria-describedby={describedBy}
      aria-disabled={download.isPending || undefined}
      onClick={() => oneAtATime(() => download.mutateAsync())}
    >
      {download.isPending ? "Preparing…" : "Packing slip"}
    </Button>
  );
}

const reportTexts: Record<TrackerStatus, string> = {
  waiting: "PayPal will be told about this parcel soon.",
  sent: "PayPal knows about this parcel.",
  refused: "PayPal did not accept this parcel. The customer still sees it here.",
  failed: "PayPal could not be told about this parcel. The customer still sees it here.",
};
