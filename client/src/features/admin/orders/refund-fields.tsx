import { currencySign, shopMoney } from "@shop/shared/currency";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Fieldset.layer.css";
import { Button, Fieldset, NumberInput, Stack, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { formatMoney, wireText } from "@shop/shared/money";
import type { RestockableLine } from "@shop/shared/order/refund";
import { refundReasonLength } from "@shop/shared/shop";
import { type FormEventHandler, useEffect, useId } from "react";
import { DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import type { RefundValues } from "./refund-values.ts";

type RefundFieldsProps = {
  form: UseFormReturnType<RefundValues>;
  refundable: number;
  restockable: readonly RestockableLine[];
  failure: string | null;
  onCancel: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
};

/** The amount, the reason and the units to restock. */
export function RefundFields({ form, refundable, restockable, failure, onCancel, onSubmit }: RefundFieldsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
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
          decimalScale={shopMoney().decimals}
          fixedDecimalScale
          thousandSeparator=","
          clampBehavior="none"
          leftSection={currencySign()}
          rightSection={
            <Button variant="subtle" onClick={() => form.setFieldValue("amount", wireText(refundable))}>
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
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Continue</Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function RestockFields({ form, restockable }: Pick<RefundFieldsProps, "form" | "restockable">) {
  const id = useId();
  const { restock: error } = form.errors;
  return (
    <Fieldset
      legend="Put units back into stock"
      bg="none"
      bd="1px solid var(--shop-panel-edge)"
      p="md"
      mx={0}
      aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}
    >
      <Stack gap="sm">
        <Text id={`${id}-hint`} c="dimmed">
          Count only units that can be sold again.
        </Text>
        {restockable.map(({ product, name, qty }) => (
          <NumberInput
            key={product}
            label={
              <>
                {name}{" "}
                <Text span inherit c="dimmed">
                  of {qty}
                </Text>
              </>
            }
            min={0}
            max={qty}
            clampBehavior="none"
            hideControls
            inputMode="numeric"
            {...form.getInputProps(`restock.${product}`)}
          />
        ))}
        <Button
          variant="default"
          mr="auto"
          onClick={() =>
            form.setFieldValue("restock", Object.fromEntries(restockable.map(({ product, qty }) => [product, qty])))
          }
        >
          All units
        </Button>
        {error !== undefined && (
          <Text id={`${id}-error`} c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
