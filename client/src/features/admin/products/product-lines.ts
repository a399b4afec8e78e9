import type { AdminPage } from "@shop/shared/admin/admin-list";
import type { AdminProduct } from "@shop/shared/catalog/admin-catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import { useState } from "react";
import type { Selection } from "../../../ui/data-table/use-selection.ts";

/**
 * A line of the list: a product, a group of variants that match, or one of these below its group. `key` sets a group apart from
 * its first variant.
 */
export type ProductLine = AdminProduct & { key: string; isVariant: boolean };

export type GroupLine = ProductLine & { group: NonNullable<AdminProduct["group"]> };

/** Whether a line stands for the variants of a group. */
export function isGroupLine(line: ProductLine): line is GroupLine {
  return line.group !== undefined;
}

/** What a line is about. */
export function lineName(line: ProductLine): string {
  return isGroupLine(line) ? line.group.name : fullName(line.name, line.variant);
}

/** Opens and closes the groups of a list. */
export type Folding = { isOpen: (line: GroupLine) => boolean; toggle: (line: GroupLine) => void };

/**
 * The lines of a list whose groups fold out. Selected are products: a group's line is when all of its variants are, and
 * selects all of them.
 */
export function useLines<List extends { data: AdminPage<AdminProduct> | undefined }>(
  products: List,
  selection: Selection,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = products.data?.rows ?? [];
  const lines = rows.flatMap((row): ProductLine[] => {
    const { group } = row;
    if (group === undefined) return [{ ...row, key: row._id, isVariant: false }];
    const variants = group.variants.map((variant) => ({ ...variant, key: variant._id, isVariant: true }));
    return [{ ...row, key: `group ${group._id}`, isVariant: false }, ...(open.has(group._id) ? variants : [])];
  });
  const idsOf = new Map(
    lines.filter(isGroupLine).map(({ key, group }) => [key, group.variants.map(({ _id }) => _id)] as const),
  );
  const whole = [...idsOf].flatMap(([key, ids]) => (ids.every((id) => selection.keys.has(id)) ? [key] : []));
  const folding: Folding = {
    isOpen: ({ group }) => open.has(group._id),
    toggle: ({ group: { _id } }) =>
      setOpen(open.has(_id) ? new Set([...open].filter((id) => id !== _id)) : new Set([...open, _id])),
  };
  return {
    ...folding,
    list: { ...products, data: products.data === undefined ? undefined : { ...products.data, rows: lines } },
    selection: {
      ...selection,
      keys: new Set([...selection.keys, ...whole]),
      setSelected: (keys: readonly string[], isSelected: boolean) =>
        selection.setSelected(
          keys.flatMap((key) => idsOf.get(key) ?? [key]),
          isSelected,
        ),
    },
  };
}
