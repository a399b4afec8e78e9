import "@mantine/core/styles/Switch.layer.css";
import { DataList, Stack, Switch, Text } from "@mantine/core";
import type { ProductDetail } from "@shop/shared/catalog/admin-catalog";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { type ProductSales, recentSalesDays } from "@shop/shared/catalog/product-editing";
import { formatMoney } from "@shop/shared/money";
import { stockMax } from "@shop/shared/shop";
import type { ComponentType, ReactNode } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { CardExtrasContext } from "../../../ui/card-extras.ts";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { SkeletonText } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { PlannedPrices } from "./planned-prices.tsx";
import classes from "./product-edit.module.css";
import { countOf, type ProductFields, type ProductState } from "./product-fields.ts";
import { ProductHistory } from "./product-history.tsx";

/** The card of a product as the shop shows it. */
export type ProductPreview = ComponentType<{ product: ProductSummary }>;

type ProductSideProps = {
  product: ProductDetail;
  /** What the form holds. */
  values: ProductFields;
  onState: (state: ProductState) => void;
  Preview: ProductPreview;
};

/** Beside the form of a product: how the shop shows it, whether it does, and how it sells. */
export function ProductSide({ product, values, onState, Preview }: ProductSideProps) {
  return (
    <div className={classes.side}>
      <AdminPanel title="In the shop">
        <PreviewCard product={product} values={values} Preview={Preview} />
        <StateSwitch isDraft={product.isDraft} state={values.state} onState={onState} />
      </AdminPanel>
      <RecordPanel id={product._id} />
      <PlannedPrices key={`${product._id} prices`} id={product._id} />
      <ProductHistory key={`${product._id} history`} id={product._id} />
    </div>
  );
}

const noExtras = () => null;

/** The prices that customers see: that of the form, or the planned one that holds, with that of the form as the regular one. */
function pricesOf(product: ProductDetail, values: ProductFields): ShownPrices {
  // An emptied number field holds a text.
  const edited = Number(values.price);
  const { price, editedPrice = price, regularPrice, lowestPrice, reducedUntil } = product;
  if (editedPrice === price) return { price: edited };
  // Not every planned price may be shown as a reduction.
  if (regularPrice === undefined || edited <= price) return { price };
  return {
    price,
    regularPrice: edited,
    ...(lowestPrice !== undefined && { lowestPrice }),
    ...(reducedUntil !== undefined && { reducedUntil }),
  };
}

type ShownPrices = Pick<ProductSummary, "price" | "regularPrice" | "lowestPrice" | "reducedUntil">;

function PreviewCard({ product, values, Preview }: Omit<ProductSideProps, "onState">) {
  const { name, image, brand, category, description } = values;
  const countInStock = values.isStockCounted ? Number(values.countInStock) : stockMax;
  const { regularPrice: _regular, lowestPrice: _lowest, reducedUntil: _until, ...others } = product;
  const shown = { ...others, name, image, brand, category, description, countInStock, ...pricesOf(product, values) };
  return (
    // The form has all of it for assistive technology, and its link leads away.
    <div className={classes.preview} inert>
      <CardExtrasContext value={noExtras}>
        <Preview product={shown} />
      </CardExtrasContext>
    </div>
  );
}

type StateSwitchProps = { isDraft: boolean; state: ProductState; onState: (state: ProductState) => void };

function StateSwitch({ isDraft, state, onState }: StateSwitchProps) {
  const isShown = state === "published";
  return (
    <Stack gap="xs">
      <Text>
        <StatusDot tone={isDraft ? "going" : "done"}>{isDraft ? "Draft" : "Published"}</StatusDot>
      </Text>
      <Switch
        label="Show in the shop"
        description={stateWords(isDraft, isShown)}
        checked={isShown}
        onChange={(event) => onState(event.currentTarget.checked ? "published" : "draft")}
      />
    </Stack>
  );
}

function stateWords(isDraft: boolean, isShown: boolean): string {
  if (isDraft) return isShown ? "Customers see it once you save." : "Only admins see it.";
  return isShown ? "Customers can find and buy it." : "It leaves the shop once you save.";
}

/** What is known of a product besides what is edited. */
function RecordPanel({ id }: { id: string }) {
  const record = trpc.admin.products.record.useQuery({ id }, cachedForEditing);
  if (record.error !== null) {
    return (
      <ErrorAlert
        message={messageOf(record.error, "Failed to load the sales")}
        onRetry={() => void record.refetch()}
        isRetrying={record.isFetching}
      />
    );
  }
  const { sales, importKey } = record.data ?? {};
  return (
    <>
      <AdminPanel title="Sales">
        {sales === undefined ? <SkeletonText rows={["80%", "70%", "60%"]} /> : <Sales sales={sales} />}
      </AdminPanel>
      <AdminPanel title="Import key">
        {record.data === undefined ? (
          <SkeletonText rows={["60%"]} />
        ) : (
          <Text style={{ overflowWrap: "anywhere" }} c={importKey == null ? "dimmed" : "var(--shop-text)"}>
            {importKey ?? "None. An import gives it one."}
          </Text>
        )}
      </AdminPanel>
    </>
  );
}

function Sales({ sales: { recent, all, lastSoldAt } }: { sales: ProductSales }) {
  if (lastSoldAt === null) return <Text c="dimmed">Not sold yet.</Text>;
  return (
    <>
      <DataList gap="xs" style={{ fontVariantNumeric: "tabular-nums" }}>
        <Line label={`Last ${recentSalesDays} days`}>{sumOf(recent)}</Line>
        <Line label="In all">{sumOf(all)}</Line>
        <Line label="Last order">
          <Day time={lastSoldAt} />
        </Line>
      </DataList>
      <Text fz="xs" c="dimmed">
        Paid orders. Refunds are not deducted.
      </Text>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

const sumOf = ({ units, revenue }: ProductSales["all"]) => `${countOf(units)} · ${formatMoney(revenue)}`;
