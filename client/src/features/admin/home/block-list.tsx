import "@mantine/core/styles/Menu.layer.css";
import { Button, Menu, Stack, Text } from "@mantine/core";
import { type HomeBlock, type HomeBlockKind, requiredBlocks } from "@shop/shared/page/home-layout";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { moved } from "../../../lib/moved.ts";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { OrderedList } from "../parts/ordered-list.tsx";
import { blockName, kindWords, newBlocks } from "./block-words.ts";
import { addable, type DraftBlock, withNew } from "./layout-draft.ts";

// Lazy, because the forms depend on the validation library.
const BlockForm = lazyPart("block-form", () => import("./block-form.tsx").then((form) => form.BlockForm), {
  failed: MissingModal,
});

/** What the form is open for: a block of the list, or a new one. */
type Editing = { block: HomeBlock; id: string | null; isOpen: boolean; times: number };

type BlockListProps = { blocks: DraftBlock[]; max: number; onChange: (blocks: DraftBlock[]) => void };

/** The parts of Home, in an order that is changed by dragging or by buttons. */
export function BlockList({ blocks, max, onChange }: BlockListProps) {
  const [editing, setEditing] = useState<Editing>();
  const [announcement, setAnnouncement] = useState("");
  const open = (block: HomeBlock, id: string | null) =>
    setEditing((before) => ({ block, id, isOpen: true, times: (before?.times ?? 0) + 1 }));
  const items = blocks.map(({ _id, block }) => ({ _id, block, name: blockName(block) }));
  const move = (from: number, to: number) => {
    onChange(moved(blocks, from, to));
    setAnnouncement(`${items[from]?.name} is number ${to + 1} of ${blocks.length}`);
  };
  const done = (block: HomeBlock) => {
    if (editing === undefined) return;
    setEditing({ ...editing, isOpen: false });
    onChange(
      editing.id === null
        ? withNew(blocks, block)
        : blocks.map((each) => (each._id === editing.id ? { ...each, block } : each)),
    );
  };
  const add = (kind: HomeBlockKind) =>
    hasForm(kind) ? open(newBlocks[kind], null) : onChange(withNew(blocks, newBlocks[kind]));
  return (
    <Stack gap="sm">
      <OrderedList
        items={items}
        from="Home"
        onMove={move}
        isFixed={({ block }) => requiredBlocks.includes(block.kind)}
        onRemove={({ _id, name }) => {
          onChange(blocks.filter((each) => each._id !== _id));
          setAnnouncement(`${name} is not on Home any more`);
        }}
        canEdit={({ block }) => hasForm(block.kind)}
        onEdit={({ block, _id }) => open(block, _id)}
      />
      <Text role="status" fz="sm" c="dimmed">
        {announcement}
      </Text>
      {blocks.length < max && <AddBlock kinds={addable(blocks)} onAdd={add} />}
      {editing !== undefined && (
        <BlockForm
          key={editing.times}
          block={editing.block}
          isNew={editing.id === null}
          isOpen={editing.isOpen}
          onClose={() => setEditing({ ...editing, isOpen: false })}
          onDone={done}
        />
      )}
    </Stack>
  );
}

/** Whether there is something to say of a block of a kind. */
function hasForm(kind: HomeBlockKind): boolean {
  return kind !== "entrances" && kind !== "products";
}

function AddBlock({ kinds, onAdd }: { kinds: HomeBlockKind[]; onAdd: (kind: HomeBlockKind) => void }) {
  return (
    <Menu position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <Button w="fit-content" variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          Add a block
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} mih={44} onClick={() => onAdd(kind)}>
            {kindWords[kind].name}
            <Text c="dimmed" fz="xs">
              {kindWords[kind].help}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
