import { Checkbox, TextInput } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import { addParcelSchema, type Parcel } from "@shop/shared/order/parcel";
import { carrierOf } from "@shop/shared/order/recognise-carrier";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { CarrierSelect } from "./carrier-select.tsx";

type ParcelModalProps = {
  order: Order;
  /** The parcel to correct; a new one without it. */
  parcel: Parcel | null;
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus when the parcel and its button are gone. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Adds a parcel to a shipped order, or corrects one. */
export function ParcelModal({ order, parcel, isOpen, onClose, fallbackFocus }: ParcelModalProps) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const isNew = parcel === null;
  const onSuccess = (after: Order) => {
    notify.withdrawErrors();
    notify.success(isNew ? "Parcel added" : "Parcel updated");
    utils.order.byId.setData({ id: order._id }, after);
    onClose();
  };
  const add = trpc.admin.orders.addParcel.useMutation({ onSuccess, onSettled: refresh });
  const change = trpc.admin.orders.changeParcel.useMutation({ onSuccess, onSettled: refresh });
  const initialValues = {
    carrier: parcel?.carrier ?? ("ups" as const),
    trackingNumber: parcel?.trackingNumber ?? "",
    notifyCustomer: true,
  };
  return (
    <FormDialog
      title={isNew ? "Add a parcel" : "Change the parcel"}
      initialValues={initialValues}
      schema={addParcelSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ notifyCustomer, ...values }) =>
        parcel === null
          ? add.mutateAsync({ id: order._id, ...values, notifyCustomer })
          : change.mutateAsync({ id: parcel._id, version: parcel.version, ...values })
      }
      saveLabel={isNew ? "Add parcel" : "Save"}
      failed="The parcel could not be saved. Nothing was changed. Please try again."
    >
      {(form) => (
        <>
          <CarrierSelect label="Carrier" {...form.getInputProps("carrier")} />
          <TextInput
            label="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            required
            data-autofocus
            {...form.getInputProps("trackingNumber")}
            onChange={({ currentTarget: { value } }) => {
              form.setFieldValue("trackingNumber", value);
              const carrier = carrierOf(value);
              if (carrier !== null) form.setFieldValue("carrier", carrier);
            }}
          />
          {isNew && (
            <Checkbox
              label={`Tell ${order.user.name} by mail`}
              {...form.getInputProps("notifyCustomer", { type: "checkbox" })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
