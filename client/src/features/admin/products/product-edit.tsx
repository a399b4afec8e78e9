import { currencySign } from "@shop/shared/currency";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { NumberInput, Paper, SimpleGrid, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ProductDetail } from "@shop/shared/catalog/admin-catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { altLength, descriptionLength, imageLength, productNameLength, stockMax } from "@shop/shared/shop";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cachedBriefly, cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { missingPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { ImageField } from "../parts/image-field.tsx";
import { useNameSelected } from "../parts/use-create.ts";
import { useEditForm } from "../parts/use-edit-form.ts";
import { AttributesField } from "./attributes-field.tsx";
import { MoreImages } from "./more-images.tsx";
import { OptionsField } from "./options-field.tsx";
import classes from "./product-edit.module.css";
import { type ProductFields, productFormSchema, productLabels, toSavedProduct } from "./product-fields.ts";
import { type ProductPreview, ProductSide } from "./product-side.tsx";
import { TermSelect } from "./term-select.tsx";
import { TradeFields } from "./trade-fields.tsx";

// Lazy, because few descriptions are Markdown.
const TextPreview = lazyPart(
  "text-preview",
  () => import("../parts/text-preview.tsx").then((part) => part.TextPreview),
  {
    loading: () => <Skeleton height="20rem" />,
    failed: missingPart("The preview could not be loaded."),
  },
);

// Lazy, because few products have videos.
const VideosField = lazyPart("videos-field", () => import("./videos-field.tsx").then((field) => field.VideosField), {
  loading: () => <Skeleton height="5rem" />,
  failed: missingPart("The videos could not be loaded."),
});

type ProductEditProps = {
  id: string;
  /** The card of a product in the shop. */
  Preview: ProductPreview;
};

/** The edit screen of a product or draft: its form, and beside it how the shop shows it and how it sells. */
export function ProductEdit({ id, Preview }: ProductEditProps) {
  const product = trpc.admin.products.byId.useQuery({ id }, cachedForEditing);
  if (product.data !== undefined) return <ProductForm key={id} product={product.data} Preview={Preview} />;
  if (!product.isError) {
    return (
      <div className={classes.columns}>
        <EditSkeleton fields={7} isWide />
      </div>
    );
  }
  return (
    <ErrorAlert
      message={messageOf(product.error, "Failed to load product")}
      onRetry={() => void product.refetch()}
      isRetrying={product.isFetching}
    />
  );
}

function ProductForm({ product, Preview }: { product: ProductDetail; Preview: ProductPreview }) {
  const id = product._id;
  const utils = trpc.useUtils();
  const update = trpc.admin.products.update.useMutation({
    onSuccess: (saved) => {
      utils.admin.products.byId.setData({ id }, saved);
      void utils.admin.products.page.invalidate();
      void utils.catalog.invalidate();
      // A first load that is under way would be taken for the one that is asked for now, and is from before the save.
      void utils.admin.productHistory.page.cancel().then(() => utils.admin.productHistory.invalidate());
      void utils.admin.plannedPrices.invalidate();
    },
  });
  const edit = useEditForm<ProductFields>({
    saved: toSavedProduct(product),
    schema: productFormSchema,
    // The server applies the difference to the stock that was shown, so that units sold meanwhile stay sold.
    save: async (values, { version, values: { countInStock: seenCountInStock } }) =>
      toSavedProduct(await update.mutateAsync({ id, ...values, makesTerms: true, seenCountInStock, version })),
    load: async () => toSavedProduct(await utils.admin.products.byId.fetch({ id }, { staleTime: 0 })),
    done: "Product updated",
    failure: "Update failed",
  });
  const values = edit.form.getValues();
  const isShown = values.state === "published";
  return (
    <div className={classes.columns}>
      <div>
        <EditFrame
          edit={edit}
          labels={productLabels}
          isUnsaved={product.isDraft && isShown}
          saveLabel={saveLabelOf(product.isDraft, isShown)}
          isWide
        >
          <FormFields form={edit.form} product={product} />
        </EditFrame>
      </div>
      <ProductSide
        product={product}
        values={values}
        onState={(state) => edit.form.setFieldValue("state", state)}
        Preview={Preview}
      />
    </div>
  );
}

function saveLabelOf(isDraft: boolean, isShown: boolean): string {
  if (isDraft) return isShown ? "Save and publish" : "Save draft";
  return isShown ? "Save" : "Save and unpublish";
}

function FormFields({ form, product }: { form: UseFormReturnType<ProductFields>; product: ProductDetail }) {
  const name = useNameSelected();
  const { description, isMarkdown, state } = form.getValues();
  return (
    <>
      {product.isDraft && (
        <Paper p="sm" bg="none" bd="1px solid var(--shop-edge)">
          <Text c="dimmed">
            <Text span inherit fw={700} c="var(--shop-text)" mr="xs">
              Draft
            </Text>{" "}
            {state === "published" ? "Only admins see this until you save." : "Only admins see this."}
          </Text>
        </Paper>
      )}
      <TextInput
        ref={name}
        label={productLabels.name}
        autoComplete="off"
        maxLength={productNameLength}
        required
        {...form.getInputProps("name")}
      />
      <NumberFields form={form} />
      <Switch
        label={productLabels.isStockCounted}
        description="Without it, orders reduce no stock, and customers see In Stock."
        {...form.getInputProps("isStockCounted", { type: "checkbox" })}
      />
      <ImageFields form={form} />
      <TermFields form={form} />
      <Textarea
        label={productLabels.description}
        description={`${description.length.toLocaleString("en-US")} of ${descriptionLength.toLocaleString("en-US")} characters`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={8}
        maxLength={descriptionLength}
        {...form.getInputProps("description")}
      />
      <Switch
        label={productLabels.isMarkdown}
        description="Headings, lists, links and emphasis. Without it, the text is shown as it is typed."
        {...form.getInputProps("isMarkdown", { type: "checkbox" })}
      />
      {isMarkdown && <TextPreview text={description} />}
      <AttributesField
        label={productLabels.attributes}
        attributes={form.getValues().attributes}
        errorOf={(place, field) => form.errors[`attributes.${place}.${field}`]}
        onChange={(attributes) => form.setFieldValue("attributes", attributes)}
      />
      <TradeFields form={form} />
      <OptionsField product={product} />
    </>
  );
}

function ImageFields({ form }: { form: UseFormReturnType<ProductFields> }) {
  const { name, image, imageAlt, moreImages, videos } = form.getValues();

  function makeFirst(place: number): void {
    const chosen = moreImages[place];
    if (chosen === undefined) return;
    const before = hasOwnImage(image) ? [{ image, alt: imageAlt }] : [];
    form.setFieldValue("image", chosen.image);
    form.setFieldValue("imageAlt", chosen.alt);
    form.setFieldValue("moreImages", moreImages.toSpliced(place, 1, ...before));
  }
  return (
    <>
      <ImageField
        label={productLabels.image}
        maxLength={imageLength}
        alt={imageAlt || name}
        {...form.getInputProps("image")}
      />
      <TextInput
        label={productLabels.imageAlt}
        description="For customers who do not see it. Empty for the product's name."
        autoComplete="off"
        maxLength={altLength}
        {...form.getInputProps("imageAlt")}
      />
      <MoreImages
        label={productLabels.moreImages}
        images={moreImages}
        errorOf={(place) => form.errors[`moreImages.${place}.alt`] ?? form.errors[`moreImages.${place}.image`]}
        onChange={(images) => form.setFieldValue("moreImages", images)}
        onFirst={makeFirst}
      />
      <VideosField
        label={productLabels.videos}
        videos={videos}
        errorOf={(place, field) => form.errors[`videos.${place}.${field}`]}
        onChange={(changed) => form.setFieldValue("videos", changed)}
      />
    </>
  );
}

function NumberFields({ form }: { form: UseFormReturnType<ProductFields> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
      <NumberInput
        label={productLabels.price}
        min={0}
        step={0.01}
        clampBehavior="none"
        hideControls
        leftSection={currencySign()}
        inputMode="decimal"
        required
        {...form.getInputProps("price")}
      />
      {form.getValues().isStockCounted && (
        <NumberInput
          label={productLabels.countInStock}
          min={0}
          max={stockMax}
          step={1}
          clampBehavior="none"
          hideControls
          thousandSeparator=","
          inputMode="numeric"
          required
          {...form.getInputProps("countInStock")}
        />
      )}
    </SimpleGrid>
  );
}

function TermFields({ form }: { form: UseFormReturnType<ProductFields> }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
      <TermSelect
        label={productLabels.brand}
        list={brands}
        failure="Failed to load brands"
        canMake
        {...form.getInputProps("brand")}
      />
      <TermSelect
        label={productLabels.category}
        list={categories}
        failure="Failed to load categories"
        canMake
        {...form.getInputProps("category")}
      />
    </SimpleGrid>
  );
}
