import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { isId } from "../query.ts";
import { siblingLabelLength, siblingsMax } from "../shop.ts";

/** A product of a group of siblings, as admins see it. */
export type SiblingDetail = { _id: string; name: string; image: string; label: string; isDraft: boolean };

/** A group of siblings. `version` is `null` and the group empty for a product without siblings. */
export type SiblingGroup = { siblings: SiblingDetail[]; version: string | null };

const siblingsSchema = z
  .array(z.object({ productId: z.string().refine(isId), label: lineSchema("Label", siblingLabelLength) }))
  .max(siblingsMax, `At most ${siblingsMax} products can belong together`)
  .superRefine((siblings, context) => {
    const refuseRepeated = (field: "productId" | "label", message: string) => {
      const seen = new Set<string>();
      for (const [place, sibling] of siblings.entries()) {
        const text = sibling[field].toLowerCase();
        if (seen.has(text)) context.addIssue({ code: "custom", path: [place, field], message });
        seen.add(text);
      }
    };
    refuseRepeated("productId", "This product is in the list already");
    refuseRepeated("label", "Another product of the list has this label");
  });

/** The siblings of a product in their order, the product among them; none, or at least two. */
export const saveSiblingsSchema = z
  .object({
    id: z.string(),
    siblings: siblingsSchema,
    /** That of the group as it was read, so that nobody's change is overwritten. */
    version: z.uuid().nullable(),
  })
  .superRefine(({ id, siblings }, context) => {
    if (siblings.length === 0) return;
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["siblings"], message });
    if (siblings.length === 1) refuse("Add another product, or remove this one");
    else if (!siblings.some(({ productId }) => productId === id)) refuse("The product itself must be in the list");
  });
export type SaveSiblings = z.output<typeof saveSiblingsSchema>;
