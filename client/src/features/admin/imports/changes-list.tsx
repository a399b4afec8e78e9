import { Group, Stack, Text } from "@mantine/core";
import type { Changes } from "@shop/shared/admin/audit";
import { imageSourceText, notCounted } from "@shop/shared/catalog/import";
import { formatMoney, toWire } from "@shop/shared/money";
import { IconArrowRight } from "@tabler/icons-react";
import { useShopTime } from "../../../ui/shop-time.ts";

const names: Record<string, string> = {
  priceCents: "price",
  countInStock: "stock",
  costCents: "cost",
  weightGrams: "weight",
  sku: "SKU",
  gtin: "GTIN",
  attributes: "facts",
  reducedCents: "reduced price",
  isMarkdown: "Markdown",
  moreImages: "further images",
  mpn: "manufacturer's number",
  lengthMm: "length",
  widthMm: "width",
  heightMm: "height",
  originCountry: "origin",
  hsCode: "HS code",
  taxClass: "tax class",
  imageAlts: "image texts",
  acceptsMarketing: "agreed to marketing",
  since: "customer since",
  postalCode: "postal code",
  orderedAt: "ordered",
  customerName: "customer",
  customerEmail: "e-mail",
  paymentMethod: "payment",
  paidAt: "paid",
  shippedAt: "shipped",
  deliveredAt: "delivered",
  cancelledAt: "cancelled",
};
/** Fields that are times, of which the day is shown. */
const times: ReadonlySet<string> = new Set(["since", "orderedAt", "paidAt", "shippedAt", "deliveredAt", "cancelledAt"]);
const textMax = 90;

/** The changes as they are read: a stock that is not counted has no number. */
function toShown({ isStockCounted, ...changes }: Changes): Changes {
  const stock = changes.countInStock;
  if (stock === undefined || isStockCounted === undefined) return changes;
  const [before, after] = isStockCounted;
  return {
    ...changes,
    countInStock: [before === false ? notCounted : stock[0], after === false ? notCounted : stock[1]],
  };
}

/** The values of a new product, beside each other. Its name and key stand above them. */
export function ValuesList({ changes }: { changes: Changes }) {
  const { dayOf } = useShopTime();
  const { name: _name, key: _key, ...others } = toShown(changes);
  return (
    <Group gap="xs" fz="sm" style={{ overflowWrap: "anywhere", rowGap: 2 }}>
      {Object.entries(others).map(([field, [, value]]) => (
        <Text key={field} span inherit miw={0}>
          <Text span inherit c="dimmed">
            {names[field] ?? field}
          </Text>{" "}
          {textOf(field, value, dayOf)}
        </Text>
      ))}
    </Group>
  );
}

/** Changed fields, each with its value before and after. */
export function ChangesList({ changes }: { changes: Changes }) {
  const { dayOf } = useShopTime();
  return (
    <Stack gap={2}>
      {Object.entries(toShown(changes)).map(([field, [before, after]]) => (
        <Group key={field} gap={6} fz="sm" style={{ overflowWrap: "anywhere" }}>
          <Text span inherit c="dimmed">
            {names[field] ?? field}
          </Text>
          {before !== null && (
            <>
              <Text component="del" inherit c="dimmed" miw={0}>
                {textOf(field, before, dayOf)}
              </Text>
              <IconArrowRight size={14} role="img" aria-label="to" />
            </>
          )}
          <Text component="ins" inherit td="none" miw={0}>
            {textOf(field, after, dayOf)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function textOf(field: string, value: Changes[string][0], dayOf: (time: string) => string): string {
  if (value === null || value === "") return "nothing";
  if (field === "weightGrams") return `${Number(value).toLocaleString("en-US")} g`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (times.has(field)) return dayOf(String(value));
  if (field.endsWith("Mm")) return `${Number(value).toLocaleString("en-US")} mm`;
  if (field === "options" || field === "attributes" || field === "imageAlts" || field === "items")
    return String(value).replaceAll("\n", ", ");
  if (field === "moreImages") return String(value.toString().split("\n").length);
  if (field === "priceCents" || field === "costCents" || field === "reducedCents")
    return formatMoney(toWire(Number(value)));
  const text = field === "image" ? imageSourceText(String(value)) : String(value);
  return text.length <= textMax ? text : `${text.slice(0, textMax - 1)}…`;
}
