import { Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import type { HomeBlock } from "@shop/shared/page/home-layout";
import { featuredBlockSchema } from "@shop/shared/page/home-layout-edit";
import { featuredLimit } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { moved } from "../../../lib/moved.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import { ProductFinder } from "../parts/product-finder.tsx";

/** Nothing is asked while somebody types, in milliseconds. */
const pauseMs = 300;

type Featured = Extract<HomeBlock, { kind: "featured" }>;

type FeaturedFormProps = {
  block: Featured;
  isOpen: boolean;
  onClose: () => void;
  onDone: (block: HomeBlock) => void;
};

/** Asks which products the carousel shows. */
export function FeaturedForm({ block, isOpen, onClose, onDone }: FeaturedFormProps) {
  return (
    <FormDialog
      title="Carousel"
      initialValues={block}
      schema={featuredBlockSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => onDone(featuredBlockSchema.parse(values))}
      saveLabel="Done"
      size="36rem"
    >
      {(form) => <ChosenProducts form={form} />}
    </FormDialog>
  );
}

function ChosenProducts({ form }: { form: UseFormReturnType<Featured> }) {
  const ids = form.getValues().productIds;
  const [added, setAdded] = useState<ProductSummary[]>([]);
  const known = trpc.catalog.byIds.useQuery({ ids }, { ...cachedBriefly, placeholderData: keepPreviousData });
  const all = [...added, ...(known.data ?? [])];
  const items = ids.map((_id) => {
    const found = all.find((product) => product._id === _id);
    const unknown = known.data === undefined ? "…" : "A product that is not on sale";
    return { _id, name: found === undefined ? unknown : fullName(found.name, found.variant ?? "") };
  });
  const set = (productIds: string[]) => form.setFieldValue("productIds", productIds);
  return (
    <Stack gap="md">
      <Text>
        {ids.length === 0
          ? "It shows the best-rated products. Choose some, and it shows these instead, as long as they are in stock."
          : "It shows these products in this order, as long as they are in stock. Without any, the best-rated ones."}
      </Text>
      {items.length > 0 && (
        <OrderedList
          items={items}
          from="the carousel"
          onMove={(from, to) => set(moved(ids, from, to))}
          onRemove={({ _id }) => set(ids.filter((id) => id !== _id))}
        />
      )}
      {ids.length < featuredLimit && (
        <FindShown
          chosen={items}
          onAdd={(product) => {
            setAdded([...added, product]);
            set([...ids, product._id]);
          }}
        />
      )}
    </Stack>
  );
}

type FindShownProps = { chosen: readonly { _id: string }[]; onAdd: (product: ProductSummary) => void };

/** A search among the products that customers see. */
function FindShown({ chosen, onAdd }: FindShownProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), pauseMs);
  const found = trpc.catalog.list.useQuery(
    { keyword: asked, pageNumber: 1 },
    { ...cachedBriefly, enabled: asked !== "", placeholderData: keepPreviousData },
  );
  return (
    <ProductFinder
      search={search}
      onSearch={setSearch}
      asked={asked}
      found={found.data?.products}
      failure={found.isError ? found.error : undefined}
      isLooking={found.isFetching}
      onRetry={() => void found.refetch()}
      placeholder="Name, brand or category"
      from="the carousel"
      chosen={chosen}
      onAdd={onAdd}
    />
  );
}
