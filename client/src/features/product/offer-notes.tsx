import { formatMoney, toWire } from "@shop/shared/money";
import { pathOf } from "@shop/shared/page/pages";
import { freeShippingOverCents, shippingFeeCents, taxPercent } from "@shop/shared/shop";
import { IconArrowBackUp, IconTruckDelivery } from "@tabler/icons-react";
import { ArrivalOfToday } from "../../ui/arrival.tsx";
import { PaymentMarks } from "../../ui/payment-marks.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./offer-notes.module.css";

/** What customers want to know before they press the button: delivery, returns, and how they can pay. */
export function OfferNotes({ isInStock }: { isInStock: boolean }) {
  const { payments } = useShop();
  return (
    <div className={classes.notes}>
      <div className={classes.note}>
        <IconTruckDelivery className={classes.icon} size={20} aria-hidden="true" />
        <div>
          {isInStock && <ArrivalOfToday className={classes.first} />}
          <p>
            <strong>Free shipping over ${freeShippingOverCents / 100}</strong>, otherwise{" "}
            {formatMoney(toWire(shippingFeeCents))}. {taxPercent}% tax is added in the cart.
          </p>
        </div>
      </div>
      <ReturnsNote />
      {payments !== "off" && <PaymentMarks />}
    </div>
  );
}

/** For how long a product can be returned. Nothing where the shop does not say. */
function ReturnsNote() {
  const { returnsDays, isReturnFree = false, infoPages } = useShop();
  if (returnsDays === undefined) return null;
  const words = `${returnsDays} days to return`;
  const hasPage = infoPages?.some(({ slug }) => slug === "returns") ?? false;
  return (
    <div className={classes.note}>
      <IconArrowBackUp className={classes.icon} size={20} aria-hidden="true" />
      <p>
        {hasPage ? (
          <PrefetchLink to={pathOf("info", { slug: "returns" })}>{words}</PrefetchLink>
        ) : (
          <strong>{words}</strong>
        )}
        {isReturnFree && ", free of charge"}
      </p>
    </div>
  );
}
