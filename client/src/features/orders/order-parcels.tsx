import { Button } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import { IconExternalLink } from "@tabler/icons-react";
import { contentsOf } from "../../lib/parcel-contents.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import classes from "./order-parcels.module.css";

/**
 * The parcels of an order, each with what is in it and a button to follow it. Renders nothing without parcels.
 */
export function OrderParcels({ parcels, isPartlyShipped }: Pick<Order, "parcels" | "isPartlyShipped">) {
  if (parcels.length === 0) return null;
  return (
    <>
      {isPartlyShipped && <p className={classes.rest}>A part of your order is on its way. The rest follows.</p>}
      <ul className={classes.parcels} aria-label={parcels.length === 1 ? "Parcel" : "Parcels"}>
        {parcels.map(({ _id, carrierName, trackingNumber, trackingUrl, items }, place) => {
          const name = parcels.length === 1 ? "parcel" : `parcel ${place + 1}`;
          return (
            <li key={_id} className={classes.parcel}>
              <p className={classes.about}>
                <span className={classes.carrier}>
                  {carrierName}
                  {parcels.length > 1 && `, ${name} of ${parcels.length}`}
                </span>
                <span className={classes.number}>
                  {trackingNumber}
                  <CopyButton value={trackingNumber} name="tracking number" isIcon />
                </span>
                {items.length > 0 && <span className={classes.items}>{contentsOf(items)}</span>}
              </p>
              {trackingUrl !== null && (
                <Button
                  component="a"
                  href={trackingUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={classes.track ?? ""}
                  rightSection={<IconExternalLink size={18} aria-hidden="true" />}
                >
                  Track {name}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
