import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { TermDetail, TermMerge } from "@shop/shared/catalog/admin-catalog";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router-dom";
import { editPath } from "../../../lib/admin-paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { MergesInProgress, useMerges } from "./merges-in-progress.tsx";
import type { TaxonomyTexts } from "./texts.ts";

const amountOf = (products: number) => `${products.toLocaleString("en-US")} ${products === 1 ? "product" : "products"}`;

/** Moves all products of a brand or category to another one, and deletes it. */
export function MergeTerm({ texts, record }: { texts: TaxonomyTexts; record: TermDetail }) {
  const { taxonomy, api, utilsOf } = texts;
  const { _id: id, name } = record;
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const order = api.menuOrder.useQuery();
  const others = [...(order.data?.placed ?? []), ...(order.data?.others ?? [])].filter(({ _id }) => _id !== id);
  const [chosen, setChosen] = useState("");
  const into = others.find((term) => term._id === chosen);
  const { ask, dialog } = useConfirm();
  const showMerged = useCallback(
    async (intoId: string) => {
      await navigate(editPath(taxonomy, intoId), { replace: true });
      void utilsOf(utils).invalidate();
      void utils.admin.products.invalidate();
      void utils.catalog.invalidate();
    },
    [navigate, taxonomy, utils, utilsOf],
  );
  const onEnd = useCallback(
    (ended: TermMerge) => {
      if (ended._id !== id) return;
      notify.success(`${ended.name} was merged into ${ended.into.name}`);
      void showMerged(ended.into._id);
    },
    [id, showMerged],
  );
  const merges = useMerges(texts, onEnd);
  const isLeaving = merges.data?.some(({ _id }) => _id === id) === true;
  const merge = api.merge.useMutation({
    onSuccess: async ({ term, products, isDone }) => {
      if (!isDone) {
        notify.success(`${amountOf(products)} ${products === 1 ? "is" : "are"} moving to ${term.name}`);
        await merges.refetch();
        return;
      }
      notify.success(`${amountOf(products)} moved to ${term.name}`);
      await showMerged(term._id);
    },
    onError: (error) => notify.error(messageOf(error, "It could not be merged")),
  });
  const start = async () => {
    if (into === undefined) return;
    const { rows } = await utilsOf(utils).page.fetch({ search: name }, { staleTime: 0 });
    const products = rows.find(({ _id }) => _id === id)?.products;
    const isSure = await ask({
      question: `Merge this ${taxonomy}?`,
      about: `${name} into ${into.name}`,
      consequence: `${products === undefined ? "All its products move" : `${amountOf(products)} ${products === 1 ? "moves" : "move"}`} to ${into.name}, and ${name} is deleted. Its page leads to the other one. This cannot be undone.`,
      yes: "Merge",
      isDanger: true,
    });
    if (isSure) merge.mutate({ id, into: into._id });
  };
  const isReady = into !== undefined && !merge.isPending;
  return (
    <AdminPanel title={`Merge into another ${taxonomy}`}>
      <Stack gap="md">
        <MergesInProgress
          texts={texts}
          merges={merges}
          isShown={({ _id, into: staying }) => _id === id || staying._id === id}
        />
        {!isLeaving && (
          <>
            <Text>All products of {name} move to the one that you choose, and its page leads there.</Text>
            <Group gap="sm" align="flex-end">
              <NativeSelect
                label="Move all products to"
                value={chosen}
                onChange={(event) => setChosen(event.currentTarget.value)}
                data={[
                  { value: "", label: `Choose a ${taxonomy}` },
                  ...others.map((term) => ({ value: term._id, label: term.name })),
                ]}
                error={order.error === null ? undefined : messageOf(order.error, `Failed to load the ${texts.many}`)}
              />
              <Button
                variant="default"
                aria-disabled={!isReady || undefined}
                onClick={() => {
                  if (isReady)
                    start().catch((error: unknown) => notify.error(messageOf(error, "It could not be merged")));
                }}
              >
                {merge.isPending ? "Merging…" : "Merge"}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      {dialog}
    </AdminPanel>
  );
}
