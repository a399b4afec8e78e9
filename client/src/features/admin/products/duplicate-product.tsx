import { Button } from "@mantine/core";
import type { ProductDetail } from "@shop/shared/catalog/admin-catalog";
import { IconCopy } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router-dom";
import { editPath } from "../../../lib/admin-paths.ts";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { toStay } from "../../../ui/navigation-focus.ts";
import { notify } from "../../../ui/notify.ts";
import { asNew } from "../parts/use-create.ts";

type DuplicateProductProps = {
  id: string;
  /** Whether all variants of its group are copied. */
  isWhole?: boolean;
};

/** Makes a draft that is a copy of a saved product, and opens it. */
export function DuplicateProduct({ id, isWhole = false }: DuplicateProductProps) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const oneAtATime = useOneAtATime();
  const callbacks = {
    onSuccess: (copy: ProductDetail) => {
      utils.admin.products.byId.setData({ id: copy._id }, copy);
      void utils.admin.products.page.invalidate();
      notify.withdrawErrors();
      notify.success(isWhole ? "Product duplicated with all variants" : "Product duplicated");
      void navigate(editPath("product", copy._id), { state: { ...Object(state), ...toStay, ...asNew } });
    },
    onError: (error: unknown) => notify.error(messageOf(error, "The product could not be duplicated")),
  };
  const ofOne = trpc.admin.products.duplicate.useMutation(callbacks);
  const ofAll = trpc.admin.products.duplicateGroup.useMutation(callbacks);
  const duplication = isWhole ? ofAll : ofOne;
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden="true" />}
      aria-disabled={duplication.isPending || undefined}
      onClick={() => oneAtATime(() => duplication.mutateAsync({ id }))}
    >
      {duplication.isPending ? "Duplicating…" : isWhole ? "Duplicate with all variants" : "Duplicate"}
    </Button>
  );
}
