import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { type SiblingGroup, saveSiblingsSchema } from "@shop/shared/catalog/siblings";
import { siblingLabelLength, siblingsMax } from "@shop/shared/shop";
import { useState } from "react";
import { flushSync } from "react-dom";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { moved } from "./more-images.tsx";
import { addId, RowTools } from "./row-tools.tsx";
import classes from "./siblings-modal.module.css";

const listId = "siblings";
const searchMs = 250;

type Known = { _id: string; name: string; image: string };
type Values = { id: string; siblings: { productId: string; label: string }[]; version: string | null };

type SiblingsModalProps = { product: Known; group: SiblingGroup; isOpen: boolean; onClose: () => void };

/** Chooses the siblings of a product, each with what sets it apart. */
export function SiblingsModal({ product, group, isOpen, onClose }: SiblingsModalProps) {
  const utils = trpc.useUtils();
  const save = trpc.admin.products.saveSiblings.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("Siblings saved");
      onClose();
    },
    // After a refusal too: someone else may have changed the group.
    onSettled: () => Promise.all([utils.admin.products.siblings.invalidate(), utils.catalog.invalidate()]),
  });
  const [known, setKnown] = useState(() => new Map([product, ...group.siblings].map((each) => [each._id, each])));
  const rows = group.siblings.map(({ _id, label }) => ({ productId: _id, label }));
  const first = [{ productId: product._id, label: "" }];
  return (
    <FormDialog<Values>
      title="Siblings"
      initialValues={{ id: product._id, siblings: rows.length > 0 ? rows : first, version: group.version }}
      schema={saveSiblingsSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={(values) => save.mutateAsync(values)}
      saveLabel="Save"
    >
      {(form) => (
        <>
          <Text c="dimmed">Say of each what customers choose it by, such as “Green” or “24 oz”.</Text>
          <Rows form={form} known={known} ownId={product._id} />
          <AddSibling form={form} onAdd={(added) => setKnown((current) => new Map(current).set(added._id, added))} />
        </>
      )}
    </FormDialog>
  );
}

type RowsProps = { form: UseFormReturnType<Values>; known: ReadonlyMap<string, Known>; ownId: string };

function Rows({ form, known, ownId }: RowsProps) {
  const { siblings } = form.getValues();
  return (
    <ol className={classes.list}>
      {siblings.map(({ productId }, place) => {
        const { name = "", image = "" } = known.get(productId) ?? {};
        return (
          <li key={productId} className={classes.row}>
            <ProductImage image={image} alt="" sizes="56px" className={classes.image ?? ""} />
            <label className={classes.name} htmlFor={`${listId}-${place}`}>
              {productId === ownId ? `${name} (this product)` : name}
            </label>
            <TextInput
              id={`${listId}-${place}`}
              placeholder="Green"
              autoComplete="off"
              maxLength={siblingLabelLength}
              {...form.getInputProps(`siblings.${place}.label`)}
              error={form.errors[`siblings.${place}.label`] ?? form.errors[`siblings.${place}.productId`]}
            />
            <RowTools
              listId={listId}
              what={(n) => known.get(siblings[n]?.productId ?? "")?.name ?? ""}
              place={place}
              count={siblings.length}
              onMove={(from, to) => form.setFieldValue("siblings", moved(siblings, from, to))}
              onRemove={(n) => form.removeListItem("siblings", n)}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Finds a product by name and adds it. */
function AddSibling({ form, onAdd }: { form: UseFormReturnType<Values>; onAdd: (product: Known) => void }) {
  const { siblings } = form.getValues();
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), searchMs);
  const found = trpc.admin.products.page.useQuery({ search: asked }, { ...cachedBriefly, enabled: asked !== "" });
  const isListed = new Set(siblings.map(({ productId }) => productId));
  const rows = asked === "" ? [] : (found.data?.rows ?? []).filter(({ _id }) => !isListed.has(_id));

  function add(id: string | null): void {
    const product = rows.find(({ _id }) => _id === id);
    if (product === undefined) return;
    flushSync(() => {
      onAdd(product);
      form.insertListItem("siblings", { productId: product._id, label: "" });
      setSearch("");
    });
    document.querySelector<HTMLElement>(`[data-path="siblings.${siblings.length}.label"]`)?.focus();
  }
  if (siblings.length >= siblingsMax) return <Text c="dimmed">{siblingsMax} products can belong together.</Text>;
  return (
    <Select
      id={addId(listId)}
      label="Add a product"
      placeholder="Search by name"
      searchable
      data={rows.map(({ _id, name }) => ({ value: _id, label: name }))}
      // The server has searched.
      filter={({ options }) => options}
      value={null}
      onChange={add}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={asked === "" || found.isFetching ? undefined : "No match"}
      error={form.errors.siblings ?? (found.error === null ? undefined : messageOf(found.error, "The search failed"))}
      maxDropdownHeight={240}
      // Within the dialog, so that assistive technology finds the options there.
      comboboxProps={{ shadow: "md", withinPortal: false }}
    />
  );
}
