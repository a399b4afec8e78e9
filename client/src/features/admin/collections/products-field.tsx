import { Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { fullName } from "@shop/shared/catalog/variant-name";
import { collectionProductsMax } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { moved } from "../../../lib/moved.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import { ProductFinder } from "../parts/product-finder.tsx";
import type { ChosenProduct, CollectionFields } from "./collection-fields.ts";
import classes from "./collections.module.css";

/** Nothing is asked while somebody types, in milliseconds. */
const pauseMs = 300;

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
            leading={({ image }) => <ProductImage image={image} alt="" sizes="48px" className={classes.image ?? ""} />}
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
            onAdd={(product) => set([...chosen, product], `${product.name} is number ${chosen.length + 1}`)}
          />
        )}
      </Stack>
    </AdminPanel>
  );
}

type FindProductsProps = { chosen: readonly ChosenProduct[]; onAdd: (product: ChosenProduct) => void };

function FindProducts({ chosen, onAdd }: FindProductsProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), pauseMs);
  const found = trpc.admin.products.page.useQuery(
    { search: asked },
    { ...cachedBriefly, enabled: asked !== "", placeholderData: keepPreviousData },
  );
  return (
    <ProductFinder
      search={search}
      onSearch={setSearch}
      asked={asked}
      found={found.data?.rows}
      failure={found.isError ? found.error : undefined}
      isLooking={found.isFetching}
      onRetry={() => void found.refetch()}
      placeholder="Name, brand, category or SKU"
      from="the collection"
      chosen={chosen}
      onAdd={({ _id, name, variant, image, isDraft }) =>
        onAdd({ _id, name: fullName(name, variant), image, state: isDraft ? "not on sale" : "" })
      }
    />
  );
}
