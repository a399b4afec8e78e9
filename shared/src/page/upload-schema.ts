import { z } from "zod";
import { isStorableText, unstorableText } from "../query.ts";

export const imageAltLength = 200;

/** What an image shows, for those who do not see it. */
export const imageAltSchema = z
  .string()
  .trim()
  .max(imageAltLength, `Use at most ${imageAltLength} characters`)
  .refine(isStorableText, unstorableText);
/** The address of an uploaded image; empty for none. */
export const uploadSchema = z.string().regex(/^(\/uploads\/[0-9a-f-]{36}\.webp)?$/, "Upload an image");
