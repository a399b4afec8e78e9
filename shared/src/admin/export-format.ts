import { z } from "zod";

/** Whose format an export has: this shop's own, or that of another shop to move to. */
export const exportFormats = ["own", "shopify", "woocommerce"] as const;

export const exportFormatSchema = z
  .enum(exportFormats)
  .default("own")
  .meta({ description: "The shop that can import the file." });
