import { NativeSelect, Text } from "@mantine/core";
import { z } from "zod";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { ReturnDialogProps } from "./decide-return.tsx";

const formSchema = z.object({
  lines: z.array(z.object({ product: z.string(), qty: z.string() })),
  /** Where all lines together are refused. */
  all: z.string(),
});
const schema = formSchema.refine(({ lines }) => lines.some(({ qty }) => qty !== "0"), {
  path: ["all"],
  message: "Choose what comes back",
});

/** Names what a customer means who withdrew from a part of an order in words. */
export function NameReturned({
  orderId,
  one,
  onDone,
  onClose,
  fallbackFocus,
}: ReturnDialogProps & { orderId: string }) {
  const { data } = trpc.order.returns.useQuery({ id: orderId });
  const name = trpc.admin.returns.nameItems.useMutation({ onSuccess: onDone });
  // What was named before can be named otherwise.
  const units = (product: string) => one.lines.find((line) => line.product === product)?.qty ?? 0;
  const others = (data?.returnable ?? []).map((line) => ({ ...line, qty: line.qty + units(line.product) }));
  const gone = one.lines.filter(({ product }) => others.every((line) => line.product !== product));
  const possible = [...others, ...gone];
  return (
    <FormDialog
      title="What comes back"
      initialValues={{
        lines: possible.map(({ product }) => ({ product, qty: String(units(product)) })),
        all: "",
      }}
      schema={schema}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ lines }) =>
        name.mutateAsync({
          id: one._id,
          lines: lines.filter(({ qty }) => qty !== "0").map(({ product, qty }) => ({ product, qty: Number(qty) })),
        })
      }
      saveLabel="Save"
    >
      {(form) => (
        <>
          <Text c="dimmed">The customer wrote: “{one.declaration}”</Text>
          {possible.map((line, place) => (
            <NativeSelect
              key={line.product}
              label={line.name}
              data={Array.from({ length: line.qty + 1 }, (_, qty) => ({
                value: String(qty),
                label: qty === 0 ? "None" : `${qty} of ${line.qty}`,
              }))}
              {...form.getInputProps(`lines.${place}.qty`)}
            />
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
