import type { AdminProduct } from "@shop/shared/admin-catalog";
import { lowStock } from "@shop/shared/shop";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { editPath, productListPagePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { notify } from "../../../ui/notify.ts";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import classes from "./product-list.module.css";

const columns: readonly Column<AdminProduct>[] = [
  { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true },
  { name: "NAME", value: (product) => <NameCell product={product} />, sort: "name", isRowHeader: true },
  { name: "PRICE", value: ({ price }) => <Price amount={price} />, sort: "price", isNumeric: true },
  { name: "CATEGORY", value: ({ category }) => <span className={classes.term}>{category}</span> },
  { name: "BRAND", value: ({ brand }) => <span className={classes.term}>{brand}</span> },
];

const states = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "sold-out", label: "Sold out" },
  { value: "low-stock", label: "Low stock" },
] as const;

function NameCell({ product }: { product: AdminProduct }) {
  const state = stateOf(product);
  return (
    <span className={classes.product}>
      <ProductImage image={product.image} alt="" sizes="44px" className={classes.image ?? ""} />
      <span className={classes.words}>
        <span className={classes.name}>{product.name}</span>
        {state !== undefined && (
          <span className={classes.state} data-state={state.kind}>
            {state.text}
          </span>
        )}
      </span>
    </span>
  );
}

/** What an administrator should know of a product at a glance; nothing when all is well. */
function stateOf({
  isDraft,
  countInStock,
}: AdminProduct): { kind: "draft" | "sold-out" | "low"; text: string } | undefined {
  if (isDraft) return { kind: "draft", text: "Draft" };
  if (countInStock === 0) return { kind: "sold-out", text: "Sold out" };
  if (countInStock <= lowStock) return { kind: "low", text: `Only ${countInStock} left` };
  return undefined;
}

/** All products, drafts too. The page stands in the path, everything else in the query. */
export function ProductList({ pageNumber }: { pageNumber: number }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const state = useTableState({
    usualSort: "-createdAt",
    filters: { state: states.map(({ value }) => value), brand: "any", category: "any" },
    inPath: { pageNumber, toPath: productListPagePath },
  });
  const products = trpc.admin.products.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const refresh = () => Promise.all([utils.admin.invalidate(), utils.catalog.invalidate()]);
  const deletion = trpc.admin.products.delete.useMutation({
    onSuccess: async () => {
      notify.withdrawErrors();
      notify.success("Product deleted");
      await refresh();
    },
    onError: async (error) => {
      notify.error(messageOf(error, "Delete failed"));
      await refresh();
    },
  });

  async function remove({ _id, name }: AdminProduct) {
    const isSure = await ask({
      question: "Delete this product?",
      about: name,
      consequence: "It leaves the shop at once. Orders keep what they say of it.",
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) oneAtATime(() => deletion.mutateAsync({ id: _id }));
  }

  const toOptions = (names: { _id: string; name: string }[] | undefined) =>
    (names ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <TableTools searchLabel="Search products" columns={columns} state={state}>
        <TableFilter
          label="State"
          value={state.filters.state}
          onChange={(value) => state.setFilter("state", value)}
          all="All"
          options={states}
        />
        <TableFilter
          label="Category"
          value={state.filters.category}
          onChange={(value) => state.setFilter("category", value)}
          all="All"
          options={toOptions(categories.data)}
        />
        <TableFilter
          label="Brand"
          value={state.filters.brand}
          onChange={(value) => state.setFilter("brand", value)}
          all="All"
          options={toOptions(brands.data)}
        />
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
          <>
            <RowAction
              label={`Edit ${product.name}`}
              icon={<IconPencil size={20} aria-hidden="true" />}
              to={editPath("product", product._id)}
            />
            <RowAction
              label={`Delete ${product.name}`}
              icon={<IconTrash size={20} aria-hidden="true" />}
              onPress={() => void remove(product)}
              isBusy={deletion.isPending && deletion.variables.id === product._id}
              isDanger
            />
          </>
        )}
      />
      {dialog}
    </>
  );
}
