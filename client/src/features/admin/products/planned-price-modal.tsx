import { currencySign } from "@shop/shared/currency";
import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Text, TextInput } from "@mantine/core";
import { createPlannedPriceSchema, type PlannedPrice } from "@shop/shared/catalog/planned-price";
import { fromWire } from "@shop/shared/money";
import { localTimeIn } from "@shop/shared/time-zone";
import { z } from "zod";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { Permitted } from "../parts/permitted.tsx";
import { RehearsalPart } from "../parts/rehearsal/rehearsal-panel.tsx";
import type { Proposed } from "../parts/rehearsal/use-rehearsal.ts";
import { useProductRefresh } from "./use-product-refresh.ts";

/** An empty field is no end. */
const formSchema = createPlannedPriceSchema.extend({
  price: z.union([z.literal("").transform(() => undefined), z.number()]).pipe(createPlannedPriceSchema.shape.price),
  until: z
    .string()
    .transform((until) => (until === "" ? null : until))
    .pipe(createPlannedPriceSchema.shape.until),
});
type Fields = z.input<typeof formSchema>;

function proposedPrice(product: string, { price }: Fields): Proposed | null {
  const cents = fromWire(Number(price));
  return price === "" || cents === null ? null : { kind: "price", product, cents };
}

type PlannedPriceModalProps = {
  /** The product. */
  id: string;
  /** The planned price to change; a new one without it. */
  plan: PlannedPrice | null;
  timeZone: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Plans a price, or changes one. */
export function PlannedPriceModal({ id, plan, timeZone, isOpen, onClose }: PlannedPriceModalProps) {
  const refresh = useProductRefresh();
  const callbacks = {
    onSuccess: ({ message }: { message: string }) => {
      notify.withdrawErrors();
      notify.success(message);
      onClose();
    },
    onSettled: refresh,
  };
  const create = trpc.admin.plannedPrices.create.useMutation(callbacks);
  const update = trpc.admin.plannedPrices.update.useMutation(callbacks);
  const isRunning = plan?.state === "running";
  const initialValues: Fields = {
    price: plan?.price ?? "",
    from: plan?.from ?? localTimeIn(timeZone, new Date()),
    until: plan?.until ?? "",
  };
  const save = ({ price, from, until }: Fields) => {
    const planned = { id, price: Number(price), from, until: until === "" ? null : until };
    return plan === null
      ? create.mutateAsync(planned)
      : update.mutateAsync({ ...planned, planned: plan._id, version: plan.version });
  };
  return (
    <FormDialog
      title={plan === null ? "Plan a price" : "Change the planned price"}
      initialValues={initialValues}
      schema={formSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={save}
      saveLabel={plan === null ? "Plan" : "Save"}
    >
      {(form) => (
        <>
          {isRunning && <Text c="dimmed">It holds now, so that only its end can be changed.</Text>}
          <NumberInput
            label="Price"
            min={0}
            step={0.01}
            clampBehavior="none"
            hideControls
            leftSection={currencySign()}
            inputMode="decimal"
            required
            readOnly={isRunning}
            data-autofocus={!isRunning || undefined}
            {...form.getInputProps("price")}
          />
          <TextInput
            type="datetime-local"
            label="From"
            description={`In the time zone ${timeZone}`}
            required
            readOnly={isRunning}
            {...form.getInputProps("from")}
          />
          <TextInput
            type="datetime-local"
            label="Until"
            description="Empty for no end"
            data-autofocus={isRunning || undefined}
            {...form.getInputProps("until")}
          />
          {!isRunning && (
            <Permitted to="insights.read">
              <RehearsalPart
                propose={() => (form.validateField("price").hasError ? null : proposedPrice(id, form.getValues()))}
                current={proposedPrice(id, form.getValues())}
                note="It is as if the product had cost this all the time, and as many had bought it."
              />
            </Permitted>
          )}
        </>
      )}
    </FormDialog>
  );
}
