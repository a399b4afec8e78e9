import { formatMoney, toWire } from "@shop/shared/money";
import { freeShippingOverCents, shippingFeeCents, taxPercent } from "@shop/shared/shop";
import { IconTruckDelivery } from "@tabler/icons-react";
import classes from "./delivery-note.module.css";

/** What comes on top of the price, said before anybody has to ask. */
export function DeliveryNote() {
  return (
    <p className={classes.note}>
      <IconTruckDelivery className={classes.icon} size={20} aria-hidden="true" />
      <span>
        <strong>Free shipping over ${freeShippingOverCents / 100}</strong>, otherwise{" "}
        {formatMoney(toWire(shippingFeeCents))}. {taxPercent}% tax is added in the cart.
      </span>
    </p>
  );
}
