import { Textarea, TextInput } from "@mantine/core";
import { giftWordsLength, sendGiftCardSchema } from "@shop/shared/credit/gift-card";
import { nameLength } from "@shop/shared/shop";
import type { RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../lib/trpc.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notify } from "../../ui/notify.ts";

type SendGiftCardProps = {
  id: string;
  orderId: string;
  isOpen: boolean;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** An empty day is no day. */
const fieldsSchema = sendGiftCardSchema
  .omit({ id: true, day: true })
  .extend({ day: z.union([z.literal(""), z.iso.date("Choose a day")]) });

/** To whom a gift card is mailed, with which words, and when. */
export function SendGiftCard({ id, orderId, isOpen, onClose, fallbackFocus }: SendGiftCardProps) {
  const utils = trpc.useUtils();
  const send = trpc.order.sendGiftCard.useMutation({
    onSuccess: (after, { day, name }) => {
      notify.withdrawErrors();
      notify.success(
        day === undefined ? `We mail the gift card to ${name} now` : `We mail the gift card to ${name} on that day`,
      );
      utils.order.giftCards.setData({ id: orderId }, after);
      onClose();
    },
    onSettled: () => void utils.order.giftCards.invalidate({ id: orderId }),
  });
  return (
    <FormDialog
      title="Mail this gift card"
      initialValues={{ name: "", email: "", words: "", day: "" }}
      schema={fieldsSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ day, ...values }) => send.mutateAsync({ id, ...values, ...(day === "" ? {} : { day }) })}
      saveLabel="Mail it"
      savingLabel="Saving…"
      failed="The gift card is not mailed yet. Please try again."
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={nameLength}
            required
            data-autofocus
            {...form.getInputProps("name")}
          />
          <TextInput label="Email" type="email" autoComplete="off" required {...form.getInputProps("email")} />
          <Textarea
            label="Your words (optional)"
            rows={3}
            maxLength={giftWordsLength}
            {...form.getInputProps("words")}
          />
          <TextInput
            type="date"
            label="Mail it on (optional)"
            description="At once without a day."
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("day")}
          />
        </>
      )}
    </FormDialog>
  );
}
