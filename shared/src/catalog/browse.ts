import { z } from "zod";
import { nameLength } from "../shop.ts";
import { termKinds } from "./term-page.ts";

/** The page of a brand, category or collection, by the end of its address. */
export const termInputSchema = z.object({ kind: z.enum(termKinds), slug: z.string().max(nameLength * 2) });
export type TermInput = z.output<typeof termInputSchema>;
