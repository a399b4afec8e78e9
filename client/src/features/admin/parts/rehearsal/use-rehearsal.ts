import type { Rehearsal, rehearseSchema } from "@shop/shared/admin/rehearsal";
import { useState } from "react";
import type { z } from "zod";
import { trpc } from "../../../../lib/trpc.ts";

/** A change that is not saved, as a form has it. */
export type Proposed = z.input<typeof rehearseSchema>;

/** How often the outcome is asked for, in milliseconds. */
const askEveryMs = 700;

/** Tries a change on the orders of the past, and follows how far that is. */
export function useRehearsal() {
  const [tried, setTried] = useState<string>();
  const start = trpc.admin.rehearsals.start.useMutation();
  const begun = start.data;
  const followed = trpc.admin.rehearsals.byId.useQuery(
    { id: begun?._id ?? "" },
    {
      enabled: begun !== undefined,
      refetchInterval: ({ state }) => (state.data?.state === "waiting" ? askEveryMs : false),
    },
  );
  const rehearsal: Rehearsal | undefined = start.isPending ? undefined : (followed.data ?? begun);
  return {
    rehearsal,
    isWorking: start.isPending || rehearsal?.state === "waiting",
    error: start.error ?? followed.error,
    /** Whether another change was tried than this one. */
    isOutdated: (proposed: Proposed | null) => tried !== undefined && tried !== JSON.stringify(proposed),
    begin: (proposed: Proposed) => {
      setTried(JSON.stringify(proposed));
      start.mutate(proposed);
    },
  };
}
