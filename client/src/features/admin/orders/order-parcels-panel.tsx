import { Anchor, Button, Flex, Group, Text } from "@mantine/core";
import type { Order } from "@shop/shared/order";
import { type Parcel, parcelsMax, type TrackerRecord, type TrackerStatus } from "@shop/shared/parcel";
import { useId, useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../admin-panel.tsx";
import { DividedList } from "../divided-list.tsx";
import { MissingModal } from "./missing-modal.ts";
import { useOrderRefresh } from "./use-order-refresh.ts";

const ParcelModal = lazyPart("parcel-modal", () => import("./parcel-modal.tsx").then((modal) => modal.ParcelModal), {
  failed: MissingModal,
});

/** The parcels of a shipped order, with what the payment provider knows of them, and the forms to correct them. */
export function OrderParcelsPanel({ order }: { order: Order }) {
  const [edited, setEdited] = useState<Parcel | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const section = useRef<HTMLElement>(null);
  const trackers = trpc.admin.orders.trackers.useQuery(
    { id: order._id },
    { ...cachedBriefly, enabled: order.parcels.length > 0 },
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
      {order.parcels.length < parcelsMax && (
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

type ParcelLineProps = {
  order: Order;
  parcel: Parcel;
  tracker: TrackerRecord | undefined;
  onChange: () => void;
  onRemoved: () => void;
};

function ParcelLine({ order, parcel, tracker, onChange, onRemoved }: ParcelLineProps) {
  const id = useId();
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const { ask, dialog } = useConfirm();
  const { carrierName, trackingNumber, trackingUrl } = parcel;
  const remove = trpc.admin.orders.removeParcel.useMutation({
    onSuccess: (after) => {
      notify.withdrawErrors();
      notify.success("Parcel removed");
      utils.order.byId.setData({ id: order._id }, after);
      onRemoved();
    },
    onError: (error) => notify.error(messageOf(error, "Delete failed")),
    onSettled: refresh,
  });
  async function confirmRemoval() {
    const isSure = await ask({
      question: "Remove this parcel?",
      about: `${carrierName} ${trackingNumber}`,
      consequence: "The customer no longer sees it.",
      yes: "Remove parcel",
      isDanger: true,
    });
    if (isSure) remove.mutate({ id: parcel._id });
  }
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
      {tracker !== undefined && (
        <Text fz="xs" lh="xs" c="dimmed">
          {reportTexts[tracker.status]}
          {tracker.detail !== null && ` (${tracker.detail})`}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <Button variant="default" aria-describedby={id} onClick={onChange}>
          Change…
        </Button>
        <Button variant="default" aria-describedby={id} onClick={() => void confirmRemoval()}>
          Remove…
        </Button>
      </Group>
      {dialog}
    </Flex>
  );
}

const reportTexts: Record<TrackerStatus, string> = {
  waiting: "PayPal will be told about this parcel soon.",
  sent: "PayPal knows about this parcel.",
  refused: "PayPal did not accept this parcel. The customer still sees it here.",
  failed: "PayPal could not be told about this parcel. The customer still sees it here.",
};
