import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import classes from "./express-button.module.css";

type Item = { _id: string; qty: number };
type ExpressButtonProps = {
  /** What is bought, at the moment of the press; nothing where the press leads somewhere else. */
  itemsToBuy: () => readonly Item[];
};

/** Leads to PayPal, which comes back with the customer's address. Nothing of PayPal's is loaded before that. */
export function ExpressButton({ itemsToBuy }: ExpressButtonProps) {
  const begin = trpc.order.beginExpress.useMutation({
    onError: (error) => notify.error(messageOf(error, "PayPal could not be opened. Please try again.")),
  });
  const [isLeaving, setLeaving] = useState(false);
  const oneAtATime = useOneAtATime();
  // The page that Back brings from the browser's cache.
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener("pageshow", stay);
    return () => window.removeEventListener("pageshow", stay);
  }, []);

  async function leave(): Promise<void> {
    const orderItems = itemsToBuy().map(({ _id, qty }) => ({ product: _id, qty }));
    if (orderItems.length === 0) return;
    const { approvalUrl } = await begin.mutateAsync({ orderItems });
    setLeaving(true);
    location.assign(approvalUrl);
  }

  const isBusy = begin.isPending || isLeaving;
  return (
    <Button
      fullWidth
      className={classes.button ?? ""}
      aria-disabled={isBusy || undefined}
      onClick={() => oneAtATime(leave)}
    >
      {isBusy ? "Opening PayPal…" : "Buy with PayPal"}
    </Button>
  );
}
