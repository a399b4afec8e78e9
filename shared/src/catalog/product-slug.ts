import { z } from "zod";
import { isStorableLine } from "../query.ts";

// Apart from the addresses, which every page has.

/** The longest slug, in characters. */
const slugLength = 120;

export const productSlugSchema = z.object({ slug: z.string().max(slugLength).refine(isStorableLine) });
