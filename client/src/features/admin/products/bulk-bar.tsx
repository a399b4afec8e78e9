import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import { Button, Group, List, Menu, Progress, Text } from "@mantine/core";
import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import type { BulkQuestionProps } from "./bulk-question.tsx";
import { type BulkProgress, type BulkRefusal, countOf } from "./use-bulk-acts.ts";

/** Lazy, because the list is opened more often than many products are changed. `isOpen` is for its replacement. */
const BulkQuestion = lazyPart<BulkQuestionProps & { isOpen: true }>(
  "bulk-question",
  () => import("./bulk-question.tsx").then((part) => part.BulkQuestion),
  { failed: MissingModal },
);

type BulkBarProps = Pick<BulkQuestionProps, "target" | "onAct">;

/** The acts on all selected products. What needs a value asks for it; what can simply be undone does not ask. */
export function BulkBar({ target, onAct }: BulkBarProps) {
  const [question, setQuestion] = useState<BulkQuestionProps["question"]>();
  const close = () => setQuestion(undefined);
  const answer = (act: BulkAct, leavesOut?: boolean) => {
    close();
    onAct(act, leavesOut);
  };
  return (
    <>
      <Button variant="default" onClick={() => onAct({ kind: "state", state: "published" })}>
        Publish
      </Button>
      <Button variant="default" onClick={() => onAct({ kind: "state", state: "draft" })}>
        Unpublish
      </Button>
      <Button variant="default" onClick={() => setQuestion("price")}>
        Change prices
      </Button>
      <Button variant="default" onClick={() => setQuestion("stock")}>
        Change stock
      </Button>
      <Menu position="top-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} onClick={() => setQuestion("category")}>
            Set category
          </Menu.Item>
          <Menu.Item mih={44} onClick={() => setQuestion("brand")}>
            Set brand
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item mih={44} color="var(--shop-danger)" onClick={() => setQuestion("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question !== undefined && (
        <BulkQuestion isOpen question={question} target={target} onClose={close} onAct={answer} />
      )}
    </>
  );
}

/** A running act on more products than one call takes. */
export function BulkProgressDialog({ progress, onStop }: { progress: BulkProgress; onStop: () => void }) {
  const { done, of } = progress;
  return (
    <Dialog title="Changing products" onClose={onStop}>
      <Text role="status" mb="sm">
        {done.toLocaleString("en-US")} of {countOf(of)} done
      </Text>
      <Progress value={of === 0 ? 0 : (done / of) * 100} aria-label="Changed products" />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onStop}>
          Stop
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const shownReasons = 20;

/** Names the products that refuse an act, and asks whether it goes on without them. */
export function BulkRefusalDialog({ refusal: { reasons, canGoOn, answer } }: { refusal: BulkRefusal }) {
  const more = reasons.length - shownReasons;
  return (
    <Dialog title={`${countOf(reasons.length)} cannot be changed`} onClose={() => answer(false)}>
      <Text c="dimmed">Nothing was changed in this group of products.</Text>
      <List my="md" style={{ overflowWrap: "anywhere" }}>
        {reasons.slice(0, shownReasons).map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      {more > 0 && <Text c="dimmed">And {more} more.</Text>}
      <DialogButtons>
        <Group gap="sm">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            Stop
          </Button>
          {canGoOn && <Button onClick={() => answer(true)}>Leave these out</Button>}
        </Group>
      </DialogButtons>
    </Dialog>
  );
}
