import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { trpc } from "../../../lib/trpc.ts";
import { useCreate } from "../use-create.ts";
import type { NounTexts } from "./nouns.ts";

/** Makes a brand or category after a question, and opens it to be named. */
export function CreateName({ texts }: { texts: NounTexts }) {
  const { noun, word, api, utilsOf } = texts;
  const utils = trpc.useUtils();
  const creation = api.create.useMutation({ onSuccess: () => void utilsOf(utils).page.invalidate() });
  const { create, dialog } = useCreate(noun, () => creation.mutateAsync());
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
