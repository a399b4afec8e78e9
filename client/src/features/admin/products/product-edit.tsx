import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Paper, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ProductDetail, updateProductSchema } from "@shop/shared/admin-catalog";
import { descriptionLength, imageLength, productNameLength, stockMax } from "@shop/shared/shop";
import { cachedBriefly, cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../edit-frame.tsx";
import { EditSkeleton } from "../edit-skeleton.tsx";
import { useNameSelected } from "../use-create.ts";
import { type Saved, useEditForm } from "../use-edit-form.ts";
import { ImageField } from "./image-field.tsx";
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
const schema = updateProductSchema.required({ image: true, description: true });

type Fields = {
  name: string;
  price: number;
  image: string;
  brand: string;
  category: string;
  countInStock: number;
  description: string;
};

const labels: Record<keyof Fields, string> = {
  name: "Name",
  price: "Price",
  image: "Image",
  brand: "Brand",
  category: "Category",
  countInStock: "Count in stock",
  description: "Description",
};

function toSaved(product: ProductDetail): Saved<Fields> {
  const { name, price, image, brand, category, countInStock, description, version, updatedAt } = product;
  return { values: { name, price, image, brand, category, countInStock, description }, version, updatedAt };
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
      <ProductFields form={edit.form} isDraft={product.isDraft} />
    </EditFrame>
  );
}

function ProductFields({ form, isDraft }: { form: UseFormReturnType<Fields>; isDraft: boolean }) {
  const name = useNameSelected();
  const { description } = form.getValues();
  return (
    <>
      {isDraft && (
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
      <ImageField
        label={labels.image}
        maxLength={imageLength}
        productName={form.getValues().name}
        {...form.getInputProps("image")}
      />
      <TermFields form={form} />
      <Textarea
        label={labels.description}
        description={`${description.length.toLocaleString("en-US")} of ${descriptionLength.toLocaleString("en-US")} characters`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={8}
        maxLength={descriptionLength}
        {...form.getInputProps("description")}
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
