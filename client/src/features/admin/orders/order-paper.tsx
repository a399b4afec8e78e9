import type { Order } from "@shop/shared/order/order";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { PaperButton } from "./paper-button.tsx";
import print from "./screen-only.module.css";

/** The packing slip and the invoice of an order, for admins. */
export function OrderPaper({ order }: { order: Order }) {
  return (
    <AdminPanel className={print.screenOnly ?? ""} title="Paper" titleSize="lg">
      <PaperButton orders={[order]} fullWidth />
    </AdminPanel>
  );
}
