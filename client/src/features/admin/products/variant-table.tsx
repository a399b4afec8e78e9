import { Badge, Group, Table, Text } from "@mantine/core";
import type { GroupDetail } from "@shop/shared/catalog/product-group";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { pathOf } from "@shop/shared/page/pages";
import { trpc } from "../../../lib/trpc.ts";
import { EditableCell } from "../../../ui/data-table/editable-cell.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import classes from "./product-list.module.css";
import { useFieldEdits } from "./use-field-edits.ts";
import { undoByKey, useUndoStack } from "./use-undo-stack.ts";

type VariantTableProps = { group: GroupDetail; ownId: string };

/** All variants of a product with price and stock to edit, as in the list of products. */
export function VariantTable({ group, ownId }: VariantTableProps) {
  const utils = trpc.useUtils();
  const undoable = useUndoStack();
  const cellOf = useFieldEdits(undoable, (id, values) => {
    utils.admin.products.group.setData({ id: ownId }, (known) =>
      known === undefined || known === null
        ? known
        : { ...known, variants: known.variants.map((each) => (each._id === id ? { ...each, ...values } : each)) },
    );
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut is for the elements within
    <div onKeyDown={(event) => undoByKey(event, undoable)}>
      <Table aria-label="Variants" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">VARIANT</Table.Th>
            <Table.Th scope="col" ta="right">
              PRICE
            </Table.Th>
            <Table.Th scope="col" ta="right">
              STOCK
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {group.variants.map((variant) => {
            const label = variantLabel(group.options, variant.values);
            const row = { ...variant, name: `${variant.name} ${label}` };
            return (
              <Table.Tr key={variant._id}>
                <Table.Th scope="row" fw={500}>
                  <VariantName variant={variant} label={label} isOwn={variant._id === ownId} />
                </Table.Th>
                <Table.Td ta="right">
                  <EditableCell {...cellOf(row, "price")} prefix="$" inputMode="decimal" />
                </Table.Td>
                <Table.Td ta="right">
                  <EditableCell {...cellOf(row, "countInStock")} inputMode="numeric" />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type VariantNameProps = { variant: GroupDetail["variants"][number]; label: string; isOwn: boolean };

function VariantName({ variant, label, isOwn }: VariantNameProps) {
  return (
    <Group gap="sm" wrap="nowrap">
      <ProductImage image={variant.image} alt="" sizes="44px" className={classes.image ?? ""} />
      {isOwn ? (
        <Text span inherit>
          {label}{" "}
          <Text span fz="xs" c="dimmed">
            this product
          </Text>
        </Text>
      ) : (
        <PrefetchLink to={pathOf("productEdit", { id: variant._id })}>{label}</PrefetchLink>
      )}
      {variant.isDraft && <Badge variant="default">Draft</Badge>}
    </Group>
  );
}
