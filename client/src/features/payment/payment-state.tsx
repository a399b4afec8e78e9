import { Day } from "../../ui/day.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";

/** Whether an order is paid, and since when. */
export function PaymentState({ paidAt }: { paidAt: string | null }) {
  if (paidAt === null) return <StateAlert tone="danger">Not Paid</StateAlert>;
  return (
    <StateAlert tone="success">
      Paid on <Day time={paidAt} />
    </StateAlert>
  );
}
