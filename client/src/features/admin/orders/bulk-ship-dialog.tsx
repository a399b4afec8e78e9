import { Checkbox, Text, TextInput } from "@mantine/core";
import type { OrderRow } from "@shop/shared/order/order-list";
import { type CarrierId, carrierIds, type NewParcel, newParcelSchema } from "@shop/shared/order/parcel";
import { carrierOf } from "@shop/shared/order/recognise-carrier";
import { type KeyboardEvent, useRef } from "react";
import { z } from "zod";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { CarrierSelect } from "./carrier-select.tsx";

type Values = {
  /** Of the numbers that name none by themselves. */
  carrier: CarrierId;
  /** The tracking numbers by order; empty for none. */
  numbers: Record<string, string>;
  notifyCustomer: boolean;
};

const schema = z
  .object({ carrier: z.enum(carrierIds), numbers: z.record(z.string(), z.string()), notifyCustomer: z.boolean() })
  .superRefine((values, context) => {
    for (const [order, trackingNumber] of entriesOf(values)) {
      const parsed = newParcelSchema.safeParse({ carrier: values.carrier, trackingNumber });
      if (parsed.success) continue;
      const message = parsed.error.issues[0]?.message ?? "Please correct this";
      context.addIssue({ code: "custom", path: ["numbers", order], message });
    }
  });

const entriesOf = ({ numbers }: Pick<Values, "numbers">) =>
  Object.entries(numbers).filter(([, number]) => number.trim() !== "");

type BulkShipment = { parcels: ({ order: string } & NewParcel)[]; notifyCustomer: boolean };

type BulkShipDialogProps = {
  orders: readonly OrderRow[];
  onClose: () => void;
  onShip: (shipment: BulkShipment) => Promise<unknown>;
};

/** Asks for the tracking numbers of several orders before they are shipped, and whether their customers are told. */
export function BulkShipDialog({ orders, onClose, onShip }: BulkShipDialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  const ship = async (values: Values) => {
    const parcels = entriesOf(values).map(([order, trackingNumber]) => {
      const carrier = carrierOf(trackingNumber) ?? values.carrier;
      return { order, ...newParcelSchema.parse({ carrier, trackingNumber }) };
    });
    await onShip({ parcels, notifyCustomer: values.notifyCustomer });
    onClose();
  };
  // Scanners press Enter after each number.
  function goToNext(event: KeyboardEvent, place: number): void {
    const next = fields.current?.querySelectorAll("input")[place + 1];
    if (event.key !== "Enter" || event.nativeEvent.isComposing || next === undefined) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <FormDialog<Values>
      title={`Ship ${orders.length} ${orders.length === 1 ? "order" : "orders"}`}
      size="34rem"
      initialValues={{
        carrier: "ups",
        numbers: Object.fromEntries(orders.map(({ _id }) => [_id, ""])),
        notifyCustomer: true,
      }}
      schema={schema}
      onClose={onClose}
      onSave={ship}
      saveLabel={`Mark ${orders.length} as shipped`}
      savingLabel="Marking…"
      failed="Nothing was changed. Please try again."
    >
      {(form) => (
        <>
          <Text c="dimmed">
            With a tracking number, a customer can follow the parcel. You can also add it later. This cannot be undone.
          </Text>
          <CarrierSelect
            label="Carrier"
            description="Of numbers that do not name their carrier by themselves."
            {...form.getInputProps("carrier")}
          />
          <div ref={fields} style={{ display: "grid", gap: "var(--mantine-spacing-sm)" }}>
            {orders.map((order, place) => (
              <TextInput
                key={order._id}
                label={`Order ${order._id.slice(-5)}, ${order.user.name}`}
                placeholder="Tracking number"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={100}
                {...(place === 0 && { "data-autofocus": true })}
                {...form.getInputProps(`numbers.${order._id}`)}
                onKeyDown={(event) => goToNext(event, place)}
              />
            ))}
          </div>
          <Checkbox
            label={orders.length === 1 ? "Tell the customer by mail" : "Tell the customers by mail"}
            {...form.getInputProps("notifyCustomer", { type: "checkbox" })}
          />
        </>
      )}
    </FormDialog>
  );
}
