import { Button, Group, Text } from "@mantine/core";
import type { GroupDetail } from "@shop/shared/catalog/product-group";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { missingPart } from "../../../ui/missing-part.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { FieldGroup } from "../parts/field-group.tsx";
import { DuplicateProduct } from "./duplicate-product.tsx";
import { useProductRefresh } from "./use-product-refresh.ts";

// Lazy, because few products have options. Likewise below.
const GroupDialog = lazyPart("group-dialog", () => import("./group-dialog.tsx").then((dialog) => dialog.GroupDialog), {
  failed: MissingModal,
});

const VariantTable = lazyPart(
  "variant-table",
  () => import("./variant-table.tsx").then((table) => table.VariantTable),
  {
    loading: () => <Skeleton height="12rem" />,
    failed: missingPart("The variants could not be loaded."),
  },
);

type OptionsFieldProps = { product: { _id: string; name: string } };

/** The options of a product with all its variants. They are saved apart from the form around them. */
export function OptionsField({ product }: OptionsFieldProps) {
  const group = trpc.admin.products.group.useQuery({ id: product._id }, cachedForEditing);
  // Another key for each opening, so that every opening starts with what is saved.
  const [opening, setOpening] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpening(opening + 1);
    setOpen(true);
  };
  return (
    <FieldGroup
      legend="Options"
      // Submitting the dialog does not submit the form of the product.
      onSubmit={(event) => event.stopPropagation()}
    >
      <Text c="dimmed" mb="xs">
        Sizes, colors and the like. Each variant has its own price and stock; lists show one of them for all.
      </Text>
      {group.isPending && <Skeleton height="44px" />}
      {group.isError && (
        <ErrorAlert
          message={messageOf(group.error, "Failed to load the options")}
          onRetry={() => void group.refetch()}
          isRetrying={group.isFetching}
        />
      )}
      {group.data !== undefined && (
        <>
          {group.data !== null && <VariantTable group={group.data} ownId={product._id} />}
          <Group mt="sm">
            <Button variant="default" onClick={open} onPointerEnter={GroupDialog.preload} onFocus={GroupDialog.preload}>
              {group.data === null ? "Add options" : "Change options"}
            </Button>
            {group.data !== null && (
              <>
                <DuplicateProduct id={product._id} isWhole />
                <EndGroup product={product} group={group.data} />
              </>
            )}
          </Group>
          {opening > 0 && (
            <GroupDialog
              key={opening}
              product={product}
              group={group.data}
              isOpen={isOpen}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      )}
    </FieldGroup>
  );
}

/** Makes every variant a product of its own. */
function EndGroup({ product, group }: OptionsFieldProps & { group: GroupDetail }) {
  const { ask, dialog } = useConfirm();
  const refresh = useProductRefresh();
  const end = trpc.admin.products.endGroup.useMutation({
    onSuccess: () => notify.success("Every variant is a product of its own now"),
    onError: (error) => notify.error(messageOf(error, "That did not work. Please try again.")),
    onSettled: refresh,
  });
  async function confirmAndEnd() {
    const isSure = await ask({
      question: "Remove the options?",
      about: group.name,
      consequence: `Each of the ${group.variants.length} variants becomes a product of its own, with its price, stock and history.`,
      yes: "Remove options",
    });
    if (isSure) end.mutate({ id: product._id, version: group.version });
  }
  return (
    <>
      <Button variant="default" onClick={() => void confirmAndEnd()} aria-disabled={end.isPending || undefined}>
        Remove options
      </Button>
      {dialog}
    </>
  );
}
