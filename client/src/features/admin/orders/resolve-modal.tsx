import { Text, Textarea } from "@mantine/core";
import { type Matter, resolveMatterSchema } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import type { RefObject } from "react";
import { z } from "zod";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { matterHelp, matterTitle, resolveConsequence } from "./matter-words.ts";
import { toLine } from "./to-line.ts";
import { useOrderChanged } from "./use-order-changed.ts";

type ResolveModalProps = {
  order: Order;
  matter: Matter;
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus when the matter and its button are gone. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** Resolves a matter with a note. */
export function ResolveModal({ order, matter, isOpen, onClose, fallbackFocus }: ResolveModalProps) {
  const changed = useOrderChanged();
  const refresh = useOrderRefresh();
  const resolve = trpc.admin.orders.resolve.useMutation({
    onSuccess: (after) => {
      changed(after, "Marked as resolved");
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={`Mark as resolved: ${matterTitle(matter.kind)}`}
      size="34rem"
      initialValues={{ note: "" }}
      schema={noteSchema}
      isOpen={isOpen}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ note }) => resolve.mutateAsync({ id: order._id, matterId: matter._id, note: toLine(note) })}
      saveLabel="Mark as resolved"
      savingLabel="Marking…"
      failed="This could not be marked as resolved. Nothing was changed. Please try again."
    >
      {(form) => (
        <>
          <Text>{matterHelp(matter)}</Text>
          <Textarea
            label="What did you find or do?"
            description="Customers do not see this."
            inputWrapperOrder={["label", "input", "description", "error"]}
            rows={3}
            maxLength={noteLength}
            required
            data-autofocus
            {...form.getInputProps("note")}
          />
          <Text c="dimmed">{resolveConsequence(matter.kind, order)}</Text>
        </>
      )}
    </FormDialog>
  );
}

/** A note is one line, whatever is pasted. */
const noteSchema = z.object({ note: z.string().transform(toLine).pipe(resolveMatterSchema.shape.note) });
const noteLength = 500;
