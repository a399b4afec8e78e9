import type { OpenDraft } from "@shop/shared/order/order-draft";
import { useState } from "react";
import type { AddressValues } from "../../../../lib/address-values.ts";
import { useOneAtATime } from "../../../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { notify } from "../../../../ui/notify.ts";
import { type HandValues, toDraft } from "./hand-values.ts";

type DraftSaving = {
  opened: OpenDraft | undefined;
  read: () => { values: HandValues; address: AddressValues };
  onSaved: () => void;
};

/** Keeps an order that is being entered as a draft. */
export function useDraftSaving({ opened, read, onSaved }: DraftSaving) {
  const [saved, setSaved] = useState(opened && { _id: opened._id, version: opened.version });
  const oneAtATime = useOneAtATime();
  const utils = trpc.useUtils();
  const saving = trpc.admin.ordersByHand.saveDraft.useMutation({
    onSuccess: (now) => {
      setSaved(now);
      onSaved();
      notify.success("Draft saved");
      void utils.admin.ordersByHand.invalidate();
    },
    onError: (error) => {
      // What is saved next is a draft of its own, so that neither overwrites the other.
      if (isOtherDraft(error)) setSaved(undefined);
    },
  });
  return {
    saved,
    save: () => {
      const { values, address } = read();
      const draft = toDraft(values, address);
      oneAtATime(() => saving.mutateAsync({ draft, ...(saved !== undefined && { saved }) }));
    },
    isSaving: saving.isPending,
    failure: saving.error === null ? undefined : wordsOf(saving.error),
  };
}

function isOtherDraft(error: unknown): boolean {
  return hasCode(error, "STALE") || hasCode(error, "NOT_FOUND");
}

function wordsOf(error: unknown): string {
  if (!isOtherDraft(error)) return messageOf(error, "The draft was not saved. Please try again.");
  return `${messageOf(error, "This draft has changed")}. Save once more to keep yours as a draft of its own.`;
}
