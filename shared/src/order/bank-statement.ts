import { z } from "zod";

/** The most characters of a statement that is read at once, and the most of its lines. */
export const statementCharactersMax = 300_000;
export const statementLinesMax = 2_000;

const columnSchema = z.int().min(0).max(200);

/** Which columns of a statement are read, by their place from 0. Without an entry column, entries are named by their content. */
export const statementColumnsSchema = z.object({
  amount: columnSchema,
  day: columnSchema.nullable(),
  entry: columnSchema.nullable(),
});
export type StatementColumns = z.output<typeof statementColumnsSchema>;

/** A bank's CSV. Without columns, they are guessed from the heading. */
export const readStatementSchema = z.object({
  text: z
    .string()
    .min(1, "The file is empty")
    .max(statementCharactersMax, "The file is too large. Please choose fewer days at your bank."),
  columns: statementColumnsSchema.optional(),
});
export type ReadStatement = z.output<typeof readStatementSchema>;

/** An order that a line of a statement is for. */
export type MatchedOrder = { _id: string; customer: string; totalPrice: number };

/**
 * What a line of a statement is: `pays` an order exactly, by its reference; `differs` from the order's total; for an order
 * that is `paid`, or `cancelled`; `recorded` before; `perhaps` for an order by name and amount, without a reference; or
 * `none` of these.
 */
export type StatementMatch =
  | { is: "pays" | "differs" | "paid" | "cancelled" | "recorded" | "perhaps"; order: MatchedOrder }
  | { is: "none" };

/** Money that has come in, by a line of a statement. `entry` is what it is recorded as. */
export type StatementLine = {
  line: number;
  day: string;
  amount: number;
  text: string;
  entry: string;
  match: StatementMatch;
};

/** A statement that was read. Its columns are `null` while nobody knows which one has the amounts. */
export type BankStatement = {
  headings: string[];
  columns: StatementColumns | null;
  lines: StatementLine[];
  /** Lines without money that has come in. */
  others: number;
};
