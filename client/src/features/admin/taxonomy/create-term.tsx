import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { trpc } from "../../../lib/trpc.ts";
import { useCreate } from "../parts/use-create.ts";
import type { TaxonomyTexts } from "./texts.ts";

/** Creates a brand or category after a confirmation and opens it for its name. */
export function CreateTerm({ texts }: { texts: TaxonomyTexts }) {
  const { taxonomy, word, api, utilsOf } = texts;
  const utils = trpc.useUtils();
  const creation = api.create.useMutation({ onSuccess: () => void utilsOf(utils).page.invalidate() });
  const { create, dialog } = useCreate(taxonomy, () => creation.mutateAsync());
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        aria-disabled={creation.isPending || undefined}
        onClick={create}
      >
        {creation.isPending ? "Creating…" : `Create ${word}`}
      </Button>
      {dialog}
    </>
  );
}
