import { z } from "zod";

/** Where an owner's link leads: a path of this shop, or another site. */
export const linkTargetSchema = z
  .string({ error: "A link needs an address" })
  .trim()
  .max(300, "Use at most 300 characters")
  .regex(/^(\/(?![/\\])|https:\/\/)/, "Use a path of this shop such as /products, or an address with https://");
