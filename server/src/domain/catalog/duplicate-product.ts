import type { ProductDetail } from "@shop/shared/catalog/admin-catalog";
import { isId } from "@shop/shared/query";
import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import type { Admin } from "../base/actor.ts";
import { notFound, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { isNotDeleted, readProductDetail } from "./admin-products.ts";
import { copyName, copyParts } from "./copy-product.ts";
import { lockTermsOf, requireLocked } from "./delete-product.ts";
import { insertProducts } from "./write-product.ts";

/**
 * Creates a draft with the fields, images and attributes of a product, the name "Copy of …", nothing in stock and no
 * import key: units and keys are of one product alone. Fails with NOT_FOUND.
 */
export async function duplicateProduct(db: Db, admin: Admin<"products.write">, id: string): Promise<ProductDetail> {
  if (!isId(id)) throw notFound("Product");
  const duplicate = () =>
    db.transaction(async (tx) => {
      const terms = await lockTermsOf(tx, [id]);
      // An edit meanwhile would leave a copy of neither state.
      const [original] = await tx
        .select()
        .from(products)
        .where(and(eq(products.id, id), isNotDeleted))
        .for("share");
      if (original === undefined) throw notFound("Product");
      requireLocked(original, terms);
      const { image, imageAlt, brandId, categoryId, description, isMarkdown } = original;
      const copy = uuidv7();
      const name = copyName(original.name);
      await insertProducts(tx, [
        {
          id: copy,
          name,
          image,
          imageAlt,
          brandId,
          categoryId,
          description,
          isMarkdown,
          // A reduction is the original's alone.
          priceCents: original.regularPriceCents ?? original.priceCents,
          countInStock: 0,
          userId: admin.id,
        },
      ]);
      await copyParts(tx, [{ from: id, to: copy }]);
      await recordAct(tx, admin, { act: "created", entity: "product", entityId: copy, subject: name });
      return readProductDetail(tx, admin, copy);
    });
  return retryingConflicts(duplicate);
}
