import { Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { collectionProductsMax } from "@shop/shared/shop";
import { useState } from "react";
import { moved } from "../../../lib/moved.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { type ChosenProduct, FindProducts } from "../parts/find-products.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import type { CollectionFields } from "./collection-fields.ts";
import classes from "./collections.module.css";

type Form = UseFormReturnType<CollectionFields>;

/** The products that are chosen by hand, in their order, and a search for others. */
export function ProductsField({ form }: { form: Form }) {
  const [announcement, setAnnouncement] = useState("");
  const chosen = form.getValues().productIds;
  const set = (products: ChosenProduct[], words: string) => {
    form.setFieldValue("productIds", products);
    setAnnouncement(words);
  };
  const move = (from: number, to: number) => {
    const product = chosen[from];
    if (product === undefined || to < 0 || to >= chosen.length) return;
    set(moved(chosen, from, to), `${product.name} is number ${to + 1} of ${chosen.length}`);
  };
  return (
    <AdminPanel title="Products">
      <Stack gap="md">
        <Text>
          They are shown in this order. A product with options stands for all its sizes and colors. Save to keep your
          choice.
        </Text>
        {form.errors.productIds !== undefined && <Text c="var(--shop-danger)">{form.errors.productIds}</Text>}
        {chosen.length > 0 && (
          <OrderedList
            items={chosen}
            from="the collection"
            leading={({ image, name }) => (
              <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
            )}
            note={({ state }) =>
              state !== "" && (
                <Text span fz="sm" fw={400} c="dimmed">
                  {state}
                </Text>
              )
            }
            onMove={move}
            onRemove={(product) =>
              set(
                chosen.filter(({ _id }) => _id !== product._id),
                `${product.name} is not in the collection any more`,
              )
            }
          />
        )}
        <Text role="status" fz="sm" c="dimmed">
          {announcement}
        </Text>
        {chosen.length < collectionProductsMax && (
          <FindProducts
            chosen={chosen}
            from="the collection"
            onAdd={(product) => set([...chosen, product], `${product.name} is number ${chosen.length + 1}`)}
          />
        )}
      </Stack>
    </AdminPanel>
  );
}
