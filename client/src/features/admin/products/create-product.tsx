import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { trpc } from "../../../lib/trpc.ts";
import { useCreate } from "../parts/use-create.ts";

/** Creates a draft after a confirmation and opens it. */
export function CreateProduct() {
  const utils = trpc.useUtils();
  const creation = trpc.admin.products.create.useMutation({
    onSuccess: (product) => {
      utils.admin.products.byId.setData({ id: product._id }, product);
      void utils.admin.products.page.invalidate();
    },
  });
  const { create, dialog } = useCreate("product", () => creation.mutateAsync());
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        aria-disabled={creation.isPending || undefined}
        onClick={create}
      >
        {creation.isPending ? "Creating…" : "Create Product"}
      </Button>
      {dialog}
    </>
  );
}
