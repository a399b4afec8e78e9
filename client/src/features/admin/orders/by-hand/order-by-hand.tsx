import { Button, NativeSelect, NumberInput, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { messageLength } from "@shop/shared/order/order-message";
import { messageOf } from "../../../../lib/request-failure.ts";
import { AddressFields } from "../../../../ui/address-fields.tsx";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { Permitted } from "../../parts/permitted.tsx";
import { usePermissions } from "../../parts/use-permissions.ts";
import { CustomerChoice } from "./customer-choice.tsx";
import { HandLines } from "./hand-lines.tsx";
import { HandTotals } from "./hand-totals.tsx";
import { canBePriced, discounted, hasOwnPrice } from "./hand-values.ts";
import { type EnteredOrder, useOrderByHand } from "./use-order-by-hand.ts";

/** An order that an administrator enters, for somebody who has phoned or stands in the shop. */
export function OrderByHand() {
  const entered = useOrderByHand();
  const { lines, quote, texts, errors, failure, isPlacing } = entered;
  const found = quote.data?.lines ?? [];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entered.submit();
      }}
    >
      <Stack gap={20}>
        <CustomerChoice
          customer={entered.customer}
          onChoose={entered.setCustomer}
          guest={entered.guest}
          onGuest={entered.setGuest}
          errors={errors}
        />
        <HandLines
          lines={lines}
          onChange={entered.setLines}
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
        {failure !== null && (
          <ErrorAlert message={messageOf(failure, "The order was not entered. Please try again.")} />
        )}
        <Button type="submit" mr="auto" aria-disabled={isPlacing || undefined}>
          {isPlacing ? "Entering…" : "Enter this order"}
        </Button>
      </Stack>
    </form>
  );
}

/** A discount on all items, and why the prices are not those of the catalog. */
function OwnPrices({ entered: { lines, setLines, texts, setText, errors } }: { entered: EnteredOrder }) {
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
          onChange={(value) => setLines(discounted(lines, Number(value)))}
        />
        <TextInput
          label="Reason"
          description="For administrators only. Needed with own prices."
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
  const { address, rules, quote, method, setMethod, texts, setText, errors } = entered;
  const methods = quote.data?.methods ?? [];
  return (
    <AdminPanel title="Delivery">
      <AddressFields form={address} pairClass="" rules={rules} />
      {methods.length > 1 && (
        <NativeSelect
          label="Delivery"
          value={method ?? quote.data?.method ?? ""}
          onChange={({ currentTarget: { value } }) => setMethod(value)}
          data={methods.map(({ id, name, price }) => ({
            value: id,
            label: `${name}, ${price === 0 ? "free" : formatMoney(price)}`,
          }))}
          error={errors.deliveryMethod}
        />
      )}
      {rules.areChecked && (
        <TextInput
          label="Tax number (optional)"
          maxLength={30}
          value={texts.taxNumber}
          onChange={({ currentTarget }) => setText("taxNumber", currentTarget.value)}
          error={errors.taxNumber}
        />
      )}
    </AdminPanel>
  );
}

function PaymentPanel({ entered }: { entered: EnteredOrder }) {
  const { payment, setPayment, paymentMethods, texts, setText, errors } = entered;
  const may = usePermissions();
  return (
    <AdminPanel title="Payment">
      <NativeSelect
        label="Paid by"
        value={payment}
        onChange={({ currentTarget: { value } }) =>
          setPayment(paymentMethods.find((each) => each === value) ?? "received")
        }
        data={[
          ...paymentMethods.map((each) => ({ value: each, label: `The customer, by ${each}` })),
          ...(may("orders.refund") ? [{ value: "received", label: "It is paid already, by cash or transfer" }] : []),
        ]}
        error={errors.paymentMethod}
      />
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
        <Text c="dimmed">The customer gets a mail with a link to the order, where it can be paid.</Text>
      )}
    </AdminPanel>
  );
}
