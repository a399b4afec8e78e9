import { Stack } from "@mantine/core";
import type { AdminProduct } from "@shop/shared/catalog/admin-catalog";
import { categoryPath } from "@shop/shared/catalog/category-tree";
import { bulkRowsAtOnce } from "@shop/shared/catalog/product-editing";
import { IconPencil } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { editPath, productListPagePath, productListPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useMatchingSelection } from "../../../ui/data-table/use-selection.ts";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { RecordActions } from "../parts/record-actions.tsx";
import { deletionCallbacks, useDeletion } from "../parts/use-deletion.ts";
import { usePermissions } from "../parts/use-permissions.ts";
import { BulkBar, BulkProgressDialog, BulkRefusalDialog } from "./bulk-bar.tsx";
import { productColumns } from "./product-columns.tsx";
import { isGroupLine, lineName, type ProductLine, useLines } from "./product-lines.ts";
import type { BulkTarget } from "./use-batches.ts";
import { useBulkActs } from "./use-bulk-acts.ts";
import { useFieldEdits } from "./use-field-edits.ts";
import { type UndoStack, undoByKey, useUndoStack } from "./use-undo-stack.ts";

const states = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "sold-out", label: "Sold out" },
  { value: "low-stock", label: "Low stock" },
] as const;

const useProductListState = () =>
  useTableState({
    usualSort: "-createdAt",
    filters: { state: states.map(({ value }) => value), brand: "any", category: "any" },
    inPath: { path: productListPath, toPath: productListPagePath },
  });

type PageInput = ReturnType<typeof useProductListState>["input"] &
  ReturnType<typeof useProductListState>["filters"] & { isGrouped: boolean };

/** The filters by state, category and brand. */
function Filters({ state: { filters, setFilter } }: { state: ReturnType<typeof useProductListState> }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const toOptions = (terms: { _id: string; name: string; parentId?: string }[] = []) =>
    terms
      .map((term) => ({ value: term._id, label: categoryPath(terms, term) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
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

/** The list of all products and drafts, the variants of a group in one line that folds out, with price and stock to edit. Its page is in the path, the rest in the query. */
export function ProductList() {
  const state = useProductListState();
  const input = { ...state.input, ...state.filters, isGrouped: true };
  const products = trpc.admin.products.page.useQuery(input, { ...cachedBriefly, placeholderData: keepPreviousData });
  const rows = (products.data?.rows ?? []).flatMap((row) => row.group?.variants ?? row);
  const filter = { search: state.input.search, ...state.filters };
  const selection = useMatchingSelection(
    rows.map(({ _id }) => _id),
    products.data?.products ?? products.data?.total ?? 0,
    JSON.stringify(input),
  );
  const lines = useLines(products, selection);
  const undoable = useUndoStack();
  const cellOf = useFieldEdits<AdminProduct>(undoable, useRowChange(input));
  const may = usePermissions();
  const columns = productColumns(may("products.write") ? cellOf : undefined, lines);
  const bulk = useBulkActs(undoable, selection.clear);
  const target: BulkTarget =
    selection.matching?.isChosen === true
      ? { filter, count: selection.count }
      : { rows: rows.filter(({ _id }) => selection.keys.has(_id)), count: selection.count };
  const { remove, isDeleting, dialog } = useProductDeletion(undoable);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut is for the elements within
    <div onKeyDown={(event) => undoByKey(event, undoable)}>
      <Stack gap={20}>
        <TableTools searchLabel="Search products" columns={columns} state={state}>
          <Filters state={state} />
        </TableTools>
        <DataTable
          of="products"
          columns={columns}
          list={lines.list}
          state={state}
          keyOf={({ key }) => key}
          nameOf={lineName}
          failure="Failed to load products"
          empty={{ text: "No products found." }}
          {...(may("products.write") && { selection: lines.selection })}
          bulkActions={<BulkBar target={target} onAct={(act, leavesOut) => bulk.act(target, act, leavesOut)} />}
          {...(may("products.write") && {
            actions: (line: ProductLine) =>
              isGroupLine(line) ? (
                <RowAction
                  label={`Edit ${lineName(line)}`}
                  icon={<IconPencil size={20} aria-hidden="true" />}
                  to={editPath("product", line._id)}
                />
              ) : (
                <RecordActions
                  name={lineName(line)}
                  editPath={editPath("product", line._id)}
                  isDeleting={isDeleting(line)}
                  onDelete={() => remove(line)}
                />
              ),
          })}
        />
      </Stack>
      {dialog}
      {bulk.refusal !== undefined && <BulkRefusalDialog refusal={bulk.refusal} />}
      {bulk.refusal === undefined && bulk.progress !== undefined && bulk.progress.of > bulkRowsAtOnce && (
        <BulkProgressDialog progress={bulk.progress} onStop={bulk.stop} />
      )}
    </div>
  );
}

/** Shows changed values of a row without loading the list again, which could move the row. */
function useRowChange(input: PageInput) {
  const utils = trpc.useUtils();
  return (id: string, values: Partial<AdminProduct>) => {
    const changed = (row: AdminProduct): AdminProduct => {
      const own = row._id === id ? { ...row, ...values } : row;
      const { group } = row;
      return group === undefined ? own : { ...own, group: { ...group, variants: group.variants.map(changed) } };
    };
    utils.admin.products.page.setData(input, (page) => page && { ...page, rows: page.rows.map(changed) });
  };
}

/** Deletes one product after a question, and brings it back. */
function useProductDeletion(undoable: UndoStack) {
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([utils.admin.invalidate(), utils.catalog.invalidate()]);
  const restoration = trpc.admin.products.restore.useMutation({ onSettled: refresh });
  const deletion = trpc.admin.products.delete.useMutation({
    ...deletionCallbacks("Product", refresh),
    onSuccess: async (_, { id }) => {
      undoable.done("Product deleted", async () => (await restoration.mutateAsync({ id })).message);
      await refresh();
    },
  });
  return useDeletion<AdminProduct>(
    deletion,
    "Delete this product?",
    () => "It leaves the shop at once. Past orders are not affected.",
  );
}
