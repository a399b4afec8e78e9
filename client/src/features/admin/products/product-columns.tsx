import { Group, Text } from "@mantine/core";
import type { AdminProduct } from "@shop/shared/catalog/admin-catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import { formatMoney } from "@shop/shared/money";
import { lowStock } from "@shop/shared/shop";
import { EditableCell } from "../../../ui/data-table/editable-cell.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import classes from "./product-list.module.css";
import type { useFieldEdits } from "./use-field-edits.ts";

/** The columns of the list of products, with price and stock to edit. */
export function productColumns(
  cellOf: ReturnType<typeof useFieldEdits<AdminProduct>>,
): readonly Column<AdminProduct>[] {
  return [
    { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true },
    { name: "NAME", value: (product) => <NameCell product={product} />, sort: "name", isRowHeader: true },
    {
      name: "STATE",
      value: ({ isDraft }) => <State isDraft={isDraft} />,
      isShort: true,
      isHiddenOnTablets: true,
    },
    {
      name: "PRICE",
      value: (product) => (
        <EditableCell {...cellOf(product, "price")} prefix="$" inputMode="decimal">
          <CurrentPrice product={product} />
        </EditableCell>
      ),
      sort: "price",
      isNumeric: true,
    },
    {
      name: "STOCK",
      value: (product) => (
        <EditableCell {...cellOf(product, "countInStock")} inputMode="numeric">
          <StockWarning product={product} />
        </EditableCell>
      ),
      sort: "countInStock",
      isNumeric: true,
    },
    { name: "SOLD", value: ({ soldUnits }) => soldUnits.toLocaleString("en-US"), sort: "soldUnits", isNumeric: true },
    { name: "MARGIN", value: marginOf, isNumeric: true, isShort: true, isHiddenOnTablets: true },
    { name: "CATEGORY", value: ({ category }) => <Term name={category} /> },
    { name: "BRAND", value: ({ brand }) => <Term name={brand} /> },
  ];
}

/** What is left of the price without the cost, in percent of it. */
function marginOf({ price, cost }: AdminProduct): string {
  return typeof cost !== "number" || price === 0 ? "–" : `${Math.round((100 * (price - cost)) / price)}%`;
}

/** Breaks between words, unlike the other cells. */
function Term({ name }: { name: string }) {
  return (
    <Text inherit className={classes.term ?? ""}>
      {name}
    </Text>
  );
}

function NameCell({ product }: { product: AdminProduct }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <ProductImage image={product.image} alt="" sizes="44px" className={classes.image ?? ""} />
      <div>
        {fullName(product.name, product.variant)}
        <Text span className={classes.state ?? ""} fz="xs" fw={400} c="dimmed">
          <State isDraft={product.isDraft} />
        </Text>
      </div>
    </Group>
  );
}

/** What customers pay while a planned price holds. */
function CurrentPrice({ product: { price, editedPrice } }: { product: AdminProduct }) {
  if (price === editedPrice) return null;
  return (
    <Text span fz="xs" c="dimmed">
      Now {formatMoney(price)}
    </Text>
  );
}

function State({ isDraft }: { isDraft: boolean }) {
  return <StatusDot tone={isDraft ? "going" : "done"}>{isDraft ? "Draft" : "Published"}</StatusDot>;
}

/** Only what is for sale can be sold out. */
function StockWarning({ product: { isDraft, countInStock } }: { product: AdminProduct }) {
  if (isDraft || countInStock > lowStock) return null;
  const isSoldOut = countInStock === 0;
  return (
    <Text span fz="xs" c="dimmed">
      <StatusDot tone={isSoldOut ? "danger" : "warning"}>{isSoldOut ? "Sold out" : "Low"}</StatusDot>
    </Text>
  );
}
