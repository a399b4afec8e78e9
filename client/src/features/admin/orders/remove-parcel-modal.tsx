import type { Order } from "@shop/shared/order/order";
import type { Parcel } from "@shop/shared/order/parcel";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";

type RemoveParcelModalProps = {
  order: Order;
  parcel: Parcel;
  isOpen: boolean;
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks before a parcel is removed. */
export function RemoveParcelModal({ order, parcel, isOpen, onClose, onRemoved }: RemoveParcelModalProps) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
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
  if (!isOpen) return null;
  return (
    <ConfirmDialog
      question="Remove this parcel?"
      about={`${parcel.carrierName} ${parcel.trackingNumber}`}
      consequence="The customer no longer sees it."
      yes="Remove parcel"
      isDanger
      onAnswer={(isYes) => {
        onClose();
        if (isYes) remove.mutate({ id: parcel._id });
      }}
    />
  );
}
