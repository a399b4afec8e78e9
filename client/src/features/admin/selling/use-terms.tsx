import type { SaveTerms, TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import type { ReactNode } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";

/** Loads the terms in force for a form that changes some of them. */
export function TermsForm({ children }: { children: (detail: TermsDetail) => ReactNode }) {
  const detail = trpc.admin.termsOfSale.read.useQuery(undefined, cachedForEditing);
  if (detail.data !== undefined) return children(detail.data);
  if (!detail.isError) return <EditSkeleton fields={6} />;
  return (
    <ErrorAlert
      message={messageOf(detail.error, "Failed to load the terms of sale")}
      onRetry={() => void detail.refetch()}
      isRetrying={detail.isFetching}
    />
  );
}

/** Saves and reloads the terms as a whole: those of another screen stay as they are in force. */
export function useTermsChanges() {
  const utils = trpc.useUtils();
  const save = trpc.admin.termsOfSale.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.termsOfSale.read.setData(undefined, saved);
      void utils.info.invalidate();
    },
  });
  return {
    save: (terms: SaveTerms) => save.mutateAsync(terms),
    load: () => utils.admin.termsOfSale.read.fetch(undefined, { staleTime: 0 }),
  };
}
