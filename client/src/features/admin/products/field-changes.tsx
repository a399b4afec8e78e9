import { Group, Stack, Text } from "@mantine/core";
import type { FieldChange, HistoryField, HistoryValue } from "@shop/shared/catalog/product-history";
import { formatMoney } from "@shop/shared/money";
import { IconArrowRight } from "@tabler/icons-react";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

const labels: Record<HistoryField, string> = {
  name: "Name",
  price: "Price",
  regularPrice: "Regular price",
  countInStock: "Count in stock",
  state: "State",
  brand: "Brand",
  category: "Category",
  description: "Description",
  image: "Image",
  imageAlt: "What the image shows",
  moreImages: "Further images",
  videos: "Videos",
  attributes: "Facts",
};
const textMax = 160;

/** The changed fields of a product, each with its value before and after. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
      {changes.map(({ field, before, after }) => (
        <Group component="li" key={field} gap={6} fz="sm">
          <Text span inherit c="dimmed">
            {labels[field]}
          </Text>
          <VisuallyHidden>from </VisuallyHidden>
          <Text component="del" inherit c="dimmed" miw={0} style={{ whiteSpace: "pre-line" }}>
            {textOf(field, before)}
          </Text>
          <IconArrowRight size={14} role="img" aria-label="to" />
          <Text component="ins" inherit td="none" miw={0} style={{ whiteSpace: "pre-line" }}>
            {textOf(field, after)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function textOf(field: HistoryField, value: HistoryValue): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "number") return field === "countInStock" ? value.toLocaleString("en-US") : formatMoney(value);
  return value.length <= textMax ? value : `${value.slice(0, textMax - 1)}…`;
}
