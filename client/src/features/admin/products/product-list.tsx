import { Group, Text } from "@mantine/core";
import type { AdminProduct } from "@shop/shared/admin-catalog";
import { lowStock } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { editPath, productListPagePath, productListPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { RecordActions } from "../record-actions.tsx";
import { deletionCallbacks, useDeletion } from "../use-deletion.ts";
import classes from "./product-list.module.css";

const columns: readonly Column<AdminProduct>[] = [
  { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true },
  { name: "NAME", value: (product) => <NameCell product={product} />, sort: "name", isRowHeader: true },
  { name: "PRICE", value: ({ price }) => <Price amount={price} />, sort: "price", isNumeric: true },
  { name: "CATEGORY", value: ({ category }) => <Term name={category} /> },
  { name: "BRAND", value: ({ brand }) => <Term name={brand} /> },
];

const states = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "sold-out", label: "Sold out" },
  { value: "low-stock", label: "Low stock" },
] as const;

/** Breaks between words, unlike the other cells. */
function Term({ name }: { name: string }) {
  return (
    <Text inherit className={classes.term ?? ""}>
      {name}
    </Text>
  );
}

function NameCell({ product }: { product: AdminProduct }) {
  const state = stateOf(product);
  return (
    <Group gap="sm" wrap="nowrap">
      <ProductImage image={product.image} alt="" sizes="44px" className={classes.image ?? ""} />
      <div>
        {product.name}
        {state !== undefined && (
          <Text span display="block" fz="xs" fw={400} c="dimmed">
            <StatusDot tone={state.tone}>{state.text}</StatusDot>
          </Text>
        )}
      </div>
    </Group>
  );
}

/** A state that needs attention, or none. */
function stateOf({ isDraft, countInStock }: AdminProduct): { tone: StatusTone; text: string } | undefined {
  if (isDraft) return { tone: "going", text: "Draft" };
  if (countInStock === 0) return { tone: "danger", text: "Sold out" };
  if (countInStock <= lowStock) return { tone: "warning", text: `Only ${countInStock} left` };
  return undefined;
}

const useProductListState = (pageNumber: number) =>
  useTableState({
    usualSort: "-createdAt",
    filters: { state: states.map(({ value }) => value), brand: "any", category: "any" },
    inPath: { path: productListPath, pageNumber, toPath: productListPagePath },
  });

/** The filters by state, category and brand. */
function Filters({ state: { filters, setFilter } }: { state: ReturnType<typeof useProductListState> }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const toOptions = (terms: { _id: string; name: string }[] = []) =>
    terms.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <TableFilter
        label="State"
        value={filters.state}
        onChange={(value) => setFilter("state", value)}
        all="All"
        options={states}
      />
      <TableFilter
        label="Category"
        value={filters.category}
        onChange={(value) => setFilter("category", value)}
        all="All"
        options={toOptions(categories.data)}
      />
      <TableFilter
        label="Brand"
        value={filters.brand}
        onChange={(value) => setFilter("brand", value)}
        all="All"
        options={toOptions(brands.data)}
      />
    </>
  );
}

/** The list of all products and drafts. Its page is in the path, everything else in the query. */
export function ProductList({ pageNumber }: { pageNumber: number }) {
  const state = useProductListState(pageNumber);
  const products = trpc.admin.products.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const deletion = trpc.admin.products.delete.useMutation(
    deletionCallbacks("Product", () => Promise.all([utils.admin.invalidate(), utils.catalog.invalidate()])),
  );
  const { remove, isDeleting, dialog } = useDeletion<AdminProduct>(
    deletion,
    "Delete this product?",
    () => "It leaves the shop at once. Past orders are not affected.",
  );
  return (
    <>
      <TableTools searchLabel="Search products" columns={columns} state={state}>
        <Filters state={state} />
      </TableTools>
      <DataTable
        of="products"
        columns={columns}
        list={products}
        state={state}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        failure="Failed to load products"
        empty={{ text: "No products found." }}
        actions={(product) => (
          <RecordActions
            name={product.name}
            editPath={editPath("product", product._id)}
            isDeleting={isDeleting(product)}
            onDelete={() => remove(product)}
          />
        )}
      />
      {dialog}
    </>
  );
}
