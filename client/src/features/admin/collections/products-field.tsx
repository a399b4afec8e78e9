import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { fullName } from "@shop/shared/catalog/variant-name";
import { collectionProductsMax } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import type { ChosenProduct, CollectionFields } from "./collection-fields.ts";
import classes from "./collections.module.css";

/** Nothing is asked while somebody types, in milliseconds. */
const pauseMs = 300;
/** How many found products are offered. */
const offeredMax = 8;

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
    set(chosen.toSpliced(from, 1).toSpliced(to, 0, product), `${product.name} is number ${to + 1} of ${chosen.length}`);
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
  const rows = asked === "" ? [] : (found.data?.rows ?? []);
  const offered = rows.filter(({ _id }) => !chosen.some((product) => product._id === _id)).slice(0, offeredMax);
  return (
    <>
      <TextInput
        type="search"
        label="Find products to add"
        placeholder="Name, brand, category or SKU"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Enter would save the whole form.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {asked !== "" && found.isError && found.data === undefined && (
        <ErrorAlert
          message={messageOf(found.error, "Failed to look for products")}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {asked !== "" && found.data !== undefined && offered.length === 0 && (
        <Text role="status" c="dimmed">
          {rows.length === 0 ? `No product found for “${asked}”.` : "All that were found are in the collection."}
        </Text>
      )}
      {offered.length > 0 && (
        <DividedList>
          {offered.map(({ _id, name, variant, image, isDraft }) => {
            const product = { _id, name: fullName(name, variant), image, state: isDraft ? "not on sale" : "" };
            return (
              <Group component="li" key={_id} gap="sm" py="xs" wrap="nowrap">
                <ProductImage image={image} alt="" sizes="48px" className={classes.image ?? ""} />
                <Text flex={1} miw={0} className={classes.name ?? ""}>
                  {product.name} {isDraft && <span className={classes.note}>not on sale</span>}
                </Text>
                <Button variant="default" aria-label={`Add ${product.name}`} onClick={() => onAdd(product)}>
                  Add
                </Button>
              </Group>
            );
          })}
        </DividedList>
      )}
    </>
  );
}
