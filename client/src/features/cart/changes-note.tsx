import { Button } from "@mantine/core";
import type { Cart } from "@shop/shared/cart";
import { formatMoney } from "@shop/shared/money";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import classes from "./changes-note.module.css";

type ChangesNoteProps = {
  /** The cart as it is once the changes are accepted; absent when there are none. */
  accepted: Cart | undefined;
  onAccept: () => void;
};

/** Says that the shop has moved on since the cart was filled, and takes the shopper's agreement to all of it. */
export function ChangesNote({ accepted, onAccept }: ChangesNoteProps) {
  const sentence = accepted === undefined ? "" : sentenceFor(accepted);
  const [said, setSaid] = useState("");

  // Text that comes into a region that is there already is read aloud by more screen readers.
  useEffect(() => setSaid(sentence), [sentence]);

  return (
    <div className={classes.note} data-empty={accepted === undefined || undefined}>
      {accepted !== undefined && <IconAlertTriangle size={22} aria-hidden="true" className={classes.icon} />}
      <p role="status">{said}</p>
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
      ? "Nothing in it can be ordered now."
      : `With today's prices and stock the estimated total is ${formatMoney(Number(totalPrice))}.`;
  return `Your cart has changed since you filled it. ${outcome}`;
}
