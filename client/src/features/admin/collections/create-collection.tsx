import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { trpc } from "../../../lib/trpc.ts";
import { useCreate } from "../parts/use-create.ts";

/** Creates a collection after a confirmation and opens it for its name. */
export function CreateCollection() {
  const utils = trpc.useUtils();
  const creation = trpc.admin.collections.create.useMutation({
    onSuccess: () => void utils.admin.collections.list.invalidate(),
  });
  const { create, dialog } = useCreate("collection", () => creation.mutateAsync());
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        aria-disabled={creation.isPending || undefined}
        onClick={create}
      >
        {creation.isPending ? "Creating…" : "Create Collection"}
      </Button>
      {dialog}
    </>
  );
}
