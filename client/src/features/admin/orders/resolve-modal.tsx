import { Button, Stack, Text, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { type Matter, resolveMatterSchema } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import { type RefObject, useState } from "react";
import { useUntilDone } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { matterHelp, matterTitle, resolveConsequence } from "./matter-words.ts";
import { toLine } from "./to-line.ts";

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
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const resolve = trpc.admin.orders.resolve.useMutation({
    onSuccess: (after, { id }) => {
      notify.withdrawErrors();
      notify.success("Marked as resolved");
      utils.order.byId.setData({ id }, after);
      onClose();
    },
    onSettled: refresh,
  });
  const close = () => {
    if (!resolve.isPending) onClose();
  };
  return (
    <Dialog
      title={`Mark as resolved: ${matterTitle(matter.kind)}`}
      size="34rem"
      hasCloseButton
      isOpen={isOpen}
      onClose={close}
      fallbackFocus={fallbackFocus}
    >
      <ResolveForm
        order={order}
        matter={matter}
        isSending={resolve.isPending}
        onCancel={close}
        onResolve={(note) => resolve.mutateAsync({ id: order._id, matterId: matter._id, note })}
      />
    </Dialog>
  );
}

const checkNote = schemaResolver(resolveMatterSchema.pick({ note: true }), { sync: true });
const noteLength = 500;

type ResolveFormProps = {
  order: Order;
  matter: Matter;
  isSending: boolean;
  onCancel: () => void;
  onResolve: (note: string) => Promise<unknown>;
};

function ResolveForm({ order, matter, isSending, onCancel, onResolve }: ResolveFormProps) {
  const untilDone = useUntilDone();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { note: "" },
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: ({ note }) => checkNote({ note: toLine(note) }),
  });

  async function send(note: string): Promise<boolean> {
    setFailure(null);
    try {
      await onResolve(toLine(note));
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
      setFailure(messageOf(error, "This could not be marked as resolved. Nothing was changed. Please try again."));
      return false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ note }) => untilDone(() => send(note)),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Stack gap="md">
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
        {failure !== null && <ErrorAlert message={failure} />}
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSending || undefined}>
            {isSending ? "Marking…" : "Mark as resolved"}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
