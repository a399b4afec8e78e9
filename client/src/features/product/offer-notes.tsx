import { pathOf } from "@shop/shared/page/pages";
import { freeFromWords, priceWords } from "@shop/shared/terms-of-sale/delivery-words";
import { homeDelivery, homeTax } from "@shop/shared/terms-of-sale/home-terms";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { IconArrowBackUp, IconMail, IconTruckDelivery } from "@tabler/icons-react";
import { useSelling } from "../../lib/selling.ts";
import { ArrivalOfToday } from "../../ui/arrival.tsx";
import { PaymentMarks } from "../../ui/payment-marks.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./offer-notes.module.css";

/** What customers want to know before they press the button: delivery, returns, and how they can pay. */
export function OfferNotes({ isInStock, isGiftCard }: { isInStock: boolean; isGiftCard: boolean }) {
  if (isGiftCard) return <GiftCardNotes />;
  return (
    <div className={classes.notes}>
      <div className={classes.note}>
        <IconTruckDelivery className={classes.icon} size={20} aria-hidden="true" />
        <div>
          {isInStock && <ArrivalOfToday className={classes.first} />}
          <DeliveryNote />
        </div>
      </div>
      <ReturnsNote />
      <PaymentMarks />
    </div>
  );
}

/** The same of a gift card, which is no parcel. */
function GiftCardNotes() {
  return (
    <div className={classes.notes}>
      <div className={classes.note}>
        <IconMail className={classes.icon} size={20} aria-hidden="true" />
        <div>
          <p className={classes.first}>By email, once it is paid</p>
          <p>For yourself, or mailed to somebody on a day of your choice. Without shipping and tax.</p>
        </div>
      </div>
      <PaymentMarks />
    </div>
  );
}

/** What delivery and tax cost where the shop is. */
function DeliveryNote() {
  const { terms } = useSelling();
  const method = homeDelivery(terms);
  const taxWords = wordsOfTax(terms);
  if (method === null) return <p>{taxWords}</p>;
  return (
    <p>
      {method.freeFrom === null ? (
        <>
          <strong>Shipping {priceWords(method)}</strong>.{" "}
        </>
      ) : (
        <>
          <strong>Free shipping {freeFromWords(method.freeFrom)}</strong>, otherwise {priceWords(method)}.{" "}
        </>
      )}
      {taxWords}
    </p>
  );
}

/** Whether the price has tax in it, and how much. */
function wordsOfTax(terms: TermsOfSale): string {
  const tax = homeTax(terms, Date.now());
  const name = tax === null ? "tax" : `${tax.rate / 1_000}% ${tax.name === "Tax" ? "tax" : tax.name}`;
  if (terms.pricesIncludeTax) return `The price includes ${name}.`;
  return terms.taxRates.length === 0 ? "" : `${name[0]?.toUpperCase()}${name.slice(1)} is added in the cart.`;
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
