import { Button, Group, Text } from "@mantine/core";
import type { AdminProduct } from "@shop/shared/catalog/admin-catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import { currencySign } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { lowStock } from "@shop/shared/shop";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { EditableCell } from "../../../ui/data-table/editable-cell.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { type Folding, type GroupLine, isGroupLine, lineName, type ProductLine } from "./product-lines.ts";
import classes from "./product-list.module.css";
import type { useFieldEdits } from "./use-field-edits.ts";

/** The columns of the list of products; with `cellOf`, price and stock are edited in them. */
export function productColumns(
  cellOf: ReturnType<typeof useFieldEdits<AdminProduct>> | undefined,
  folding: Folding,
): readonly Column<ProductLine>[] {
  return [
    { name: "ID", value: ({ _id }) => _id.slice(-5), isShort: true, onPhones: "hidden" },
    { name: "NAME", value: (line) => <NameCell line={line} folding={folding} />, sort: "name", isRowHeader: true },
    {
      name: "STATE",
      value: (line) => <LineState line={line} />,
      isShort: true,
      needs: "little",
    },
    {
      name: "PRICE",
      value: (line) =>
        isGroupLine(line) ? (
          <Text span inherit style={{ whiteSpace: "normal" }}>
            {pricesOf(line)}
          </Text>
        ) : cellOf === undefined ? (
          formatMoney(line.price)
        ) : (
          <EditableCell {...cellOf(named(line), "price")} prefix={currencySign()} inputMode="decimal">
            <CurrentPrice product={line} />
          </EditableCell>
        ),
      sort: "price",
      isNumeric: true,
      onPhones: "right",
    },
    {
      name: "STOCK",
      value: (line) =>
        isGroupLine(line) ? (
          stockOf(line)
        ) : !line.isStockCounted ? (
          notCountedText
        ) : cellOf === undefined ? (
          line.countInStock.toLocaleString("en-US")
        ) : (
          <EditableCell {...cellOf(named(line), "countInStock")} inputMode="numeric">
            <StockWarning product={line} />
          </EditableCell>
        ),
      sort: "countInStock",
      isNumeric: true,
      onPhones: "named",
    },
    {
      name: "SOLD",
      value: (line) => (isGroupLine(line) ? sumOf(line, "soldUnits") : line.soldUnits.toLocaleString("en-US")),
      sort: "soldUnits",
      needs: "medium",
      isNumeric: true,
      onPhones: "hidden",
    },
    {
      name: "MARGIN",
      value: (line) => (isGroupLine(line) ? marginsOf(line) : marginOf(line)),
      isNumeric: true,
      isShort: true,
      needs: "much",
      onPhones: "hidden",
    },
    { name: "CATEGORY", value: ({ category }) => <Term name={category} />, onPhones: "hidden" },
    { name: "BRAND", value: ({ brand }) => <Term name={brand} />, onPhones: "hidden" },
  ];
}

/** A variant's cells are named by what sets it apart as well. */
const named = (line: ProductLine): AdminProduct => ({ ...line, name: fullName(line.name, line.variant) });

/** The prices of a group's variants: one, or from the lowest to the highest. */
function pricesOf({ group: { variants } }: GroupLine): string {
  const prices = variants.map(({ editedPrice }) => editedPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest ? formatMoney(lowest) : `${formatMoney(lowest)} – ${formatMoney(highest)}`;
}

const notCountedText = "Not counted";

/** The units of a group, if all of its variants are counted. */
function stockOf(line: GroupLine): string {
  const isCounted = line.group.variants.every(({ isStockCounted }) => isStockCounted);
  return isCounted ? sumOf(line, "countInStock") : notCountedText;
}

function sumOf({ group: { variants } }: GroupLine, field: "countInStock" | "soldUnits"): string {
  return variants.reduce((sum, variant) => sum + variant[field], 0).toLocaleString("en-US");
}

/** The margin of a group whose variants all have the same. */
function marginsOf({ group: { variants } }: GroupLine): string {
  const margins = new Set(variants.map(marginOf));
  const [margin = "–"] = margins;
  return margins.size === 1 ? margin : "–";
}

function LineState({ line }: { line: ProductLine }) {
  if (!isGroupLine(line)) return <State isDraft={line.isDraft} />;
  const drafts = line.group.variants.filter(({ isDraft }) => isDraft).length;
  if (drafts === 0 || drafts === line.group.variants.length) return <State isDraft={drafts > 0} />;
  return <StatusDot tone="going">{drafts === 1 ? "1 draft" : `${drafts} drafts`}</StatusDot>;
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

function NameCell({ line, folding }: { line: ProductLine; folding: Folding }) {
  return (
    <Group gap="sm" wrap="nowrap" pl={line.isVariant ? { sm: "lg" } : 0}>
      <ProductImage image={line.image} alt="" sizes="44px" of={line} className={classes.image ?? ""} />
      <div>
        {line.isVariant ? line.variant : lineName(line)}
        <Text span className={classes.state ?? ""} fz="xs" fw={400} c="dimmed">
          <LineState line={line} />
        </Text>
        {isGroupLine(line) && <Fold line={line} folding={folding} />}
      </div>
    </Group>
  );
}

/** Folds the variants of a group out and in. */
function Fold({ line, folding }: { line: GroupLine; folding: Folding }) {
  const isOpen = folding.isOpen(line);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fw={400}
      px={4}
      ml={-4}
      // Below the name, which can end anywhere in its line.
      display="flex"
      aria-expanded={isOpen}
      aria-label={`${line.group.variants.length} variants of ${line.group.name}`}
      rightSection={
        isOpen ? <IconChevronUp size={16} aria-hidden="true" /> : <IconChevronDown size={16} aria-hidden="true" />
      }
      onClick={() => folding.toggle(line)}
    >
      {line.group.variants.length} variants
    </Button>
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
