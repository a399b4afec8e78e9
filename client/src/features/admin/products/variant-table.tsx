import { currencySign } from "@shop/shared/currency";
import "@mantine/core/styles/Checkbox.layer.css";
import { Badge, Checkbox, Group, NativeSelect, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { bulkRowsAtOnce } from "@shop/shared/catalog/product-editing";
import type { GroupDetail, VariantDetail } from "@shop/shared/catalog/product-group";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { useState } from "react";
import { editPath } from "../../../lib/admin-paths.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EditableCell } from "../../../ui/data-table/editable-cell.tsx";
import { useSelection } from "../../../ui/data-table/use-selection.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { BulkBar, BulkProgressDialog, BulkRefusalDialog } from "./bulk-bar.tsx";
import { useBulkActs } from "./use-bulk-acts.ts";
import { useFieldEdits } from "./use-field-edits.ts";
import { useSkuEdits } from "./use-sku-edits.ts";
import { undoByKey, useUndoStack } from "./use-undo-stack.ts";
import { VariantImageDialog } from "./variant-image-dialog.tsx";
import classes from "./variant-table.module.css";

type VariantTableProps = { group: GroupDetail; ownId: string };

/** All variants of a product with image, SKU, price and stock to edit, one by one or several at once, as in the list of products. */
export function VariantTable({ group, ownId }: VariantTableProps) {
  const utils = trpc.useUtils();
  const undoable = useUndoStack();
  const selection = useSelection(group.variants.map(({ _id }) => _id));
  const bulk = useBulkActs(undoable, selection.clear);
  const change = (id: string, values: Partial<VariantDetail>) =>
    utils.admin.products.group.setData({ id: ownId }, (known) =>
      known === undefined || known === null
        ? known
        : { ...known, variants: known.variants.map((each) => (each._id === id ? { ...each, ...values } : each)) },
    );
  const cellOf = useFieldEdits(undoable, change);
  const skuCellOf = useSkuEdits(undoable, change);
  const [withImage, setWithImage] = useState<VariantDetail>();
  const target = { rows: group.variants.filter(({ _id }) => selection.keys.has(_id)), count: selection.count };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut is for the elements within
    <div onKeyDown={(event) => undoByKey(event, undoable)}>
      <Table aria-label="Variants" verticalSpacing="xs" className={classes.table ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">VARIANT</Table.Th>
            <Table.Th scope="col" className={classes.sku ?? ""}>
              SKU
            </Table.Th>
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
                  <Group gap="sm">
                    <Checkbox
                      aria-label={`Select ${label}`}
                      checked={selection.keys.has(variant._id)}
                      onChange={({ currentTarget }) => selection.setSelected([variant._id], currentTarget.checked)}
                    />
                    <VariantName
                      variant={variant}
                      label={label}
                      isOwn={variant._id === ownId}
                      onImage={() => setWithImage(variant)}
                    />
                  </Group>
                </Table.Th>
                <Table.Td className={classes.sku ?? ""}>
                  <EditableCell {...skuCellOf(row)} inputMode="text" />
                </Table.Td>
                <Table.Td ta="right">
                  <EditableCell {...cellOf(row, "price")} prefix={currencySign()} inputMode="decimal" />
                </Table.Td>
                <Table.Td ta="right">
                  {variant.isStockCounted ? (
                    <EditableCell {...cellOf(row, "countInStock")} inputMode="numeric" />
                  ) : (
                    "Not counted"
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Stack gap="sm" mt="sm">
        <SelectByValue group={group} onSelect={(ids) => selection.setSelected(ids, true)} />
        {selection.count > 0 && (
          <Group gap="sm">
            <Text role="status">{selection.count} selected</Text>
            <BulkBar target={target} onAct={(act, leavesOut) => bulk.act(target, act, leavesOut)} />
          </Group>
        )}
      </Stack>
      {withImage !== undefined && (
        <VariantImageDialog
          group={group}
          variant={withImage}
          onClose={() => setWithImage(undefined)}
          onSave={(image, rows) => {
            setWithImage(undefined);
            bulk.act({ rows, count: rows.length }, { kind: "image", image });
          }}
        />
      )}
      {bulk.refusal !== undefined && <BulkRefusalDialog refusal={bulk.refusal} />}
      {bulk.refusal === undefined && bulk.progress !== undefined && bulk.progress.of > bulkRowsAtOnce && (
        <BulkProgressDialog progress={bulk.progress} onStop={bulk.stop} />
      )}
    </div>
  );
}

type SelectByValueProps = { group: GroupDetail; onSelect: (ids: string[]) => void };

/** Selects all variants, or all of a color or a size, so that one act changes them. */
function SelectByValue({ group: { options, variants }, onSelect }: SelectByValueProps) {
  const choices = options.flatMap(({ name, values }, place) =>
    values.map(({ label }, value) => ({ value: `${place}:${value}`, label: `${name} ${label}` })),
  );
  function select(choice: string): void {
    const [place = 0, value] = choice.split(":").map(Number);
    const chosen = choice === "all" ? variants : variants.filter(({ values }) => values[place] === value);
    onSelect(chosen.map(({ _id }) => _id));
  }
  return (
    <NativeSelect
      aria-label="Select variants"
      maw="20rem"
      data={[{ value: "", label: "Select several variants" }, { value: "all", label: "All variants" }, ...choices]}
      value=""
      onChange={({ currentTarget }) => select(currentTarget.value)}
    />
  );
}

type VariantNameProps = { variant: VariantDetail; label: string; isOwn: boolean; onImage: () => void };

function VariantName({ variant, label, isOwn, onImage }: VariantNameProps) {
  return (
    <>
      <UnstyledButton aria-label={`Change the image of ${label}`} onClick={onImage}>
        <ProductImage image={variant.image} alt="" sizes="44px" of={{ name: label }} className={classes.image ?? ""} />
      </UnstyledButton>
      {isOwn ? (
        <Text span inherit>
          {label}{" "}
          <Text span fz="xs" c="dimmed">
            this product
          </Text>
        </Text>
      ) : (
        <PrefetchLink to={editPath("product", variant._id)}>{label}</PrefetchLink>
      )}
      {variant.isDraft && <Badge variant="default">Draft</Badge>}
    </>
  );
}
