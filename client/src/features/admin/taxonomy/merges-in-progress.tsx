import { Stack } from "@mantine/core";
import type { TermMerge } from "@shop/shared/catalog/admin-catalog";
import { useEffect, useRef } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";
import type { TaxonomyTexts } from "./texts.ts";

/** How often the progress of merges is read, in milliseconds. */
const pollMs = 2_000;

/** The merges in progress, read again until there is none. `onEnd` gets each that has ended meanwhile. */
export function useMerges({ api }: TaxonomyTexts, onEnd: (merge: TermMerge) => void) {
  const merges = api.merges.useQuery(undefined, {
    ...cachedForEditing,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.length > 0 ? pollMs : false),
  });
  const before = useRef<TermMerge[]>([]);
  const { data } = merges;
  useEffect(() => {
    if (data === undefined) return;
    const ended = before.current.filter(({ _id }) => !data.some((merge) => merge._id === _id));
    before.current = data;
    for (const merge of ended) onEnd(merge);
  }, [data, onEnd]);
  return merges;
}

type Props = { texts: TaxonomyTexts; merges: ReturnType<typeof useMerges>; isShown?: (merge: TermMerge) => boolean };

/** Says which merges are in progress, and how far they are. Nothing where there is none. */
export function MergesInProgress({ texts, merges, isShown = () => true }: Props) {
  if (merges.isError) {
    return (
      <ErrorAlert
        message={messageOf(merges.error, `Failed to load which ${texts.many} are being merged`)}
        onRetry={() => void merges.refetch()}
        isRetrying={merges.isFetching}
      />
    );
  }
  const shown = merges.data?.filter(isShown) ?? [];
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      {shown.map((merge) => (
        <StateAlert key={merge._id} tone="info">
          {textOf(merge)}
        </StateAlert>
      ))}
    </Stack>
  );
}

function textOf({ name, into, left }: TermMerge): string {
  const rest =
    left === 0
      ? "All products have moved, and it is done in a moment."
      : `${left.toLocaleString("en-US")} ${left === 1 ? "product has" : "products have"} yet to move.`;
  return `${name} is being merged into ${into.name}. ${rest} You can go on working.`;
}
