import { useDebouncedValue } from "@mantine/hooks";
import { fullName } from "@shop/shared/catalog/variant-name";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ProductFinder } from "./product-finder.tsx";

/** Nothing is asked while somebody types, in milliseconds. */
const pauseMs = 300;

/** `state`: why customers do not see it; empty if they do. */
export type ChosenProduct = { _id: string; name: string; image: string; state: string };

type FindProductsProps = {
  chosen: readonly ChosenProduct[];
  onAdd: (product: ChosenProduct) => void;
  /** What they are chosen for, such as "the collection". */
  from: string;
};

/** A search for products of the shop, drafts included, that adds one at a time. */
export function FindProducts({ chosen, onAdd, from }: FindProductsProps) {
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
      from={from}
      chosen={chosen}
      onAdd={({ _id, name, variant, image, isDraft }) =>
        onAdd({ _id, name: fullName(name, variant), image, state: isDraft ? "not on sale" : "" })
      }
    />
  );
}
