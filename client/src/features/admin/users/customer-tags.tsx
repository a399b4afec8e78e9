import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { TagsInput } from "@mantine/core";
import type { Customer } from "@shop/shared/account/customer";
import { isSameTag, tagLength, tagsMax } from "@shop/shared/account/customer-notes";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { TagList } from "../parts/tag-list.tsx";
import { usePermissions } from "../parts/use-permissions.ts";

/** The tags of a customer. Each change is saved at once. */
export function CustomerTags({ customer: { _id, tags } }: { customer: Pick<Customer, "_id" | "tags"> }) {
  const may = usePermissions();
  return (
    <AdminPanel title="Tags">
      {may("customers.write") ? <TagsField id={_id} tags={tags} /> : <TagList tags={tags} />}
    </AdminPanel>
  );
}

function TagsField({ id, tags }: { id: string; tags: string[] }) {
  const utils = trpc.useUtils();
  const known = trpc.admin.users.tags.useQuery(undefined, cachedBriefly);
  const [chosen, choose] = useState(tags);
  const change = trpc.admin.users.changeTags.useMutation({
    // One after the other, so that the last answer has all of them.
    scope: { id: "tags" },
    onSettled: () => utils.admin.users.invalidate(),
  });
  function onChange(next: string[]): void {
    choose(next);
    const without = (some: string[], others: string[]) =>
      some.filter((tag) => !others.some((other) => isSameTag(tag, other)));
    change.mutate(
      { id, added: without(next, chosen), removed: without(chosen, next) },
      { onSuccess: choose, onError: () => choose(utils.admin.users.customer.getData({ id })?.tags ?? tags) },
    );
  }
  return (
    <TagsInput
      aria-label="Tags"
      description="For your own groups, such as Wholesale. Press Enter after each. Customers never see them."
      inputWrapperOrder={["input", "description", "error"]}
      data={(known.data ?? []).map(({ tag }) => tag)}
      value={chosen}
      onChange={onChange}
      isDuplicate={(tag, all) => all.some((other) => isSameTag(tag, other))}
      maxTags={tagsMax}
      maxLength={tagLength}
      error={change.isError ? messageOf(change.error, "The tags were not changed. Please try again.") : undefined}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
