import { z } from "zod";
import { isId } from "../query.ts";
import { paperKinds } from "./paper-kinds.ts";

/** The most orders of one file, and of one page for printing. */
export const ordersInFile = 500;
export const ordersInPrint = 100;

/** One sheet, as it is printed. All values are texts, so that the file and the page show the same. */
export const sheetSchema = z.object({
  kind: z.enum(["packing slip", "invoice", "credit note"]),
  title: z.string(),
  shopName: z.string(),
  /** Name, address and tax number of the seller; on slips the shop's name only. */
  seller: z.array(z.string()),
  /** Name and address of the customer. */
  recipient: z.array(z.string()),
  orderId: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Why the order must not be sent, or why the paper does not count; `null` if it is in order. */
  warning: z.string().nullable(),
  /** The prices are `null` on slips without prices. */
  lines: z.array(
    z.object({
      name: z.string(),
      qty: z.number(),
      image: z.string(),
      price: z.string().nullable(),
      total: z.string().nullable(),
    }),
  ),
  sums: z.array(z.object({ label: z.string(), amount: z.string() })),
  notes: z.array(z.string()),
});
export type Sheet = z.infer<typeof sheetSchema>;

const idsSchema = (most: number) =>
  z
    .array(z.string().refine(isId, "must be ids of orders"))
    .min(1, "Name at least one order")
    .max(most, `At most ${most} orders at once`)
    .meta({ description: "The ids of the orders, in the order of the sheets." });

/** Orders whose paper is to be printed into one file. */
export const paperFileSchema = z.object({
  ids: idsSchema(ordersInFile),
  hasPrices: z.boolean().default(false).meta({ description: "Whether packing slips show prices." }),
});
export type PaperFile = z.output<typeof paperFileSchema>;

/** Whether a packing slip shows prices, in a query. */
export const printQuerySchema = z.object({
  prices: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1")
    .meta({ description: "1 shows prices on the slip." }),
  parcel: z
    .uuid("There is no such parcel")
    .transform((id) => id.toLowerCase())
    .optional()
    .meta({ description: "A parcel of the order, for a slip of what is in it." }),
});

/** Orders whose paper is to be shown for printing. */
export const printPaperSchema = paperFileSchema.extend({
  kind: z.enum(paperKinds),
  ids: idsSchema(ordersInPrint),
});
export type PrintPaper = z.output<typeof printPaperSchema>;
