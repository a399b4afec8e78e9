import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, TextInput } from "@mantine/core";
import { changeCreditSchema } from "@shop/shared/credit/credit-schema";
import { currencySign, shopMoney } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { refundReasonLength } from "@shop/shared/shop";
import { type RefObject, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";

type ChangeCreditProps = {
  id: string;
  act: "given" | "taken back";
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

type Values = { amount: number | string; reason: string };

const schema = changeCreditSchema.pick({ amount: true, reason: true });

/** Gives a customer credit, or takes it back. */
export function ChangeCredit({ id, act, isOpen, onClose, fallbackFocus }: ChangeCreditProps) {
  const utils = trpc.useUtils();
  // One act, however often it is sent.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isGiven = act === "given";
  const change = trpc.admin.users.changeCredit.useMutation({
    onSuccess: (after, { amount }) => {
      notify.withdrawErrors();
      notify.success(isGiven ? `${formatMoney(amount)} of credit given` : `${formatMoney(amount)} taken back`);
      utils.admin.users.credit.setData({ id }, after);
      setKey(crypto.randomUUID());
      onClose();
    },
    onSettled: () => void utils.admin.users.credit.invalidate({ id }),
  });
  return (
    <FormDialog<Values>
      title={isGiven ? "Give credit" : "Take credit back"}
      initialValues={{ amount: "", reason: "" }}
      schema={schema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ amount, reason }) => change.mutateAsync({ id, key, act, amount: Number(amount), reason })}
      saveLabel={isGiven ? "Give credit" : "Take back"}
      failed="The credit was not changed. Please try again."
    >
      {(form) => (
        <>
          <NumberInput
            label="Amount"
            decimalScale={shopMoney().decimals}
            thousandSeparator=","
            clampBehavior="none"
            hideControls
            leftSection={currencySign()}
            inputMode="decimal"
            required
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <TextInput
            label="Reason"
            description={isGiven ? "The customer gets a mail with it." : "The customer sees it in the profile."}
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            maxLength={refundReasonLength}
            required
            {...form.getInputProps("reason")}
          />
        </>
      )}
    </FormDialog>
  );
}
