import { skuSchema } from "@shop/shared/catalog/trade-facts";
import { useRef } from "react";
import { hasCode, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { CellOutcome } from "../../../ui/data-table/use-cell-draft.ts";
import type { UndoStack } from "./use-undo-stack.ts";

/** A product with its SKU; empty for none. */
export type ProductWithSku = { _id: string; name: string; sku: string };

/** Saves SKUs one after the other and offers to take each back. `change` shows a saved one in the table. */
export function useSkuEdits<Product extends ProductWithSku>(
  undoable: UndoStack,
  change: (id: string, values: { sku: string; version?: number }) => void,
) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.products.editField.useMutation();
  const last = useRef<Promise<unknown>>(Promise.resolve());

  async function send(id: string, seen: string, value: string): Promise<string> {
    const { sku, version } = await mutateAsync({ id, field: "sku", seen, value });
    change(id, { sku, version });
    void utils.catalog.invalidate();
    return sku;
  }

  async function attempt(product: Product, seen: string, value: string): Promise<CellOutcome<Product>> {
    const { _id: id, name } = product;
    try {
      const sku = await send(id, seen, value);
      undoable.done(`SKU of ${name} is now ${shownSku(sku)}`, async () => {
        const back = await send(id, sku, seen);
        return `SKU of ${name} is ${shownSku(back)} again`;
      });
      return { kind: "saved" };
    } catch (error) {
      if (!hasCode(error, "STALE")) return { kind: "failed", reason: messageOf(error, "Please try again.") };
      return conflict(product, error);
    }
  }

  async function conflict(product: Product, cause: unknown): Promise<CellOutcome<Product>> {
    try {
      const { codes } = await utils.admin.products.byId.fetch({ id: product._id }, { staleTime: 0 });
      const sku = codes?.sku ?? "";
      change(product._id, { sku });
      return { kind: "conflict", theirs: sku, seen: { ...product, sku } };
    } catch {
      return { kind: "failed", reason: messageOf(cause, "Please try again.") };
    }
  }

  return (product: Product) => ({
    label: `SKU of ${product.name}`,
    column: "sku",
    row: product,
    text: product.sku,
    show: shownSku,
    check: (typed: string) => skuSchema.safeParse(typed).error?.issues[0]?.message,
    save: (typed: string, _seen: Product, seenText: string) => {
      const work = () => attempt(product, seenText, typed.trim());
      const outcome = last.current.then(work, work);
      last.current = outcome;
      return outcome;
    },
  });
}

const shownSku = (sku: string) => (sku === "" ? "none" : sku);
