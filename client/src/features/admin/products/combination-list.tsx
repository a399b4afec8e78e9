import { NativeSelect, Select, Stack, Table, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { variantsMax } from "@shop/shared/shop";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import {
  combinationsOf,
  type GroupValues,
  type KnownProduct,
  placeOf,
  standingOf,
  withStanding,
} from "./group-values.ts";

const searchMs = 250;
const isNew = "new";
const isNone = "none";

type CombinationListProps = {
  form: UseFormReturnType<GroupValues>;
  /** The products that can stand for a combination. */
  known: readonly KnownProduct[];
  onKnow: (product: KnownProduct) => void;
};

/** Every combination of the options' values with the product that it is. */
export function CombinationList({ form, known, onKnow }: CombinationListProps) {
  const values = form.getValues();
  const combinations = combinationsOf(values.options);
  const count = values.options.reduce((product, option) => product * option.values.length, 1);
  if (count === 0) return <Text c="dimmed">Name the values of each option to see the variants.</Text>;
  if (combinations.length === 0) {
    return (
      <Text c="var(--shop-danger)" role="alert">
        These are {count.toLocaleString("en-US")} combinations. A product can have {variantsMax} variants.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Table aria-label="Variants" verticalSpacing="xs">
        <Table.Tbody>
          {combinations.map((combination) => (
            <Combination key={combination.join()} form={form} combination={combination} known={known} />
          ))}
        </Table.Tbody>
      </Table>
      {form.errors.variants !== undefined && <Text c="var(--shop-danger)">{form.errors.variants}</Text>}
      <FindProduct known={known} onKnow={onKnow} />
    </Stack>
  );
}

type CombinationProps = Omit<CombinationListProps, "onKnow"> & { combination: readonly number[] };

function Combination({ form, combination, known }: CombinationProps) {
  const values = form.getValues();
  const label = variantLabel(values.options, combination);
  const standing = standingOf(values, combination);
  const place = placeOf(values, combination);
  const choose = (value: string) =>
    form.setValues(
      withStanding(values, combination, value === isNone ? undefined : { productId: value === isNew ? null : value }),
    );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {label}
      </Table.Th>
      <Table.Td>
        <NativeSelect
          aria-label={`Product for ${label}`}
          data={[
            { value: isNew, label: "New product" },
            { value: isNone, label: "Not made" },
            ...known.map(({ _id, name }) => ({
              value: _id,
              label: _id === values.id ? `${name} (this product)` : name,
            })),
          ]}
          value={standing === undefined ? isNone : (standing.productId ?? isNew)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          error={form.errors[`variants.${place}.productId`] ?? form.errors[`variants.${place}.values`]}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** Finds a product by name that is a variant already sold on its own. */
function FindProduct({ known, onKnow }: Pick<CombinationListProps, "known" | "onKnow">) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), searchMs);
  const found = trpc.admin.products.page.useQuery({ search: asked }, { ...cachedBriefly, enabled: asked !== "" });
  const isKnown = new Set(known.map(({ _id }) => _id));
  const rows = asked === "" ? [] : (found.data?.rows ?? []).filter(({ _id }) => !isKnown.has(_id));
  return (
    <Select
      label="Use a product that you sell already"
      description="It can then be chosen above."
      placeholder="Search by name"
      searchable
      data={rows.map(({ _id, name }) => ({ value: _id, label: name }))}
      // The server has searched.
      filter={({ options }) => options}
      value={null}
      onChange={(id) => {
        const product = rows.find(({ _id }) => _id === id);
        if (product === undefined) return;
        onKnow({ _id: product._id, name: product.name });
        setSearch("");
      }}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={asked === "" || found.isFetching ? undefined : "No match"}
      error={found.error === null ? undefined : messageOf(found.error, "The search failed")}
      maxDropdownHeight={240}
      comboboxProps={{ shadow: "md", withinPortal: false }}
    />
  );
}
