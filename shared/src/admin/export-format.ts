import { z } from "zod";

/** Whose format an export has: this shop's own, or that of another shop to move to. */
export const exportFormatSchema = z
  .enum(["own", "shopify", "woocommerce"])
  .default("own")
  .meta({ description: "The shop that can import the file." });
