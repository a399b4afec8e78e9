import { trpc } from "../../../lib/trpc.ts";

/** Loads a product again wherever it shows, after a change beside its form. */
export function useProductRefresh(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.products.invalidate(),
      utils.admin.productHistory.invalidate(),
      utils.admin.plannedPrices.invalidate(),
      utils.catalog.invalidate(),
    ]);
}
