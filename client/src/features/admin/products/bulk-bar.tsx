import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import { Button, Group, List, Menu, Progress, Text } from "@mantine/core";
import type { BulkAct } from "@shop/shared/product-editing";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { BulkPriceDialog } from "./bulk-price-dialog.tsx";
import { BulkStockDialog } from "./bulk-stock-dialog.tsx";
import { BulkTermDialog } from "./bulk-term-dialog.tsx";
import type { BulkTarget } from "./use-batches.ts";
import { type BulkProgress, type BulkRefusal, countOf } from "./use-bulk-acts.ts";

type BulkBarProps = {
  target: BulkTarget;
  /** `leavesOut`: without those that are known to refuse it. */
  onAct: (act: BulkAct, leavesOut?: boolean) => void;
};

type Question = "price" | "stock" | "brand" | "category" | "delete";

/** The acts on all selected products. What needs a value asks for it; what can simply be undone does not ask. */
export function BulkBar({ target, onAct }: BulkBarProps) {
  const [question, setQuestion] = useState<Question>();
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
        Withdraw
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
      {question === "price" && <BulkPriceDialog target={target} onClose={close} onAct={answer} />}
      {question === "stock" && <BulkStockDialog target={target} onClose={close} onAct={answer} />}
      {(question === "brand" || question === "category") && (
        <BulkTermDialog taxonomy={question} target={target} onClose={close} onAct={answer} />
      )}
      {question === "delete" && (
        <ConfirmDialog
          question={`Delete ${countOf(target.count)}?`}
          consequence="They leave the shop at once. Past orders are not affected. You can undo this for two days."
          yes="Delete"
          isDanger
          onAnswer={(isYes) => (isYes ? answer({ kind: "delete" }) : close())}
        />
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
