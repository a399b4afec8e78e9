import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Order } from "@shop/shared/order/order";
import { carrierOf } from "@shop/shared/order/recognise-carrier";
import { unsentUnits } from "@shop/shared/order/unsent-units";
import { parcelsMax } from "@shop/shared/shop";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { CarrierSelect } from "./carrier-select.tsx";
import { enteredParcels, leavesRest, packedItems, type ShipValues, shipSchemaFor } from "./ship-values.ts";
import { UnitFields, type UnitLine } from "./unit-fields.tsx";
import { useOrderChanged } from "./use-order-changed.ts";
import { useOrderMoney } from "./use-order-money.ts";

type ShipDialogProps = {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus once the step's button is gone. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** What is sent of an order: the codes of gift cards go by mail. */
function sentLines<Line extends { product: string }>({ orderItems }: Order, lines: readonly Line[]): Line[] {
  const cards = new Set(orderItems.flatMap(({ product, isGiftCard }) => (isGiftCard === true ? [product] : [])));
  return lines.filter(({ product }) => !cards.has(product));
}

const emptyParcel = { carrier: "ups", trackingNumber: "" } as const;

/** Asks for the parcels of an order before it is shipped, as a whole or in part, and before its customer is told. */
export function ShipDialog({ order, isOpen, onClose, fallbackFocus }: ShipDialogProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const money = useOrderMoney(order._id);
  const advance = trpc.admin.orders.advance.useMutation({ onSettled: refresh });
  const addParcel = trpc.admin.orders.addParcel.useMutation({ onSettled: refresh });
  const unsent = unsentUnits(sentLines(order, money.data?.restockable ?? []), order.parcels);
  const ship = async (values: ShipValues) => {
    const { notifyCustomer } = values;
    const [first, ...others] = enteredParcels(values);
    if (values.isPart && first !== undefined) {
      const after = await addParcel.mutateAsync({
        id: order._id,
        ...first,
        items: packedItems(values.items),
        notifyCustomer,
      });
      changed(after, after.isShipped ? "Order shipped" : "A part of the order was shipped");
    } else {
      const parcels = first === undefined ? [] : [first, ...others];
      const sent = { id: order._id, to: "shipped" as const, notifyCustomer };
      const { order: after, isRepeat } = await advance.mutateAsync({
        ...sent,
        ...(parcels.length > 0 && { parcels }),
      });
      changed(after, isRepeat ? "This order was shipped already" : "Order shipped");
    }
    onClose();
  };
  return (
    <FormDialog<ShipValues>
      title={`Ship order ${order._id.slice(-5)}`}
      size="34rem"
      initialValues={{ isPart: false, parcels: [emptyParcel], items: {}, notifyCustomer: true }}
      schema={shipSchemaFor(unsent)}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={ship}
      saveLabel={(values) => (leavesRest(values, unsent) ? "Ship this part" : "Mark As Shipped")}
      savingLabel="Marking…"
      failed="Nothing was changed. Please try again."
    >
      {(form) => <ShipFields form={form} order={order} unsent={unsent} />}
    </FormDialog>
  );
}

type ShipFieldsProps = { form: UseFormReturnType<ShipValues>; order: Order; unsent: readonly UnitLine[] };

function ShipFields({ form, order, unsent }: ShipFieldsProps) {
  const { isPart, parcels } = form.values;
  const units = unsent.reduce((sum, { qty }) => sum + qty, 0);
  const isRest = order.isPartlyShipped;
  return (
    <>
      <Text c="dimmed">
        {isRest ? `${units} ${units === 1 ? "unit is" : "units are"} left to be sent. ` : ""}
        With a tracking number, the customer can follow the parcel. You can also add it later.
      </Text>
      {units > 1 && (
        <Checkbox
          label="Send only a part of it now"
          description="The order is shipped once the rest is sent."
          {...form.getInputProps("isPart", { type: "checkbox" })}
          onChange={({ currentTarget: { checked } }) => {
            form.setFieldValue("isPart", checked);
            // A part is one parcel.
            if (checked) form.setFieldValue("parcels", parcels.slice(0, 1));
          }}
        />
      )}
      {isPart && (
        <UnitFields
          legend="In this parcel"
          hint="Count the units that you send now."
          lines={unsent}
          propsOf={(product) => ({
            ...form.getInputProps(`items.${product}`),
            onChange: (value: number | string) => {
              form.setFieldValue(`items.${product}`, value);
              form.clearFieldError("items");
            },
          })}
          error={form.errors.items}
          onAll={() => {
            form.setFieldValue("items", Object.fromEntries(unsent.map(({ product, qty }) => [product, qty])));
            form.clearFieldError("items");
          }}
        />
      )}
      {parcels.map((_parcel, place) => (
        <ParcelFields key={form.key(`parcels.${place}`)} form={form} place={place} />
      ))}
      {!isPart && parcels.length + order.parcels.length < parcelsMax && (
        <Button
          variant="default"
          mr="auto"
          onClick={() => {
            const { carrier } = parcels.at(-1) ?? emptyParcel;
            form.insertListItem("parcels", { carrier, trackingNumber: "" });
          }}
        >
          Add another parcel
        </Button>
      )}
      <Checkbox
        label={`Tell ${order.user.name} by mail`}
        {...form.getInputProps("notifyCustomer", { type: "checkbox" })}
      />
    </>
  );
}

type ParcelFieldsProps = { form: UseFormReturnType<ShipValues>; place: number };

function ParcelFields({ form, place }: ParcelFieldsProps) {
  const { parcels } = form.values;
  const name = parcels.length === 1 ? "" : ` of parcel ${place + 1}`;
  const path = `parcels.${place}`;
  return (
    <Stack gap="sm">
      <TextInput
        label={`Tracking number${name}`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        // Whoever asks for another parcel wants to fill it in.
        autoFocus={place > 0}
        {...(place === 0 && { "data-autofocus": true })}
        {...form.getInputProps(`${path}.trackingNumber`)}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue(`${path}.trackingNumber`, value);
          const carrier = carrierOf(value);
          if (carrier !== null) form.setFieldValue(`${path}.carrier`, carrier);
        }}
      />
      <CarrierSelect label={`Carrier${name}`} {...form.getInputProps(`${path}.carrier`)} />
      {parcels.length > 1 && (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            aria-label={`Remove the fields${name}`}
            onClick={() => form.removeListItem("parcels", place)}
          >
            Remove
          </Button>
        </Group>
      )}
    </Stack>
  );
}
