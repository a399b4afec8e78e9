import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { BulkPriceDialog } from "./bulk-price-dialog.tsx";
import { BulkStockDialog } from "./bulk-stock-dialog.tsx";
import { BulkTermDialog } from "./bulk-term-dialog.tsx";
import type { BulkTarget } from "./use-batches.ts";
import { countOf } from "./use-bulk-acts.ts";

export type BulkQuestionProps = {
  question: "price" | "stock" | "brand" | "category" | "delete";
  target: BulkTarget;
  onClose: () => void;
  /** `leavesOut`: without those that are known to refuse it. */
  onAct: (act: BulkAct, leavesOut?: boolean) => void;
};

/** Asks for what an act on the selected products needs. */
export function BulkQuestion({ question, ...rest }: BulkQuestionProps) {
  switch (question) {
    case "price":
      return <BulkPriceDialog {...rest} />;
    case "stock":
      return <BulkStockDialog {...rest} />;
    case "delete":
      return (
        <ConfirmDialog
          question={`Delete ${countOf(rest.target.count)}?`}
          consequence="They leave the shop at once. Past orders are not affected. You can undo this for two days."
          yes="Delete"
          isDanger
          onAnswer={(isYes) => (isYes ? rest.onAct({ kind: "delete" }) : rest.onClose())}
        />
      );
    default:
      return <BulkTermDialog taxonomy={question} {...rest} />;
  }
}
