import { Checkbox, Fieldset, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type OrderReturns, returnWordsLength } from "@shop/shared/order/return";
import { returnPhotosMax } from "@shop/shared/shop";
import type { ReactNode, RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../lib/trpc.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notify } from "../../ui/notify.ts";
import { PhotoField } from "../../ui/photos/photo-field.tsx";
import "@mantine/core/styles/Fieldset.layer.css";

const lineSchema = z.object({ product: z.string(), qty: z.string(), reason: z.string(), words: z.string() });
const formSchema = z.object({
  lines: z.array(lineSchema),
  isWithdrawal: z.boolean(),
  /** Whether something else is wanted for it, and what. */
  wants: z.enum(["money", "exchange"]),
  wish: z.string(),
  photos: z.array(z.string()),
  isUploading: z.boolean(),
  /** Where all lines together are refused. */
  all: z.string(),
});
const schema = formSchema.superRefine(({ lines, isWithdrawal, isUploading, wants, wish }, ctx) => {
  const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: "custom", path, message });
  if (lines.every(({ qty }) => qty === "0")) refuse(["all"], "Choose what you send back");
  if (!isWithdrawal && wants === "exchange" && wish.trim() === "") refuse(["wish"], "Say what you would like instead");
  if (isUploading) refuse(["photos"], "Please wait until your photos are here");
  for (const [place, { qty, reason }] of lines.entries()) {
    if (!isWithdrawal && qty !== "0" && reason === "") refuse(["lines", place, "reason"], "Please choose why");
  }
});
type Values = z.infer<typeof formSchema>;

type ReturnDialogProps = Pick<OrderReturns, "returnable" | "reasons"> & {
  orderId: string;
  isAdmin: boolean;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Asks what comes back, how much of it and why. */
export function ReturnDialog({
  orderId,
  isAdmin,
  returnable,
  reasons,
  isOpen,
  onClose,
  fallbackFocus,
}: ReturnDialogProps) {
  const utils = trpc.useUtils();
  const request = trpc.order.requestReturn.useMutation({
    onSuccess: (after) => {
      utils.order.returns.setData({ id: orderId }, after);
      notify.success(isAdmin ? "Return entered" : "Your return is with us");
      onClose();
    },
    onSettled: () => void utils.order.byId.invalidate({ id: orderId }),
  });
  const isOnlyOne = returnable.length === 1 && returnable[0]?.qty === 1;
  return (
    <FormDialog
      title={isAdmin ? "Enter a return" : "Send something back"}
      size="34rem"
      initialValues={{
        lines: returnable.map(({ product }) => ({ product, qty: isOnlyOne ? "1" : "0", reason: "", words: "" })),
        isWithdrawal: false,
        wants: "money",
        wish: "",
        photos: [],
        isUploading: false,
        all: "",
      }}
      schema={schema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ lines, isWithdrawal, wants, wish, photos }) =>
        request.mutateAsync({
          id: orderId,
          lines: toLines(lines, isWithdrawal),
          isWithdrawal,
          wish: !isWithdrawal && wants === "exchange" ? wish : "",
          photos,
        })
      }
      saveLabel={({ isWithdrawal }) => (isAdmin ? "Save" : isWithdrawal ? "Withdraw" : "Ask for the return")}
      savingLabel={isAdmin ? "Saving…" : "Asking…"}
      failed={
        isAdmin ? "The return was not saved. Please try again." : "Your return was not asked for. Please try again."
      }
    >
      {(form) => (
        <>
          <Text c="dimmed">
            {isAdmin
              ? "The customer gets a mail that the return was received."
              : "We write to you how to send it back. Please keep it until then."}
          </Text>
          {returnable.map((line, place) => (
            <LineFields key={line.product} form={form} line={line} place={place} reasons={reasons} />
          ))}
          {form.errors.all !== undefined && <Refusal>{form.errors.all}</Refusal>}
          {!form.values.isWithdrawal && <WishFields form={form} isAdmin={isAdmin} />}
          <Checkbox
            label={
              isAdmin
                ? "The customer withdraws from the contract about these items"
                : "I withdraw from the contract about these items"
            }
            description="No reason is needed then."
            {...form.getInputProps("isWithdrawal", { type: "checkbox" })}
          />
          <PhotoField
            of="return"
            max={returnPhotosMax}
            photos={form.values.photos}
            onChange={(photos) => form.setFieldValue("photos", [...photos])}
            onBusy={(isBusy) => form.setFieldValue("isUploading", isBusy)}
          />
          {form.errors.photos !== undefined && <Refusal>{form.errors.photos}</Refusal>}
        </>
      )}
    </FormDialog>
  );
}

function Refusal({ children }: { children: ReactNode }) {
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {children}
    </Text>
  );
}

/** The money, or something else for it. */
function WishFields({ form, isAdmin }: { form: UseFormReturnType<Values>; isAdmin: boolean }) {
  return (
    <>
      <NativeSelect
        label={isAdmin ? "The customer would like" : "I would like"}
        data={[
          { value: "money", label: isAdmin ? "The money back" : "My money back" },
          { value: "exchange", label: "Something else for it" },
        ]}
        {...form.getInputProps("wants")}
      />
      {form.values.wants === "exchange" && (
        <Textarea
          label="What instead"
          description="Such as another size or colour, or another product."
          rows={2}
          maxLength={returnWordsLength}
          required
          {...form.getInputProps("wish")}
        />
      )}
    </>
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
            {!form.values.isWithdrawal && (
              <NativeSelect
                label="Why"
                data={[{ value: "", label: "Choose a reason", disabled: true }, ...reasons]}
                required
                {...form.getInputProps(`lines.${place}.reason`)}
              />
            )}
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

function toLines(lines: Values["lines"], isWithdrawal: boolean) {
  return lines
    .filter(({ qty }) => qty !== "0")
    .map(({ product, qty, reason, words }) => ({
      product,
      qty: Number(qty),
      reason: isWithdrawal ? "" : reason,
      words,
    }));
}
