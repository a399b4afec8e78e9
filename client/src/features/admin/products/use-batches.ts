import type { FilterProducts } from "@shop/shared/catalog/admin-catalog";
import { bulkRowsAtOnce, type MatchingProduct } from "@shop/shared/catalog/product-editing";
import { delay } from "../../../lib/delay.ts";
import { trpc } from "../../../lib/trpc.ts";

/** What a bulk act is for: some rows of the page, or all products that match the filter. */
export type BulkTarget =
  | { rows: readonly BulkRow[]; count: number }
  | { filter: Partial<FilterProducts>; count: number };

/** A product as bulk acts need it. */
export type BulkRow = MatchingProduct;

/**
 * The products of a target in batches, with a rest after each that is as long as the work on it, so that customers are
 * served meanwhile. Those of a filter are read as the act goes on.
 */
export function useBatches() {
  const utils = trpc.useUtils();
  return async function* batchesWithRests(target: BulkTarget): AsyncGenerator<readonly BulkRow[]> {
    for await (const batch of batchesOf(target)) {
      const began = performance.now();
      yield batch;
      if (batch.length === bulkRowsAtOnce) await delay(performance.now() - began);
    }
  };

  async function* batchesOf(target: BulkTarget): AsyncGenerator<readonly BulkRow[]> {
    if ("rows" in target) {
      for (let start = 0; start < target.rows.length; start += bulkRowsAtOnce) {
        yield target.rows.slice(start, start + bulkRowsAtOnce);
      }
      return;
    }
    let after: string | undefined;
    for (;;) {
      const input = { ...target.filter, after, limit: bulkRowsAtOnce };
      const batch = await utils.client.admin.products.matching.query(input);
      if (batch.length > 0) yield batch;
      after = batch.at(-1)?._id;
      if (batch.length < bulkRowsAtOnce) return;
    }
  }
}
