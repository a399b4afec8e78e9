import { z } from "zod";
import { codesMax, isCode, toCode } from "./code.ts";

const codeRule = "A code has 3 to 40 letters, digits and dashes";

/** A code that an owner gives a rule. */
export const codeSchema = z.string({ error: codeRule }).max(200, codeRule).transform(toCode).refine(isCode, codeRule);

/** The codes that a customer has entered, each once. A text that can be no code is answered like one that nobody knows. */
export const discountCodesSchema = z
  .array(z.string().max(200, "A code is too long").transform(toCode))
  .max(codesMax, `An order can have at most ${codesMax} codes`)
  .transform((codes) => [...new Set(codes)].filter((code) => code !== ""));
