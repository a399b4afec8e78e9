import { Button, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import type { Order } from "@shop/shared/order/order";
import { type NewParcel, newParcelSchema, type Parcel } from "@shop/shared/order/parcel";
import { type RefObject, useState } from "react";
import { useUntilDone } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
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
  const isSending = add.isPending || change.isPending;
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <Dialog
      title={isNew ? "Add a parcel" : "Change the parcel"}
      hasCloseButton
      isOpen={isOpen}
      onClose={close}
      fallbackFocus={fallbackFocus}
    >
      <ParcelForm
        parcel={parcel}
        isSending={isSending}
        onCancel={close}
        onSave={(values) =>
          parcel === null
            ? add.mutateAsync({ id: order._id, ...values })
            : change.mutateAsync({ id: parcel._id, version: parcel.version, ...values })
        }
      />
    </Dialog>
  );
}

const checkParcel = schemaResolver(newParcelSchema, { sync: true });

type ParcelFormProps = {
  parcel: Parcel | null;
  isSending: boolean;
  onCancel: () => void;
  onSave: (values: NewParcel) => Promise<unknown>;
};

function ParcelForm({ parcel, isSending, onCancel, onSave }: ParcelFormProps) {
  const untilDone = useUntilDone();
  const [failure, setFailure] = useState<string | null>(null);
  const initialValues: NewParcel = { carrier: parcel?.carrier ?? "ups", trackingNumber: parcel?.trackingNumber ?? "" };
  const form = useForm({
    initialValues,
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: checkParcel,
  });

  async function send(values: NewParcel): Promise<boolean> {
    setFailure(null);
    try {
      await onSave(values);
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
      setFailure(messageOf(error, "The parcel could not be saved. Nothing was changed. Please try again."));
      return false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => untilDone(() => send(values)),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Stack gap="md">
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
        />
        {failure !== null && <ErrorAlert message={failure} />}
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSending || undefined}>
            {isSending ? "Saving…" : parcel === null ? "Add parcel" : "Save"}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
