import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { OpenDraft } from "@shop/shared/order/order-draft";
import { messageLength } from "@shop/shared/order/order-message";
import { hasRegion } from "@shop/shared/terms-of-sale/regions";
import { messageOf } from "../../../../lib/request-failure.ts";
import { AddressFields } from "../../../../ui/address-fields.tsx";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { LeaveDialog } from "../../parts/leave-dialog.tsx";
import { Permitted } from "../../parts/permitted.tsx";
import { usePermissions } from "../../parts/use-permissions.ts";
import { payerText } from "../payment-words.ts";
import { CustomerChoice } from "./customer-choice.tsx";
import { HandLines } from "./hand-lines.tsx";
import { HandTotals } from "./hand-totals.tsx";
import { canBePriced, discounted, hasOwnPrice } from "./hand-values.ts";
import { MethodChoice } from "./method-choice.tsx";
import classes from "./order-by-hand.module.css";
import { useMarkedForm } from "./use-marked-form.ts";
import { type EnteredOrder, useOrderByHand } from "./use-order-by-hand.ts";

/** An order that an administrator enters, for somebody who has phoned or stands in the shop. */
export function OrderByHand({ draft }: { draft?: OpenDraft }) {
  const entered = useOrderByHand(draft);
  const { quote, errors, set } = entered;
  const { lines, texts } = entered.values;
  const found = quote.data?.lines ?? [];
  const form = useMarkedForm(entered.refusals);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entered.submit();
      }}
    >
      <Stack gap={20}>
        <CustomerChoice
          customer={entered.values.customer}
          onChoose={(customer) => set({ customer })}
          guest={entered.values.guest}
          onGuest={(guest) => set({ guest })}
          errors={errors}
        />
        <HandLines
          lines={lines}
          onChange={(changed) => set({ lines: changed })}
          stockOf={(product) => found.find((line) => line.product === product)?.stock}
          errors={errors}
        />
        {lines.length > 0 && (
          <Permitted to="orders.refund">
            <OwnPrices entered={entered} />
          </Permitted>
        )}
        <DeliveryPanel entered={entered} />
        <PaymentPanel entered={entered} />
        <AdminPanel title="Note">
          <Textarea
            label="Note (optional)"
            description="For administrators only."
            rows={2}
            maxLength={messageLength}
            value={texts.note}
            onChange={({ currentTarget }) => entered.setText("note", currentTarget.value)}
          />
        </AdminPanel>
        <HandTotals quote={quote} isComplete={canBePriced(lines)} />
        <Acts entered={entered} />
      </Stack>
      <LeaveDialog held={entered.held} />
    </form>
  );
}

/** The fields that say themselves what is wrong with them. */
const marked =
  /^(customer|orderItems|priceReason|deliveryMethod|taxNumber|paymentMethod|received|counter|shippingAddress)/;

function Acts({ entered: { failure, errors, isPlacing, drafting } }: { entered: EnteredOrder }) {
  const paths = Object.keys(errors);
  const isMarked = paths.length > 0 && paths.every((path) => marked.test(path));
  const words = messageOf(failure, "The order was not entered. Please try again.");
  return (
    <>
      {isMarked && <ErrorAlert message="Please check the marked fields." />}
      {!isMarked && failure !== null && <ErrorAlert message={words} />}
      {drafting.failure !== undefined && <ErrorAlert message={drafting.failure} />}
      <Group gap="sm">
        <Button type="submit" aria-disabled={isPlacing || undefined}>
          {isPlacing ? "Entering…" : "Enter this order"}
        </Button>
        <Button variant="default" aria-disabled={drafting.isSaving || undefined} onClick={drafting.save}>
          {drafting.isSaving ? "Saving…" : "Save as a draft"}
        </Button>
      </Group>
    </>
  );
}

/** A discount on all items, and why the prices are not those of the catalog. */
function OwnPrices({ entered: { values, set, setText, errors } }: { entered: EnteredOrder }) {
  const { lines, texts } = values;
  return (
    <AdminPanel title="Own prices">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label="Percent off all items"
          description="Fills in the own prices."
          min={0}
          max={100}
          decimalScale={1}
          suffix=" %"
          onChange={(value) => set({ lines: discounted(lines, Number(value)) })}
        />
        <TextInput
          label="Reason"
          description="Needed with own prices."
          maxLength={200}
          required={lines.some(hasOwnPrice)}
          value={texts.priceReason}
          onChange={({ currentTarget }) => setText("priceReason", currentTarget.value)}
          error={errors.priceReason}
        />
      </SimpleGrid>
    </AdminPanel>
  );
}

function DeliveryPanel({ entered }: { entered: EnteredOrder }) {
  const { address, rules, values, set, setText, errors } = entered;
  const may = usePermissions();
  return (
    <AdminPanel title="Delivery">
      {may("orders.refund") && (
        <Checkbox
          label="Taken along at once"
          description="A sale at the counter: paid, handed over, without delivery."
          checked={values.isCounterSale}
          onChange={({ currentTarget: { checked } }) =>
            set({ isCounterSale: checked, ...(checked && { payment: "received" as const }) })
          }
        />
      )}
      {values.isCounterSale ? (
        <CounterRegion entered={entered} />
      ) : (
        <>
          <AddressFields form={address} pairClass={classes.pair} rules={rules} />
          <MethodChoice
            quote={entered.quote.data}
            chosen={values.method}
            onChoose={(method) => set({ method })}
            error={errors.deliveryMethod}
          />
        </>
      )}
      {rules.areChecked && (
        <TextInput
          label="Tax number (optional)"
          maxLength={30}
          value={values.texts.taxNumber}
          onChange={({ currentTarget }) => setText("taxNumber", currentTarget.value)}
          error={errors.taxNumber}
        />
      )}
    </AdminPanel>
  );
}

/** The state or province of the shop, where addresses in its country have one. */
function CounterRegion({ entered: { rules, values, setText, errors } }: { entered: EnteredOrder }) {
  if (!hasRegion(rules.home)) return null;
  return (
    <TextInput
      label="State or Province"
      description="Where the shop is, for its taxes."
      value={values.texts.counterRegion}
      onChange={({ currentTarget }) => setText("counterRegion", currentTarget.value)}
      error={errors.counterRegion}
    />
  );
}

function PaymentPanel({ entered }: { entered: EnteredOrder }) {
  const { values, set, paymentMethods, setText, errors } = entered;
  const { payment, isCounterSale, texts } = values;
  const hasMail = values.customer !== null ? values.customer.email !== "" : values.guest.email.trim() !== "";
  const may = usePermissions();
  return (
    <AdminPanel title="Payment">
      {!isCounterSale && (
        <NativeSelect
          label="Paid by"
          value={payment}
          onChange={({ currentTarget: { value } }) =>
            set({ payment: paymentMethods.find((each) => each === value) ?? "received" })
          }
          data={[
            ...paymentMethods.map((each) => ({ value: each, label: payerText(each) })),
            ...(may("orders.refund") ? [{ value: "received", label: "It is paid already, by cash or transfer" }] : []),
          ]}
          error={errors.paymentMethod}
        />
      )}
      {payment === "received" ? (
        <TextInput
          label="Entry"
          description="Such as Cash, or the number of the entry at your bank."
          required
          maxLength={100}
          value={texts.reference}
          onChange={({ currentTarget }) => setText("reference", currentTarget.value)}
          error={errors["received.reference"]}
        />
      ) : (
        <Text c="dimmed">
          {hasMail
            ? "The customer gets a mail with a link to the order, where it can be paid."
            : "Without an email the customer gets no link to pay. Record the money on the order once it is there."}
        </Text>
      )}
    </AdminPanel>
  );
}
