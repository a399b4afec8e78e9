import "@mantine/core/styles/NumberInput.layer.css";
import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { currencySign, shopMoney } from "@shop/shared/currency";
import { formatMoney, fromWire } from "@shop/shared/money";
import { refundReasonLength } from "@shop/shared/shop";
import { messageOf } from "../../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { ProductImage } from "../../../../ui/product-image.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { DividedList } from "../../parts/divided-list.tsx";
import { LeaveDialog } from "../../parts/leave-dialog.tsx";
import classes from "../../parts/product-finder.module.css";
import { HandLines } from "../by-hand/hand-lines.tsx";
import { hasOwnPrice } from "../by-hand/hand-values.ts";
import { MethodChoice } from "../by-hand/method-choice.tsx";
import { useMarkedForm } from "../by-hand/use-marked-form.ts";
import { payerText } from "../payment-words.ts";
import { UnitFields } from "../unit-fields.tsx";
import { ExchangeSums } from "./exchange-sums.tsx";
import { type EnteredExchange, type ExchangeProps, useExchange } from "./use-exchange.ts";

/** Takes goods of an order back, and sends others for them. */
export function ExchangeGoods(props: ExchangeProps) {
  const entered = useExchange(props);
  const { values, set, setText, errors, quote } = entered;
  const form = useMarkedForm(entered.refusals);
  const known = quote.data?.lines ?? [];
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
        <AdminPanel title="What comes back">
          {props.returnId === undefined ? (
            <ChosenUnits entered={entered} lines={props.exchangeable.lines} />
          ) : (
            <ArrivedLines lines={props.exchangeable.lines} />
          )}
        </AdminPanel>
        <HandLines
          title="What is sent for it"
          lines={values.lines}
          onChange={(lines) => set({ lines })}
          stockOf={(product) => known.find((line) => line.product === product)?.stock}
          errors={errors}
        />
        <Delivery entered={entered} />
        <AdminPanel title="To the customer">
          <Textarea
            label="Reason"
            description="The customer sees this reason."
            rows={2}
            maxLength={refundReasonLength}
            required
            value={values.texts.reason}
            onChange={({ currentTarget }) => setText("reason", currentTarget.value)}
            error={errors.reason}
          />
          {values.lines.some(hasOwnPrice) && (
            <TextInput
              label="Reason of your own prices"
              description="For administrators only."
              maxLength={200}
              required
              value={values.texts.priceReason}
              onChange={({ currentTarget }) => setText("priceReason", currentTarget.value)}
              error={errors.priceReason}
            />
          )}
        </AdminPanel>
        <ExchangeSums quote={quote} isComplete={entered.isComplete} amount={entered.amount}>
          <Amount entered={entered} refundable={props.exchangeable.refundable} />
        </ExchangeSums>
        {restOf(entered) > 0 && <Payment entered={entered} />}
        <Acts entered={entered} />
      </Stack>
      <LeaveDialog held={entered.held} />
    </form>
  );
}

/** What the customer has to pay, in cents; less than 0 for what goes back. */
function restOf({ quote, amount }: Pick<EnteredExchange, "quote" | "amount">): number {
  return (fromWire(quote.data?.totalPrice ?? 0) ?? 0) - (fromWire(Number(amount)) ?? 0);
}

type Lines = ExchangeProps["exchangeable"]["lines"];

function ChosenUnits({
  entered: { values, set, badUnits, errors },
  lines,
}: {
  entered: EnteredExchange;
  lines: Lines;
}) {
  return (
    <UnitFields
      legend="Units that are not sent"
      hint="They go back into the stock."
      lines={lines}
      propsOf={(product) => ({
        value: values.units[product] ?? 0,
        onChange: (value) => set({ units: { ...values.units, [product]: value } }),
        error: badUnits[product],
      })}
      error={errors.items}
      onAll={() => set({ units: Object.fromEntries(lines.map(({ product, qty }) => [product, qty])) })}
    />
  );
}

function ArrivedLines({ lines }: { lines: Lines }) {
  return (
    <DividedList>
      {lines.map(({ product, name, image, qty }) => (
        <Group key={product} component="li" py="sm" gap="sm">
          <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
          <Text flex="1 1 12rem" miw={0} style={{ overflowWrap: "anywhere" }}>
            {qty} × {name}
          </Text>
        </Group>
      ))}
    </DividedList>
  );
}

function Delivery({ entered: { values, set, quote, errors } }: { entered: EnteredExchange }) {
  return (
    <AdminPanel title="Delivery">
      <Checkbox
        label="The shop bears the delivery"
        description="It goes to the address of the order."
        checked={values.isDeliveryFree}
        onChange={({ currentTarget: { checked } }) => set({ isDeliveryFree: checked })}
      />
      {!values.isDeliveryFree && (
        <MethodChoice
          quote={quote.data}
          chosen={values.method}
          onChoose={(method) => set({ method })}
          error={errors.deliveryMethod}
        />
      )}
    </AdminPanel>
  );
}

function Amount({ entered, refundable }: { entered: EnteredExchange; refundable: number }) {
  const { amount, set, quote, errors } = entered;
  const due = quote.data?.due;
  const isDue = due === undefined || Number(amount) === due;
  return (
    <NumberInput
      label="For what comes back"
      description={isDue ? `Up to ${formatMoney(refundable)} was paid.` : `${formatMoney(due)} is due for it.`}
      maw="24rem"
      decimalScale={shopMoney().decimals}
      fixedDecimalScale
      hideControls
      leftSection={currencySign()}
      inputMode="decimal"
      required
      value={amount}
      onChange={(value) => set({ amount: value })}
      error={errors.amount}
    />
  );
}

function Payment({ entered: { values, set, setText, paymentMethods, errors } }: { entered: EnteredExchange }) {
  return (
    <AdminPanel title="Payment of the rest">
      <NativeSelect
        label="Paid by"
        value={values.payment}
        onChange={({ currentTarget: { value } }) =>
          set({ payment: paymentMethods.find((each) => each === value) ?? "received" })
        }
        data={[
          ...paymentMethods.map((each) => ({ value: each, label: payerText(each) })),
          { value: "received", label: "It is paid already, by cash or transfer" },
        ]}
        error={errors.paymentMethod}
      />
      {values.payment === "received" ? (
        <TextInput
          label="Entry"
          description="Such as Cash, or the number of the entry at your bank."
          required
          maxLength={100}
          value={values.texts.reference}
          onChange={({ currentTarget }) => setText("reference", currentTarget.value)}
          error={errors["received.reference"]}
        />
      ) : (
        <Text c="dimmed">The customer gets a mail with a link to the new order, where it can be paid.</Text>
      )}
    </AdminPanel>
  );
}

/** The fields that say themselves what is wrong with them. */
const marked = /^(items|orderItems|priceReason|reason|amount|deliveryMethod|paymentMethod|received)/;

function Acts({ entered: { failure, errors, badUnits, isSaving, isPricing } }: { entered: EnteredExchange }) {
  const paths = [...Object.keys(errors), ...Object.keys(badUnits)];
  const isMarked = paths.length > 0 && Object.keys(errors).every((path) => marked.test(path));
  return (
    <>
      {isMarked && <ErrorAlert message="Please check the marked fields." />}
      {!isMarked && failure !== null && <ErrorAlert message={messageOf(failure, "Nothing was exchanged.")} />}
      <Group gap="sm">
        <Button type="submit" aria-disabled={isSaving || isPricing || undefined}>
          {isSaving ? "Exchanging…" : "Exchange"}
        </Button>
      </Group>
    </>
  );
}
