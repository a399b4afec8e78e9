import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { moved } from "../../../lib/moved.ts";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { OrderedList } from "../parts/ordered-list.tsx";
import { type DraftLink, toDraftLink, withItem } from "./menu-draft.ts";

// Lazy, because the form depends on the validation library.
const LinkForm = lazyPart("link-form", () => import("./link-form.tsx").then((form) => form.LinkForm), {
  failed: MissingModal,
});

type LinkListProps = { links: DraftLink[]; max: number; from: string; onChange: (links: DraftLink[]) => void };

/** The links of a menu, in an order that is changed by dragging or by buttons. */
export function LinkList({ links, max, from, onChange }: LinkListProps) {
  const [form, setForm] = useState<{ link: DraftLink | null; isOpen: boolean; times: number }>();
  const open = (link: DraftLink | null) =>
    setForm((before) => ({ link, isOpen: true, times: (before?.times ?? 0) + 1 }));
  return (
    <>
      {links.length > 0 && (
        <OrderedList
          items={links}
          from={from}
          note={({ to }) => (
            <Text span fz="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {to}
            </Text>
          )}
          onMove={(at, to) => onChange(moved(links, at, to))}
          onRemove={({ _id }) => onChange(links.filter((link) => link._id !== _id))}
          onEdit={open}
        />
      )}
      {links.length < max && (
        <Button
          w="fit-content"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          aria-label={`Add a link to ${from}`}
          onClick={() => open(null)}
        >
          Add a link
        </Button>
      )}
      {form !== undefined && (
        <LinkForm
          key={form.times}
          link={form.link}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onDone={(link) => {
            setForm({ ...form, isOpen: false });
            onChange(withItem(links, { ...toDraftLink(link), ...(form.link !== null && { _id: form.link._id }) }));
          }}
        />
      )}
    </>
  );
}
