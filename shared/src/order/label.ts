import { z } from "zod";
import { labelSizes } from "./label-sizes.ts";
import { paperFileSchema } from "./paper.ts";

/** Orders whose addresses are wanted. */
export const sendOrdersSchema = paperFileSchema.pick({ ids: true });

const labelSizeSchema = z.enum(labelSizes, "There is no such size of labels");

/** Orders whose addresses are to be printed on labels. */
export const printLabelsSchema = sendOrdersSchema.extend({
  size: labelSizeSchema,
  startAt: z
    .int("The first label is a whole number from 1")
    .min(1, "The first label is a whole number from 1")
    .max(100)
    .default(1)
    .meta({ description: "The first free label of a sheet that is used in part." }),
});
export type PrintLabels = z.output<typeof printLabelsSchema>;

/** What is printed on one label. */
export const labelSchema = z.object({
  size: labelSizeSchema,
  /** Its place, from 0; a sheet has several. */
  place: z.int(),
  sender: z.string(),
  recipient: z.array(z.string()),
  order: z.string(),
});
export type Label = z.output<typeof labelSchema>;
