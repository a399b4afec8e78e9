import type { ProductDetail, ProductTerms } from "@shop/shared/catalog/admin-catalog";
import { noImage } from "@shop/shared/catalog/image";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import type { Editor } from "../base/actor.ts";
import { retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { readProductDetail } from "./admin-products.ts";
import { lockFirstTerm, lockOrMakeTerm, type Taxonomy } from "./taxonomy.ts";
import { insertProducts } from "./write-product.ts";

/**
 * Creates a draft with default values in the brand and category of these names, or in the first ones, which
 * are created when there are none. The first update publishes it.
 */
export async function createProduct(
  db: Db,
  admin: Editor<"products.write">,
  terms?: ProductTerms,
): Promise<ProductDetail> {
  const create = () =>
    db.transaction(async (tx) => {
      const lock = (taxonomy: Taxonomy) => {
        const name = terms?.[taxonomy];
        return name === undefined ? lockFirstTerm(tx, admin, taxonomy) : lockOrMakeTerm(tx, admin, taxonomy, name);
      };
      const brandId = await lock("brand");
      const categoryId = await lock("category");
      const id = uuidv7();
      const name = "Sample name";
      await insertProducts(tx, [
        {
          id,
          name,
          image: noImage,
          brandId,
          categoryId,
          priceCents: 0,
          countInStock: 0,
          userId: admin.id,
        },
      ]);
      await recordAct(tx, admin, { act: "created", entity: "product", entityId: id, subject: name });
      return readProductDetail(tx, admin, id);
    });
  return retryingConflicts(create);
}
