import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Paper, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ProductDetail, updateProductSchema } from "@shop/shared/admin-catalog";
import type { Attribute, ShownImage } from "@shop/shared/catalog";
import { hasOwnImage } from "@shop/shared/image";
import { altLength, descriptionLength, imageLength, productNameLength, stockMax } from "@shop/shared/shop";
import { cachedBriefly, cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../edit-frame.tsx";
import { EditSkeleton } from "../edit-skeleton.tsx";
import { ImageField } from "../image-field.tsx";
import { useNameSelected } from "../use-create.ts";
import { type Saved, useEditForm } from "../use-edit-form.ts";
import { AttributesField } from "./attributes-field.tsx";
import { MoreImages } from "./more-images.tsx";
import { SiblingsField } from "./siblings-field.tsx";
import { TermSelect } from "./term-select.tsx";

/** The edit screen of a product or draft. */
export function ProductEdit({ id }: { id: string }) {
  const product = trpc.admin.products.byId.useQuery({ id }, cachedForEditing);
  if (product.data !== undefined) return <ProductForm key={id} product={product.data} />;
  if (!product.isError) return <EditSkeleton fields={7} />;
  return (
    <ErrorAlert
      message={messageOf(product.error, "Failed to load product")}
      onRetry={() => void product.refetch()}
      isRetrying={product.isFetching}
    />
  );
}

/** The form sends every field. */
const schema = updateProductSchema.required({
  ...{ image: true, imageAlt: true, moreImages: true, description: true, attributes: true },
});

type Fields = {
  name: string;
  price: number;
  image: string;
  imageAlt: string;
  moreImages: ShownImage[];
  brand: string;
  category: string;
  countInStock: number;
  description: string;
  attributes: Attribute[];
};

const labels: Record<keyof Fields, string> = {
  name: "Name",
  price: "Price",
  image: "Image",
  imageAlt: "What the image shows",
  moreImages: "Further images",
  brand: "Brand",
  category: "Category",
  countInStock: "Count in stock",
  description: "Description",
  attributes: "Facts",
};

function toSaved(product: ProductDetail): Saved<Fields> {
  const { name, price, image, brand, category, countInStock, description, version, updatedAt } = product;
  const { imageAlt = "", images = [], attributes = [] } = product;
  const moreImages = hasOwnImage(image) ? images.slice(1) : images;
  return {
    values: { name, price, image, imageAlt, moreImages, brand, category, countInStock, description, attributes },
    ...{ version, updatedAt },
  };
}

function ProductForm({ product }: { product: ProductDetail }) {
  const id = product._id;
  const utils = trpc.useUtils();
  const update = trpc.admin.products.update.useMutation({
    onSuccess: (saved) => {
      utils.admin.products.byId.setData({ id }, saved);
      void utils.admin.products.page.invalidate();
      void utils.catalog.invalidate();
    },
  });
  const edit = useEditForm<Fields>({
    saved: toSaved(product),
    schema,
    // The server applies the difference to the stock that was shown, so that units sold meanwhile stay sold.
    save: async (values, { version, values: { countInStock: seenCountInStock } }) =>
      toSaved(await update.mutateAsync({ id, ...values, seenCountInStock, version })),
    load: async () => toSaved(await utils.admin.products.byId.fetch({ id }, { staleTime: 0 })),
    done: "Product updated",
    failure: "Update failed",
  });
  return (
    <EditFrame
      edit={edit}
      labels={labels}
      isUnsaved={product.isDraft}
      saveLabel={product.isDraft ? "Save and publish" : "Save"}
    >
      <ProductFields form={edit.form} product={product} />
    </EditFrame>
  );
}

function ProductFields({ form, product }: { form: UseFormReturnType<Fields>; product: ProductDetail }) {
  const name = useNameSelected();
  const { description } = form.getValues();
  return (
    <>
      {product.isDraft && (
        <Paper p="sm" bg="none" bd="1px solid var(--shop-edge)">
          <Text c="dimmed">
            <Text span inherit fw={700} c="var(--shop-text)" mr="xs">
              Draft
            </Text>{" "}
            Only admins see this until you save.
          </Text>
        </Paper>
      )}
      <TextInput
        ref={name}
        label={labels.name}
        autoComplete="off"
        maxLength={productNameLength}
        required
        {...form.getInputProps("name")}
      />
      <NumberFields form={form} />
      <ImageFields form={form} />
      <TermFields form={form} />
      <Textarea
        label={labels.description}
        description={`${description.length.toLocaleString("en-US")} of ${descriptionLength.toLocaleString("en-US")} characters`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={8}
        maxLength={descriptionLength}
        {...form.getInputProps("description")}
      />
      <AttributesField
        label={labels.attributes}
        attributes={form.getValues().attributes}
        errorOf={(place, field) => form.errors[`attributes.${place}.${field}`]}
        onChange={(attributes) => form.setFieldValue("attributes", attributes)}
      />
      <SiblingsField product={product} />
    </>
  );
}

function ImageFields({ form }: { form: UseFormReturnType<Fields> }) {
  const { name, image, imageAlt, moreImages } = form.getValues();

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
        label={labels.image}
        maxLength={imageLength}
        alt={imageAlt || name}
        {...form.getInputProps("image")}
      />
      <TextInput
        label={labels.imageAlt}
        description="For customers who do not see it. Empty for the product's name."
        autoComplete="off"
        maxLength={altLength}
        {...form.getInputProps("imageAlt")}
      />
      <MoreImages
        label={labels.moreImages}
        images={moreImages}
        errorOf={(place) => form.errors[`moreImages.${place}.alt`] ?? form.errors[`moreImages.${place}.image`]}
        onChange={(images) => form.setFieldValue("moreImages", images)}
        onFirst={makeFirst}
      />
    </>
  );
}

function NumberFields({ form }: { form: UseFormReturnType<Fields> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
      <NumberInput
        label={labels.price}
        min={0}
        step={0.01}
        clampBehavior="none"
        hideControls
        leftSection="$"
        inputMode="decimal"
        required
        {...form.getInputProps("price")}
      />
      <NumberInput
        label={labels.countInStock}
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
    </SimpleGrid>
  );
}

function TermFields({ form }: { form: UseFormReturnType<Fields> }) {
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={20}>
      <TermSelect label={labels.brand} list={brands} failure="Failed to load brands" {...form.getInputProps("brand")} />
      <TermSelect
        label={labels.category}
        list={categories}
        failure="Failed to load categories"
        {...form.getInputProps("category")}
      />
    </SimpleGrid>
  );
}
