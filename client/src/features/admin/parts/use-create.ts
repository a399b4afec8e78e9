import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { editPath } from "../../../lib/admin-paths.ts";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { toStay } from "../../../ui/navigation-focus.ts";
import { notify } from "../../../ui/notify.ts";

/** Location state of an edit screen whose record is new. */
export const asNew = { isNew: true } as const;

/**
 * Asks whether a new record is wanted, creates it and opens its edit screen with the name selected. The screen renders
 * `dialog`; `open` goes on with a record that was made otherwise.
 */
export function useCreate(
  taxonomy: "product" | "brand" | "category" | "collection" | "discount",
  make: () => Promise<{ _id: string }>,
): { create: () => void; open: (record: { _id: string }) => Promise<void>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const oneAtATime = useOneAtATime();
  const word = taxonomy.charAt(0).toUpperCase() + taxonomy.slice(1);

  async function open({ _id }: { _id: string }) {
    notify.withdrawErrors();
    notify.success(`${word} created`);
    await navigate(editPath(taxonomy, _id), { state: { ...toStay, ...asNew, list: pathname + search } });
  }

  async function create() {
    if (!(await ask({ question: `Create a new ${taxonomy}?`, yes: "Create" }))) return;
    oneAtATime(async () => {
      try {
        await open(await make());
      } catch (error) {
        notify.error(messageOf(error, "An unknown error occurred"));
      }
    });
  }
  return { create: () => void create(), open, dialog };
}

/** For the name field of an edit screen: selected when the record is new, so that typing replaces the default name. */
export function useNameSelected() {
  const field = useRef<HTMLInputElement>(null);
  const state: unknown = useLocation().state;
  const isNew = typeof state === "object" && state !== null && "isNew" in state;
  useEffect(() => {
    if (!isNew) return;
    field.current?.focus();
    field.current?.select();
  }, [isNew]);
  return field;
}
