import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { formatMoney, fromWire, toWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { OrderEdits } from "@shop/shared/order/order-edit";
import { messageLength } from "@shop/shared/order/order-message";
import { messageOf } from "../../../../lib/request-failure.ts";
import { AddressFields } from "../../../../ui/address-fields.tsx";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { StateAlert } from "../../../../ui/state-alert.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { LeaveDialog } from "../../parts/leave-dialog.tsx";
import { Permitted } from "../../parts/permitted.tsx";
import { HandLines } from "../by-hand/hand-lines.tsx";
import { HandTotals, SumRow } from "../by-hand/hand-totals.tsx";
import { canBePriced, hasOwnPrice } from "../by-hand/hand-values.ts";
import { MethodChoice } from "../by-hand/method-choice.tsx";
import classes from "../by-hand/order-by-hand.module.css";
import { useMarkedForm } from "../by-hand/use-marked-form.ts";
import { useOrderEdit } from "./use-order-edit.ts";

type EditOrderProps = { order: Order; edits: OrderEdits };

type EnteredEdit = ReturnType<typeof useOrderEdit>;

/** Changes what an unpaid order has, and where an order goes that was not sent. */
export function EditOrder({ order, edits }: EditOrderProps) {
  const entered = useOrderEdit(order, edits);
  const { values, set, setText, errors, quote } = entered;
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
        {edits.refusal !== null && <StateAlert tone="info">{edits.refusal}</StateAlert>}
        {edits.scope === "all" && <Lines entered={entered} />}
        <AdminPanel title="Delivery">
          <AddressFields form={entered.address} pairClass={classes.pair} rules={entered.rules} />
          {edits.scope === "all" && (
            <MethodChoice
              quote={quote.data}
              chosen={values.method}
              onChoose={(method) => set({ method })}
              error={errors.deliveryMethod}
            />
          )}
        </AdminPanel>
        <AdminPanel title="Words to the customer">
          <Textarea
            label="Why (optional)"
            description="The customer gets a mail with them, and with what is to pay."
            rows={3}
            maxLength={messageLength}
            value={values.texts.words}
            onChange={({ currentTarget }) => setText("words", currentTarget.value)}
            error={errors.words}
          />
        </AdminPanel>
        {edits.scope === "all" && (
          <HandTotals quote={quote} isComplete={canBePriced(values.lines)}>
            {quote.data !== undefined && <Difference before={order.totalPrice} after={quote.data.totalPrice} />}
          </HandTotals>
        )}
        <Acts entered={entered} />
      </Stack>
      <LeaveDialog held={entered.held} />
    </form>
  );
}

function Lines({ entered: { values, set, setText, errors, quote } }: { entered: EnteredEdit }) {
  const known = quote.data?.lines ?? [];
  return (
    <>
      <HandLines
        lines={values.lines}
        onChange={(lines) => set({ lines })}
        stockOf={(product) => known.find((line) => line.product === product)?.stock}
        errors={errors}
      />
      {values.lines.some(hasOwnPrice) && (
        <Permitted to="orders.refund">
          <AdminPanel title="Own prices">
            <TextInput
              label="Reason"
              description="The customer is told it."
              maxLength={200}
              required
              value={values.texts.priceReason}
              onChange={({ currentTarget }) => setText("priceReason", currentTarget.value)}
              error={errors.priceReason}
            />
          </AdminPanel>
        </Permitted>
      )}
    </>
  );
}

/** What the change means to the customer. */
function Difference({ before, after }: { before: number; after: number }) {
  const more = toWire((fromWire(after) ?? 0) - (fromWire(before) ?? 0));
  return (
    <>
      <SumRow name="Before" amount={formatMoney(before)} />
      {more === 0 ? (
        <SumRow name="Nothing more to pay" amount={formatMoney(0)} isStrong />
      ) : (
        <SumRow name={more > 0 ? "More to pay" : "Less to pay"} amount={formatMoney(Math.abs(more))} isStrong />
      )}
    </>
  );
}

/** The fields that say themselves what is wrong with them. */
const marked = /^(orderItems|priceReason|deliveryMethod|words|shippingAddress)/;

function Acts({ entered: { failure, errors, isSaving } }: { entered: EnteredEdit }) {
  const paths = Object.keys(errors);
  const isMarked = paths.length > 0 && paths.every((path) => marked.test(path));
  return (
    <>
      {isMarked && <ErrorAlert message="Please check the marked fields." />}
      {!isMarked && failure !== null && <ErrorAlert message={messageOf(failure, "The order was not changed.")} />}
      <Group gap="sm">
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? "Changing…" : "Change this order"}
        </Button>
      </Group>
    </>
  );
}
