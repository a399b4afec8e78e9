import { Button } from "@mantine/core";
import { editedTermsSchema } from "@shop/shared/terms-of-sale/terms-schema";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";
import { OutcomePanel } from "../parts/rehearsal/outcome-panel.tsx";
import { RehearsalPanel } from "../parts/rehearsal/rehearsal-panel.tsx";

type TermsRehearsalProps = {
  /** Whether the form has valid terms; it shows what is wrong otherwise. */
  isValid: () => boolean;
  /** The terms as the form has them, and the version that they start from. */
  terms: unknown;
  version: number;
};

/** Tries terms of sale on past orders, and shows what came of those in force. */
export function TermsRehearsal({ isValid, terms, version }: TermsRehearsalProps) {
  const entered = editedTermsSchema.safeParse(terms);
  const proposed = entered.success ? ({ kind: "terms of sale", terms: entered.data } as const) : null;
  return (
    <>
      <OutcomePanel asked={{ kind: "terms of sale" }} undo={<UndoTerms version={version} />} />
      <RehearsalPanel
        propose={() => (isValid() ? proposed : null)}
        current={proposed}
        note="Orders keep their address and their way of delivery, as far as there still is one."
      />
    </>
  );
}

/** Puts the terms before these in force again. */
function UndoTerms({ version }: { version: number }) {
  const { ask, dialog } = useConfirm();
  const utils = trpc.useUtils();
  const undo = trpc.admin.termsOfSale.undo.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("The terms before these are in force again");
      // The form begins anew with them.
      void utils.admin.termsOfSale.read.reset();
      void utils.info.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "This could not be undone")),
    onSettled: () => void utils.admin.rehearsals.invalidate(),
  });
  const begin = async () => {
    const isSure = await ask({
      question: "Undo the last change?",
      consequence: "Currency, tax and delivery are as before it, for every order that is not placed yet.",
      yes: "Undo",
      isDanger: true,
    });
    if (isSure && !undo.isPending) undo.mutate({ version });
  };
  return (
    <>
      <Button variant="default" onClick={() => void begin()}>
        Undo this change
      </Button>
      {dialog}
    </>
  );
}
