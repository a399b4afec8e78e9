import { Fieldset, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type OrderReturns, returnWordsLength } from "@shop/shared/order/return";
import type { RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../lib/trpc.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notify } from "../../ui/notify.ts";
import "@mantine/core/styles/Fieldset.layer.css";

const lineSchema = z
  .object({ product: z.string(), qty: z.string(), reason: z.string(), words: z.string() })
  .refine(({ qty, reason }) => qty === "0" || reason !== "", { path: ["reason"], message: "Please choose why" });
const formSchema = z.object({
  lines: z.array(lineSchema),
  /** Where all lines together are refused. */
  all: z.string(),
});
const schema = formSchema.refine(({ lines }) => lines.some(({ qty }) => qty !== "0"), {
  path: ["all"],
  message: "Choose what you send back",
});
type Values = z.infer<typeof formSchema>;

type ReturnDialogProps = Pick<OrderReturns, "returnable" | "reasons"> & {
  orderId: string;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Asks what comes back, how much of it and why. */
export function ReturnDialog({ orderId, returnable, reasons, isOpen, onClose, fallbackFocus }: ReturnDialogProps) {
  const utils = trpc.useUtils();
  const request = trpc.order.requestReturn.useMutation({
    onSuccess: (after) => {
      utils.order.returns.setData({ id: orderId }, after);
      notify.success("Your return is with us");
      onClose();
    },
    onSettled: () => void utils.order.byId.invalidate({ id: orderId }),
  });
  const isOnlyOne = returnable.length === 1 && returnable[0]?.qty === 1;
  return (
    <FormDialog
      title="Send something back"
      size="34rem"
      initialValues={{
        lines: returnable.map(({ product }) => ({ product, qty: isOnlyOne ? "1" : "0", reason: "", words: "" })),
        all: "",
      }}
      schema={schema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ lines }) => request.mutateAsync({ id: orderId, lines: toLines(lines) })}
      saveLabel="Ask for the return"
      savingLabel="Asking…"
      failed="Your return was not asked for. Please try again."
    >
      {(form) => (
        <>
          <Text c="dimmed">We write to you how to send it back. Please keep it until then.</Text>
          {returnable.map((line, place) => (
            <LineFields key={line.product} form={form} line={line} place={place} reasons={reasons} />
          ))}
          {form.errors.all !== undefined && (
            <Text role="alert" c="var(--mantine-color-error)">
              {form.errors.all}
            </Text>
          )}
        </>
      )}
    </FormDialog>
  );
}

type LineFieldsProps = {
  form: UseFormReturnType<Values>;
  line: OrderReturns["returnable"][number];
  place: number;
  reasons: readonly string[];
};

function LineFields({ form, line: { name, qty }, place, reasons }: LineFieldsProps) {
  const isChosen = form.values.lines[place]?.qty !== "0";
  return (
    <Fieldset legend={name} bg="none" bd="1px solid var(--shop-panel-edge)" p="md" mx={0}>
      <Stack gap="sm">
        <NativeSelect
          label="How many"
          data={Array.from({ length: qty + 1 }, (_, units) => ({
            value: String(units),
            label: units === 0 ? "None, I keep it" : `${units} of ${qty}`,
          }))}
          {...form.getInputProps(`lines.${place}.qty`)}
        />
        {isChosen && (
          <>
            <NativeSelect
              label="Why"
              data={[{ value: "", label: "Choose a reason", disabled: true }, ...reasons]}
              required
              {...form.getInputProps(`lines.${place}.reason`)}
            />
            <TextInput
              label="In your words (optional)"
              autoComplete="off"
              maxLength={returnWordsLength}
              {...form.getInputProps(`lines.${place}.words`)}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

function toLines(lines: Values["lines"]) {
  return lines
    .filter(({ qty }) => qty !== "0")
    .map(({ product, qty, reason, words }) => ({ product, qty: Number(qty), reason, words }));
}
