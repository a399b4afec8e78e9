import "@mantine/core/styles/NumberInput.layer.css";
import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { currencySign, shopMoney } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import { lineQtyMax, orderLinesMax } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { ProductImage } from "../../../../ui/product-image.tsx";
import { AdminPanel } from "../../parts/admin-panel.tsx";
import { DividedList } from "../../parts/divided-list.tsx";
import classes from "../../parts/product-finder.module.css";
import { ProductFinder } from "../../parts/product-finder.tsx";
import { usePermissions } from "../../parts/use-permissions.ts";
import type { HandLine } from "./hand-values.ts";

const pauseMs = 250;

type HandLinesProps = {
  title?: string;
  lines: readonly HandLine[];
  onChange: (lines: HandLine[]) => void;
  /** The stock of the products, as far as it is known. */
  stockOf: (product: string) => number | undefined;
  errors: Record<string, string>;
};

/** What is ordered: products by name or SKU, with quantities and prices. */
export function HandLines({ title = "Items", lines, onChange, stockOf, errors }: HandLinesProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), pauseMs);
  const found = trpc.admin.products.page.useQuery(
    { search: asked, pageNumber: 1, state: "published" },
    { ...cachedBriefly, enabled: asked !== "", placeholderData: keepPreviousData },
  );
  const may = usePermissions();
  const set = (place: number, change: Partial<HandLine>) =>
    onChange(lines.map((line, n) => (n === place ? { ...line, ...change } : line)));
  return (
    <AdminPanel title={title}>
      {lines.length > 0 && (
        <DividedList>
          {lines.map((line, place) => (
            <LineFields
              key={line.product}
              line={line}
              stock={stockOf(line.product)}
              mayChangePrice={may("orders.refund")}
              error={errors[`orderItems.${place}.qty`] ?? errors[`orderItems.${place}`]}
              priceError={errors[`orderItems.${place}.price`]}
              onChange={(change) => set(place, change)}
              onRemove={() => onChange(lines.filter((_line, n) => n !== place))}
            />
          ))}
        </DividedList>
      )}
      {errors.orderItems !== undefined && (
        <Text c="red" role="alert">
          {errors.orderItems}
        </Text>
      )}
      {lines.length < orderLinesMax && (
        <ProductFinder
          search={search}
          onSearch={setSearch}
          asked={asked}
          found={found.data?.rows.map((row) => ({ ...row, isDraft: false }))}
          failure={found.error ?? undefined}
          isLooking={found.isFetching}
          onRetry={() => void found.refetch()}
          placeholder="Name or SKU"
          from="the order"
          chosen={lines.map(({ product }) => ({ _id: product }))}
          onAdd={({ _id, name, image, price }) => {
            onChange([...lines, { product: _id, name, image, catalogPrice: price, qty: 1, price: "" }]);
            setSearch("");
          }}
        />
      )}
    </AdminPanel>
  );
}

type LineFieldsProps = {
  line: HandLine;
  stock: number | undefined;
  mayChangePrice: boolean;
  error: string | undefined;
  priceError: string | undefined;
  onChange: (change: Partial<HandLine>) => void;
  onRemove: () => void;
};

function LineFields({ line, stock, mayChangePrice, error, priceError, onChange, onRemove }: LineFieldsProps) {
  const { name, image, qty, price, catalogPrice } = line;
  const isShort = stock !== undefined && Number(qty) > stock;
  return (
    <Group component="li" py="sm" gap="sm" align="flex-start">
      <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
      <Stack gap={2} flex="1 1 12rem" miw={0}>
        <Text style={{ overflowWrap: "anywhere" }}>{name}</Text>
        <Text fz="sm" c="dimmed">
          {formatMoney(catalogPrice)}
          {isShort && `, ${stock === 0 ? "none" : `only ${stock}`} in stock`}
        </Text>
      </Stack>
      <NumberInput
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        w="6rem"
        min={1}
        max={lineQtyMax}
        allowDecimal={false}
        inputMode="numeric"
        value={qty}
        onChange={(value) => onChange({ qty: value })}
        error={error}
      />
      {mayChangePrice && (
        <NumberInput
          label="Own price"
          aria-label={`Own price of ${name}`}
          w="9rem"
          min={0}
          decimalScale={shopMoney().decimals}
          hideControls
          leftSection={currencySign()}
          inputMode="decimal"
          placeholder={String(catalogPrice)}
          value={price}
          onChange={(value) => onChange({ price: value })}
          error={priceError}
        />
      )}
      <Button variant="subtle" style={{ alignSelf: "flex-end" }} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}
