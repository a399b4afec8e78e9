import { Button } from "@mantine/core";
import { customerCancelRefusal, usualCancelWindow } from "@shop/shared/order/cancel-rules";
import type { Order } from "@shop/shared/order/order";
import { useRef, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { MissingModal } from "../../ui/missing-modal.ts";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./cancel-own-order.module.css";

/** Lazy, because its form depends on the validation library. */
const CancelDialog = lazyPart(
  "cancel-dialog",
  () => import("./cancel-dialog.tsx").then((dialog) => dialog.CancelDialog),
  { failed: MissingModal },
);

/** Lets customers cancel their order as long as the shop permits it. */
export function CancelOwnOrder({ order }: { order: Order }) {
  const { cancelWindow = usualCancelWindow } = useShop();
  const [dialog, setDialog] = useState<"not loaded" | "open" | "closed">("not loaded");
  const place = useRef<HTMLDivElement>(null);
  const isPossible = order.cancellation === null && customerCancelRefusal(order, cancelWindow) === null;
  return (
    <div ref={place} className={classes.place} tabIndex={-1}>
      {isPossible && (
        <Button variant="subtle" onClick={() => setDialog("open")}>
          Cancel this order…
        </Button>
      )}
      {dialog !== "not loaded" && (
        <CancelDialog
          order={order}
          isOpen={dialog === "open"}
          onClose={() => setDialog("closed")}
          fallbackFocus={place}
        />
      )}
    </div>
  );
}
