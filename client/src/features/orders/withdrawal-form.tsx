import "@mantine/core/styles/Input.layer.css";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { orderNumberPattern, orderNumberRule } from "@shop/shared/order/order-number";
import { withdrawnGoodsLength } from "@shop/shared/shop";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import type { WithdrawalFields } from "./withdrawal-fields.ts";
import classes from "./withdrawal-form.module.css";

/** What the server refuses too. By hand, because the library of schemas is larger than this screen. */
const rules = {
  orderNumber: (value: string) => (orderNumberPattern.test(value.trim()) ? null : orderNumberRule),
  email: (value: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : "Email is not valid"),
};

/** Withdraws from the contract of an order in two steps: the order, then the confirmation. */
export function WithdrawalForm({ known }: { known: WithdrawalFields }) {
  const [entered, setEntered] = useState<WithdrawalFields>();
  const [answer, setAnswer] = useState<string>();
  const [start, setStart] = useState(known);
  const withdraw = trpc.order.withdraw.useMutation({ onSuccess: ({ message }) => setAnswer(message) });
  if (answer !== undefined && entered !== undefined) {
    return (
      <Step title="Your withdrawal is with us">
        <StateAlert tone="success">{answer}</StateAlert>
        <Entered {...entered} />
        <p className={classes.more}>
          No mail? Look into your spam folder, and check the order number above. You can declare it again at any time.
        </p>
      </Step>
    );
  }
  if (entered === undefined) return <OrderStep known={start} onEntered={setEntered} />;
  return (
    <ConfirmStep
      entered={entered}
      isSending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutateAsync(entered)}
      onBack={() => {
        withdraw.reset();
        setStart(entered);
        setEntered(undefined);
      }}
    />
  );
}

type OrderStepProps = { known: WithdrawalFields; onEntered: (fields: WithdrawalFields) => void };

function OrderStep({ known, onEntered }: OrderStepProps) {
  const form = useForm({ initialValues: known, validate: rules, enhanceGetInputProps: validateOnBlur });
  return (
    <>
      <p>Tell us which order you withdraw from. You need no account, and you need not give a reason.</p>
      <form
        noValidate
        className={classes.fields}
        onSubmit={form.onSubmit(
          ({ orderNumber, email, goods }) =>
            onEntered({ orderNumber: orderNumber.trim(), email: email.trim(), goods: goods.trim() }),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <TextInput
          label="Order number"
          description="It is on your receipt and in every mail about the order, such as 1a2b3."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.getInputProps("orderNumber")}
        />
        <TextInput
          label="Email"
          description="The one that you ordered with."
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps("email")}
        />
        <Textarea
          label="Only a part of it? (optional)"
          description="Name the products and how many. Empty means the whole order."
          rows={2}
          maxLength={withdrawnGoodsLength}
          {...form.getInputProps("goods")}
        />
        <Button type="submit" fullWidth>
          Continue
        </Button>
      </form>
    </>
  );
}

type ConfirmStepProps = {
  entered: WithdrawalFields;
  isSending: boolean;
  error: unknown;
  onConfirm: () => Promise<unknown>;
  onBack: () => void;
};

function ConfirmStep({ entered, isSending, error, onConfirm, onBack }: ConfirmStepProps) {
  const oneAtATime = useOneAtATime();
  return (
    <Step title="Is this right?">
      <p>
        {entered.goods === ""
          ? "I withdraw from the contract about this order:"
          : "I withdraw from the contract about a part of this order:"}
      </p>
      <Entered {...entered} />
      {error !== null && (
        <StateAlert tone="danger">
          {messageOf(error, "Your withdrawal could not be sent. Please try again.")}
        </StateAlert>
      )}
      <div className={classes.buttons}>
        <Button fullWidth aria-disabled={isSending || undefined} onClick={() => oneAtATime(onConfirm)}>
          {isSending ? "Sending…" : "Confirm withdrawal"}
        </Button>
        <Button fullWidth variant="default" onClick={onBack}>
          Change
        </Button>
      </div>
    </Step>
  );
}

/** A step after the first, whose heading gets the focus. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.fields}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Entered({ orderNumber, email, goods }: WithdrawalFields) {
  return (
    <dl className={classes.entered}>
      <div>
        <dt>Order number</dt>
        <dd>{orderNumber}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      {goods !== "" && (
        <div>
          <dt>Products</dt>
          <dd>{goods}</dd>
        </div>
      )}
    </dl>
  );
}
