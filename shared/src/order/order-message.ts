import { z } from "zod";
import { isStorableText } from "../query.ts";
import { timestampSchema, wireIdSchema } from "../wire.ts";

export const messageLength = 2_000;
/** How many messages, and how many notes, an order can have. */
export const messagesMax = 200;
export const notesMax = 100;

function textSchema(what: string) {
  return z.object({ text: requiredTextSchema(what, messageLength) });
}

/** Plain text of several lines. */
export function requiredTextSchema(what: string, max: number) {
  return z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(max, `${what} can have at most ${max.toLocaleString("en-US")} characters`)
    .refine((value) => /[^\s\u200b-\u200f\u2060\ufeff]/.test(value), `${what} is required`)
    .refine(isStorableText, `${what} contains characters that cannot be stored`);
}

/** Plain text of several lines that can be left out. */
export function optionalTextSchema(what: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${what} can have at most ${max.toLocaleString("en-US")} characters`)
    .refine(isStorableText, `${what} contains characters that cannot be stored`)
    .default("");
}

/** A message about an order. Plain text. */
export const sendMessageSchema = textSchema("Message");
export type SendMessage = z.output<typeof sendMessageSchema>;

/** A note for admins. Plain text. */
export const addNoteSchema = textSchema("Note");
export type AddNote = z.output<typeof addNoteSchema>;

/** A message between the customer and the shop. */
export const orderMessageSchema = z.object({
  _id: wireIdSchema,
  from: z.enum(["customer", "shop"]),
  by: z
    .string()
    .nullable()
    .meta({ description: "Who wrote it; null for whoever wrote for the shop, unless admins ask." }),
  text: z.string(),
  createdAt: timestampSchema,
  isNew: z.boolean().meta({ description: "Whether it is from the other side and was not read yet." }),
});
export type OrderMessage = z.infer<typeof orderMessageSchema>;

/** A note of an admin, which customers never see. */
export type OrderNote = { _id: string; by: string; text: string; createdAt: string };

/** What admins know about an order beyond the order itself. */
export type OrderBackground = {
  /** The account of the customer; `null` once it is deleted. */
  customer: { _id: string; name: string; orders: number } | null;
  notes: OrderNote[];
};
