import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import { Button, NumberInput, Stack, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { formatMoney } from "@shop/shared/money";
import type { RestockableLine } from "@shop/shared/refund";
import { refundReasonLength } from "@shop/shared/shop";
import { type FormEventHandler, useEffect, useId } from "react";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { ModalAnswers } from "../../../ui/form-modal.tsx";
import classes from "./refund-modal.module.css";
import type { RefundValues } from "./refund-values.ts";

type RefundFieldsProps = {
  form: UseFormReturnType<RefundValues>;
  refundable: number;
  restockable: readonly RestockableLine[];
  failure: string | null;
  onCancel: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
};

/** How much is refunded, why, and which units go back into the stock. */
export function RefundFields({ form, refundable, restockable, failure, onCancel, onSubmit }: RefundFieldsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields come or come back
  useEffect(() => {
    const bad = Object.keys(form.errors).map((field) => form.getInputNode(field));
    (bad.find((node) => node !== null) ?? form.getInputNode("amount"))?.focus();
  }, []);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <NumberInput
          label="Amount"
          description={`Up to ${formatMoney(refundable)} can be refunded.`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          allowNegative={false}
          decimalScale={2}
          fixedDecimalScale
          thousandSeparator=","
          clampBehavior="none"
          leftSection="$"
          rightSection={
            <Button variant="subtle" onClick={() => form.setFieldValue("amount", refundable.toFixed(2))}>
              Full amount
            </Button>
          }
          rightSectionWidth="9rem"
          inputMode="decimal"
          required
          data-autofocus
          {...form.getInputProps("amount")}
        />
        <Textarea
          label="Reason"
          description="The customer sees this reason."
          inputWrapperOrder={["label", "input", "description", "error"]}
          rows={2}
          maxLength={refundReasonLength}
          required
          {...form.getInputProps("reason")}
        />
        {restockable.length > 0 && <RestockFields form={form} restockable={restockable} />}
        {failure !== null && <ErrorAlert message={failure} />}
        <ModalAnswers>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Continue</Button>
        </ModalAnswers>
      </Stack>
    </form>
  );
}

function RestockFields({ form, restockable }: Pick<RefundFieldsProps, "form" | "restockable">) {
  const id = useId();
  const { restock: error } = form.errors;
  return (
    <fieldset className={classes.restock} aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}>
      <legend>Put units back into stock</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        Count only units that can be sold again.
      </p>
      {restockable.map(({ product, name, qty }) => (
        <div key={product} className={classes.line}>
          <label htmlFor={`${id}-${product}`} className={classes.name}>
            {name} <span className={classes.of}>of {qty}</span>
          </label>
          <NumberInput
            id={`${id}-${product}`}
            min={0}
            max={qty}
            allowNegative={false}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            inputMode="numeric"
            {...form.getInputProps(`restock.${product}`)}
          />
        </div>
      ))}
      <Button
        variant="default"
        className={classes.all ?? ""}
        onClick={() =>
          form.setFieldValue("restock", Object.fromEntries(restockable.map(({ product, qty }) => [product, qty])))
        }
      >
        All units
      </Button>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
