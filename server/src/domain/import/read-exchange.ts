import {
  importFields,
  importFormats,
  importMappingSchema,
  importOptionsSchema,
  importWarnings,
  recordKinds,
} from "@shop/shared/catalog/import";
import { customerFields, orderFields } from "@shop/shared/catalog/import-records";
import { z } from "zod";

/** What the shop and the process that reads its files tell each other: each request has one reply. */

const columnSchema = z.object({ name: z.string(), examples: z.array(z.string()) });

const warningsSchema = z.array(z.object({ kind: z.enum(importWarnings), about: z.string() })).optional();

const productSchema = z.object({
  line: z.int(),
  values: z.partialRecord(z.enum(importFields).exclude(["image", "group", "options"]), z.string()),
  images: z.array(z.string()),
  imageAlts: z.array(z.string()).optional(),
  isMarkdown: z.boolean().optional(),
  categoryPath: z.array(z.string()).optional(),
  oldAddress: z.string().optional(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  groupLine: z.int().optional(),
  variant: z
    .object({ name: z.string(), options: z.array(z.object({ name: z.string(), value: z.string() })) })
    .optional(),
  combination: z
    .object({
      productKeys: z.array(z.string()),
      label: z.string(),
      isMain: z.boolean(),
      price: z.string(),
      mainPrice: z.string(),
      weight: z.string(),
    })
    .optional(),
  warnings: warningsSchema,
  problem: z.string().optional(),
});

const entrySchema = z.object({
  line: z.int(),
  values: z.partialRecord(z.enum([...customerFields, ...orderFields]), z.string()),
  items: z
    .array(
      z.object({
        name: z.string(),
        sku: z.string(),
        quantity: z.string(),
        price: z.string(),
        total: z.string(),
      }),
    )
    .optional(),
  warnings: warningsSchema,
  problem: z.string().optional(),
});

const taskSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("describe"), encoding: z.string(), delimiter: z.string().optional() }),
  z.object({
    kind: z.literal("read"),
    encoding: z.string(),
    delimiter: z.string(),
    settings: z.object({
      format: z.enum(importFormats),
      mapping: importMappingSchema,
      variants: importOptionsSchema.shape.variants,
      factColumns: z.array(z.string()).optional(),
    }),
  }),
  z.object({
    kind: z.literal("read-records"),
    encoding: z.string(),
    delimiter: z.string(),
    settings: z.object({
      content: z.enum(recordKinds),
      format: z.enum(importFormats),
      mapping: importMappingSchema,
    }),
  }),
]);
/** What is wanted of a file. */
export type Task = z.output<typeof taskSchema>;

export const readRequestSchema = z.union([
  z.object({ task: taskSchema }),
  z.object({ chunk: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  z.object({ isEnd: z.literal(true) }),
  z.object({ goOn: z.literal(true) }),
]);
export type ReadRequest = z.output<typeof readRequestSchema>;

export const readReplySchema = z.union([
  z.object({ wants: z.literal("chunk") }),
  z.object({ products: z.array(productSchema) }),
  z.object({ entries: z.array(entrySchema) }),
  z.object({ described: z.object({ delimiter: z.string(), columns: z.array(columnSchema) }) }),
  z.object({ problem: z.string() }),
  z.object({ isWhole: z.literal(true) }),
]);
export type ReadReply = z.output<typeof readReplySchema>;
