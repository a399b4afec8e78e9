import { type AdminProduct, priceSchema, stockSchema } from "@shop/shared/catalog/admin-catalog";
import type { EditedField } from "@shop/shared/catalog/product-editing";
import { currencySign } from "@shop/shared/currency";
import { formatMoney, wireText } from "@shop/shared/money";
import { useRef } from "react";
import { hasCode, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { CellOutcome } from "../../../ui/data-table/use-cell-draft.ts";
import type { UndoStack } from "./use-undo-stack.ts";

/** A field that is edited in the list. */
export type ListField = "price" | "countInStock";

const words: Record<ListField, string> = { price: "Price", countInStock: "Stock" };

/** A product with the fields that are edited in a list. `price` is what customers pay now, `editedPrice` what an edit sets. */
export type EditableProduct = Pick<AdminProduct, "_id" | "name" | "price" | "editedPrice" | "countInStock" | "version">;

/** The value that an edit of a field sets. */
function editedValueOf(
  { editedPrice, countInStock }: Pick<AdminProduct, "editedPrice" | "countInStock">,
  field: ListField,
) {
  return field === "price" ? editedPrice : countInStock;
}

/** The value of a field as it is typed. */
const typedText = (field: ListField, value: number) => (field === "price" ? wireText(value) : String(value));

/** A typed value as the list shows it; what is no number, as it was typed. */
function shownText(field: ListField, typed: string): string {
  const value = numberOf(typed);
  if (typed === "" || !Number.isFinite(value)) return typed;
  return field === "price" ? formatMoney(value) : value.toLocaleString("en-US");
}

/** Why a typed value is wrong, or nothing. */
function problemOf(field: ListField, typed: string): string | undefined {
  const schema = field === "price" ? priceSchema : stockSchema;
  const value = typed === "" ? "" : numberOf(typed);
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** With or without a currency sign and separators of thousands. */
function numberOf(typed: string): number {
  const sign = currencySign();
  const plain = typed.trim().replace(sign, "").trim();
  return Number(/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(",", "") : plain);
}

type Wanted = { id: string; field: ListField; seen: number; value: number; version: number };

/**
 * Saves fields of the list's products one after the other and offers to take each back. `change` shows a saved row in the
 * list.
 */
export function useFieldEdits<Product extends EditableProduct>(
  undoable: UndoStack,
  change: (id: string, values: Partial<EditableProduct>) => void,
) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.products.editField.useMutation();
  const last = useRef<Promise<unknown>>(Promise.resolve());

  async function send({ id, field, seen, value, version }: Wanted): Promise<EditedField> {
    const edit = field === "price" ? { field, seen, value } : { field, seen, value, version };
    const edited = await mutateAsync({ id, ...edit });
    const { price: editedPrice, currentPrice: price, countInStock } = edited;
    change(id, { price, editedPrice, countInStock, version: edited.version });
    void utils.catalog.invalidate();
    return edited;
  }

  async function attempt(product: Product, wanted: Wanted): Promise<CellOutcome<Product>> {
    const { field } = wanted;
    try {
      const edited = await send(wanted);
      undoable.done(doneText(product, wanted, edited), () => undo(product, wanted, edited));
      return { kind: "saved" };
    } catch (error) {
      if (!hasCode(error, "STALE")) return { kind: "failed", reason: messageOf(error, "Please try again.") };
      return conflict(product, field, error);
    }
  }

  async function conflict(product: Product, field: ListField, cause: unknown): Promise<CellOutcome<Product>> {
    try {
      const found = await utils.admin.products.byId.fetch({ id: product._id }, { staleTime: 0 });
      const { price, editedPrice = price, countInStock, version } = found;
      const now = { price, editedPrice, countInStock, version };
      change(product._id, now);
      return { kind: "conflict", theirs: typedText(field, editedValueOf(now, field)), seen: { ...product, ...now } };
    } catch {
      return { kind: "failed", reason: messageOf(cause, "Please try again.") };
    }
  }

  async function undo({ name }: Product, { id, field, seen }: Wanted, edited: EditedField): Promise<string> {
    const value = field === "price" ? seen : edited.stockBefore;
    const back = await send({ id, field, seen: edited[field], value, version: edited.version });
    return `${words[field]} of ${name} is ${shownText(field, typedText(field, back[field]))} again`;
  }

  return (product: Product, field: ListField) => ({
    label: `${words[field]} of ${product.name}`,
    column: field,
    row: product,
    text: typedText(field, editedValueOf(product, field)),
    show: (typed: string) => shownText(field, typed),
    check: (typed: string) => problemOf(field, typed),
    save: (typed: string, seen: Product, seenText: string) => {
      const wanted = {
        id: product._id,
        field,
        version: seen.version,
        seen: numberOf(seenText),
        value: numberOf(typed),
      };
      const work = () => attempt(product, wanted);
      const outcome = last.current.then(work, work);
      last.current = outcome;
      return outcome;
    },
  });
}

function doneText({ name }: EditableProduct, { field, seen }: Wanted, edited: EditedField): string {
  const now = shownText(field, typedText(field, edited[field]));
  const sold = field === "countInStock" ? seen - edited.stockBefore : 0;
  return `${words[field]} of ${name} is now ${now}${sold > 0 ? `, because ${sold} sold meanwhile` : ""}`;
}
