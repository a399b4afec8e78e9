import { useDebouncedValue } from "@mantine/hooks";
import { changePrice, type PriceChange } from "@shop/shared/catalog/price-change";
import { fromWire, toWire } from "@shop/shared/money";
import { useQuery } from "@tanstack/react-query";
import { type BulkTarget, useBatches } from "./use-batches.ts";

/** The prices that a change leads to. `rows` and `reasons` are the first ones; the numbers count all products. */
export type PricePreview = {
  rows: { id: string; name: string; before: number; after: number }[];
  total: number;
  refused: number;
  reasons: string[];
};

const shownRows = 100;
const shownReasons = 5;
const typingPauseMs = 250;

/** Calculates the prices as the server does. The products of a filter are read in batches. */
export function usePricePreview(target: BulkTarget, change: PriceChange | undefined) {
  const batchesOf = useBatches();
  const [wanted] = useDebouncedValue(JSON.stringify(change), "rows" in target ? 0 : typingPauseMs);
  const ids = "rows" in target ? target.rows.map(({ _id, price }) => [_id, price]) : target.filter;
  return useQuery({
    queryKey: ["price preview", ids, wanted],
    enabled: change !== undefined && wanted === JSON.stringify(change),
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const preview: PricePreview = { rows: [], total: 0, refused: 0, reasons: [] };
      if (change === undefined) return preview;
      for await (const rows of batchesOf(target)) {
        signal.throwIfAborted();
        for (const row of rows) add(preview, row, change);
      }
      return preview;
    },
  });
}

type Priced = { _id: string; name: string; price: number };

function add(preview: PricePreview, { _id, name, price }: Priced, change: PriceChange): void {
  const { cents, reason } = changePrice(fromWire(price) ?? 0, change);
  preview.total += 1;
  if (cents === undefined) {
    preview.refused += 1;
    if (preview.reasons.length < shownReasons) preview.reasons.push(`${name} ${reason}`);
  } else if (preview.rows.length < shownRows) {
    preview.rows.push({ id: _id, name, before: price, after: toWire(cents) });
  }
}
