import { Button, TextInput } from "@mantine/core";
import { type ProductDetail, productTermsSchema } from "@shop/shared/catalog/admin-catalog";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCreate } from "../parts/use-create.ts";

/** Creates a draft after a confirmation and opens it. */
export function CreateProduct() {
  const utils = trpc.useUtils();
  const callbacks = {
    onSuccess: (product: ProductDetail) => {
      utils.admin.products.byId.setData({ id: product._id }, product);
      void utils.admin.products.page.invalidate();
      void utils.catalog.brands.invalidate();
      void utils.catalog.categories.invalidate();
    },
  };
  const creation = trpc.admin.products.create.useMutation(callbacks);
  const creationIn = trpc.admin.products.createIn.useMutation(callbacks);
  const brands = trpc.catalog.brands.useQuery(undefined, cachedBriefly);
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const [isAsking, setAsking] = useState(false);
  const { create, dialog, open } = useCreate("product", () => creation.mutateAsync());
  // Its brand and category are asked for, instead of being made with names that nobody wants.
  const isFirst = brands.data?.length === 0 || categories.data?.length === 0;
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        aria-disabled={creation.isPending || undefined}
        onClick={() => (isFirst ? setAsking(true) : create())}
      >
        {creation.isPending ? "Creating…" : "Create Product"}
      </Button>
      {dialog}
      {isAsking && (
        <FormDialog
          title="Your first product"
          initialValues={{ brand: "", category: "" }}
          schema={productTermsSchema}
          onSave={async (terms) => open(await creationIn.mutateAsync(terms))}
          saveLabel="Create"
          savingLabel="Creating…"
          failed="The product could not be created"
          onClose={() => setAsking(false)}
        >
          {(form) => (
            <>
              <TextInput
                label="Brand"
                description="Who makes it. It can be your own shop."
                autoComplete="off"
                required
                data-autofocus
                {...form.getInputProps("brand")}
              />
              <TextInput
                label="Category"
                description="Where customers look for it, such as Tables."
                autoComplete="off"
                required
                {...form.getInputProps("category")}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
