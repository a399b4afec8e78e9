import { Button } from "@mantine/core";
import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { TermSelect } from "./term-select.tsx";
import type { BulkTarget } from "./use-batches.ts";
import { countOf } from "./use-bulk-acts.ts";

type BulkTermDialogProps = {
  taxonomy: "brand" | "category";
  target: BulkTarget;
  onClose: () => void;
  onAct: (act: BulkAct) => void;
};

/** Asks for the brand or category of the selected products. */
export function BulkTermDialog({ taxonomy, target, onClose, onAct }: BulkTermDialogProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const brands = trpc.catalog.brands.useQuery(undefined, { ...cachedBriefly, enabled: taxonomy === "brand" });
  const categories = trpc.catalog.categories.useQuery(undefined, {
    ...cachedBriefly,
    enabled: taxonomy === "category",
  });
  const isBrand = taxonomy === "brand";
  return (
    <Dialog title={`Set the ${taxonomy} of ${countOf(target.count)}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name === "") setError(`Choose a ${taxonomy}`);
          else onAct({ kind: taxonomy, name });
        }}
      >
        <TermSelect
          label={isBrand ? "Brand" : "Category"}
          list={isBrand ? brands : categories}
          failure={isBrand ? "Failed to load brands" : "Failed to load categories"}
          value={name}
          onChange={(chosen) => {
            setName(chosen);
            setError(undefined);
          }}
          error={error}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Set</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
