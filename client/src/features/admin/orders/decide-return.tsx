import { Textarea } from "@mantine/core";
import { messageLength, requiredTextSchema } from "@shop/shared/order/order-message";
import type { OrderReturn, OrderReturns } from "@shop/shared/order/return";
import type { RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";

export type ReturnDialogProps = {
  one: OrderReturn;
  onDone: (after: OrderReturns) => void;
  onClose: () => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

const schemas = {
  accepted: z.object({ words: z.string() }),
  refused: z.object({ words: requiredTextSchema("An explanation", messageLength) }),
};

const texts = {
  accepted: {
    title: "Accept this return",
    label: "How to send it back (optional)",
    description: "Where to and until when. The customer gets it by mail.",
    save: "Accept",
  },
  refused: {
    title: "Refuse this return",
    label: "Why",
    description: "The customer gets it by mail.",
    save: "Refuse",
  },
};

/** Accepts or refuses a return, with words to the customer. */
export function DecideReturn({
  to,
  one,
  onDone,
  onClose,
  fallbackFocus,
}: ReturnDialogProps & { to: keyof typeof texts }) {
  const decide = trpc.admin.returns.decide.useMutation({ onSuccess: onDone });
  const { title, label, description, save } = texts[to];
  return (
    <FormDialog
      title={title}
      initialValues={{ words: "" }}
      schema={schemas[to]}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ words }) =>
        decide.mutateAsync({ id: one._id, decision: to === "accepted" ? { to, words } : { to, words } })
      }
      saveLabel={save}
    >
      {(form) => (
        <Textarea
          label={label}
          description={description}
          rows={4}
          maxLength={messageLength}
          data-autofocus
          {...form.getInputProps("words")}
        />
      )}
    </FormDialog>
  );
}
