import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { trpc } from "../../../lib/trpc.ts";
import { useCreate } from "../parts/use-create.ts";

/** A new discount is stopped: it holds once its owner has said what it gives, and starts it. */
const prepared = {
  name: "New discount",
  gives: { kind: "percentage" as const, rate: 10_000 },
  goods: { products: [], collections: [], categories: [], brands: [], options: [] },
  conditions: { fromCents: 0, fromQty: 0, isFirstOrder: false, customerTags: [], countries: [] },
  limits: { shareMax: 50_000, marginMin: 0, usesMax: null, usesPerCustomer: null, budgetCents: null },
  needsCode: true,
  from: null,
  until: null,
  combinesWith: [],
  isStopped: true,
  // Its limits are asked about when they are saved.
  isConfirmed: true,
};

/** Creates a stopped discount after a confirmation and opens it for its name. */
export function CreateDiscount() {
  const utils = trpc.useUtils();
  const creation = trpc.admin.discounts.create.useMutation({
    onSuccess: () => void utils.admin.discounts.list.invalidate(),
  });
  const { create, dialog } = useCreate("discount", () => creation.mutateAsync(prepared));
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        aria-disabled={creation.isPending || undefined}
        onClick={create}
      >
        {creation.isPending ? "Creating…" : "Create Discount"}
      </Button>
      {dialog}
    </>
  );
}
