import { currencySign, shopMoney } from "@shop/shared/currency";
import "@mantine/core/styles/NumberInput.layer.css";
import { Button, Checkbox, NumberInput, Stack, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { formatMoney, wireText } from "@shop/shared/money";
import type { RestockableLine } from "@shop/shared/order/refund";
import { refundReasonLength } from "@shop/shared/shop";
import { type FormEventHandler, useEffect } from "react";
import { DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import type { RefundValues } from "./refund-values.ts";
import { UnitFields } from "./unit-fields.tsx";

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
        <Checkbox
          label="Give it as credit"
          description="The customer can spend it on orders at once, and no money goes back. It needs an account."
          {...form.getInputProps("asCredit", { type: "checkbox" })}
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
  return (
    <UnitFields
      legend="Put units back into stock"
      hint="Count only units that can be sold again."
      lines={restockable}
      propsOf={(product) => form.getInputProps(`restock.${product}`)}
      error={form.errors.restock}
      onAll={() =>
        form.setFieldValue("restock", Object.fromEntries(restockable.map(({ product, qty }) => [product, qty])))
      }
    />
  );
}
