import { Button } from "@mantine/core";
import { shopCancelRefusal } from "@shop/shared/order/cancel-rules";
import type { Order } from "@shop/shared/order/order";
import { useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import screen from "./screen-only.module.css";

// Lazy, because their forms depend on the validation library.
const CancelOrder = lazyPart("cancel-order", () => import("./cancel-order.tsx").then((dialog) => dialog.CancelOrder), {
  failed: MissingModal,
});
const ReinstateOrder = lazyPart(
  "reinstate-order",
  () => import("./reinstate-order.tsx").then((dialog) => dialog.ReinstateOrder),
  { failed: MissingModal },
);

/** Cancels an order that was not shipped, or undoes that while nothing was paid. */
export function OrderCancellation({ order }: { order: Order }) {
  const [opened, setOpened] = useState<"cancel" | "reinstate">();
  const place = useRef<HTMLDivElement>(null);
  const dialog = { order, onClose: () => setOpened(undefined), fallbackFocus: place };
  return (
    <div ref={place} className={screen.screenOnly} tabIndex={-1}>
      {order.cancellation === null && shopCancelRefusal(order) === null && (
        <Button variant="default" fullWidth onClick={() => setOpened("cancel")}>
          Cancel the order…
        </Button>
      )}
      {order.cancellation !== null && !order.isPaid && (
        <Button variant="default" fullWidth onClick={() => setOpened("reinstate")}>
          Reinstate the order…
        </Button>
      )}
      <CancelOrder {...dialog} isOpen={opened === "cancel"} />
      <ReinstateOrder {...dialog} isOpen={opened === "reinstate"} />
    </div>
  );
}
