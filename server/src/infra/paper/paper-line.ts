import { labelSchema } from "@shop/shared/order/label";
import { sheetSchema } from "@shop/shared/order/paper";
import { z } from "zod";

/** A line to the process that writes a PDF: an image in base64 before the first sheet that shows it, a sheet, or a label. */
export const paperLineSchema = z.union([
  z.object({ sheet: sheetSchema }),
  z.object({ label: labelSchema }),
  z.object({ image: z.string(), content: z.string() }),
]);
export type PaperLine = z.infer<typeof paperLineSchema>;
