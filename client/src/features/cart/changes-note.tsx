import { Button } from "@mantine/core";
import type { Cart } from "@shop/shared/cart/cart";
import { formatMoney } from "@shop/shared/money";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import classes from "./changes-note.module.css";

type ChangesNoteProps = {
  /** The cart after the changes are accepted; absent when there are none. */
  accepted: Cart | undefined;
  onAccept: () => void;
};

/** Reports price and stock changes since the cart was filled and asks the customer to accept all of them. */
export function ChangesNote({ accepted, onAccept }: ChangesNoteProps) {
  const sentence = accepted === undefined ? "" : sentenceFor(accepted);
  const [announcement, setAnnouncement] = useState("");

  // Set after mount: screen readers announce changes of a live region more reliably than its initial text.
  useEffect(() => setAnnouncement(sentence), [sentence]);

  return (
    <div className={classes.note} data-empty={accepted === undefined || undefined}>
      {accepted !== undefined && <IconAlertTriangle size={22} aria-hidden="true" className={classes.icon} />}
      <p role="status">{announcement}</p>
      {accepted !== undefined && (
        <Button className={classes.accept ?? ""} onClick={onAccept}>
          Accept changes
        </Button>
      )}
    </div>
  );
}

function sentenceFor({ cartItems, totalPrice }: Cart): string {
  const outcome =
    cartItems.length === 0
      ? "None of them can be ordered right now."
      : `Your estimated total is now ${formatMoney(Number(totalPrice))}.`;
  return `Some items in your cart have changed. ${outcome}`;
}
