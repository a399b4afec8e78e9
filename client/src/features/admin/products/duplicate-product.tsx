import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router-dom";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { editPath } from "../../../lib/paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { toStay } from "../../../ui/navigation-focus.ts";
import { notify } from "../../../ui/notify.ts";
import { asNew } from "../parts/use-create.ts";

/** Makes a draft that is a copy of a saved product, and opens it. */
export function DuplicateProduct({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const oneAtATime = useOneAtATime();
  const duplication = trpc.admin.products.duplicate.useMutation({
    onSuccess: (copy) => {
      utils.admin.products.byId.setData({ id: copy._id }, copy);
      void utils.admin.products.page.invalidate();
      notify.withdrawErrors();
      notify.success("Product duplicated");
      void navigate(editPath("product", copy._id), { state: { ...Object(state), ...toStay, ...asNew } });
    },
    onError: (error) => notify.error(messageOf(error, "The product could not be duplicated")),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden="true" />}
      aria-disabled={duplication.isPending || undefined}
      onClick={() => oneAtATime(() => duplication.mutateAsync({ id }))}
    >
      {duplication.isPending ? "Duplicating…" : "Duplicate"}
    </Button>
  );
}
