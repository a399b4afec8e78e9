import { z } from "zod";
import { storedVersionSchema } from "../query.ts";

/** The fields of a product as its history names them. `price` is what customers paid. */
export const historyFields = [
  "name",
  "price",
  "regularPrice",
  "countInStock",
  "state",
  "brand",
  "category",
  "description",
  "image",
  "imageAlt",
  "moreImages",
  "videos",
  "attributes",
] as const;
export type HistoryField = (typeof historyFields)[number];

/** Lists have a line for each of their items. `null` is nothing. */
export type HistoryValue = string | number | null;
export type FieldChange = { field: HistoryField; before: HistoryValue; after: HistoryValue };

/** Why a product changed, if not by an admin's edit. */
export type EditSource = "import" | "import undone" | "planned price" | "undo";

/** A change of a product. `by` is null if the shop itself acted. */
export type ProductChange = {
  number: number;
  at: string;
  by: string | null;
  source: EditSource | null;
  isCreation: boolean;
  changes: FieldChange[];
  /** Whether it changed something that can be put back. */
  canUndo: boolean;
};

/** A page of a product's history, newest first, and the number from which the next page goes on. */
export type ProductHistory = { entries: ProductChange[]; older: number | null; timeZone: string };

/** What came of an undo. Where others changed the fields since, nothing happened, and `newest` is to be sent to go on. */
export type UndoOutcome = { isUndone: true } | { isUndone: false; since: FieldChange[]; newest: number };

const numberSchema = storedVersionSchema.positive();

export const readHistorySchema = z.object({ before: numberSchema.optional() });
export const undoChangeSchema = z.object({
  number: numberSchema,
  /** The newest change that the admin has seen, to overwrite what was changed up to it. */
  newest: numberSchema.optional(),
});
export type UndoChange = z.output<typeof undoChangeSchema>;
