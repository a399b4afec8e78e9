import { Button } from "@mantine/core";
import type { Cart } from "@shop/shared/cart/cart";
import { acceptChanges, changesOf, removeItem, restoreItem, setQty } from "@shop/shared/cart/cart-changes";
import { type CartItem, countUnits } from "@shop/shared/cart/cart-items";
import { formatMoney } from "@shop/shared/money";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useOnline } from "../../lib/online.ts";
import { homePath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AddedNote } from "./added-note.tsx";
import classes from "./cart-contents.module.css";
import { CartLine } from "./cart-line.tsx";
import { updateCart, useCart } from "./cart-store.ts";
import { CartSummary } from "./cart-summary.tsx";
import { ChangesNote } from "./changes-note.tsx";
import { DiscountCodes } from "./discount-codes-part.tsx";
import { subtotalLabel } from "./subtotal-label.ts";
import { useDiscounts } from "./use-discounts.ts";
import { useOrderLimit } from "./use-order-limit.ts";
import { useQuote } from "./use-quote.ts";

type Removal = { item: CartItem; index: number };

type CartContentsProps = {
  isSignedIn: boolean;
  whenEmpty?: ReactNode;
  /** A way to buy the items without the steps of the checkout. */
  renderExpress?: (items: readonly CartItem[]) => ReactNode;
};

/**
 * The cart screen: lines, summary and the link to the checkout, with `whenEmpty` below an empty cart. The server knows no cart, so
 * it renders a skeleton.
 */
export function CartContents({ isSignedIn, whenEmpty, renderExpress }: CartContentsProps) {
  const isHydrated = useIsHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const todays = useTodaysCart();
  const units = countUnits(todays.today);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading ref={heading}>
          Shopping Cart{isHydrated && units > 0 && ` (${units} ${units === 1 ? "item" : "items"})`}
        </PageHeading>
        <p className={classes.help}>Items stay here even after you close the page.</p>
      </div>
      {isHydrated ? (
        <OpenCart heading={heading} isSignedIn={isSignedIn} renderExpress={renderExpress} {...todays} />
      ) : (
        <>
          {/* Browsers with scripts need none of it. */}
          <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
          <Skeleton height="60vh" />
        </>
      )}
      {isHydrated && units === 0 && whenEmpty}
    </div>
  );
}

function WithoutScripts() {
  return (
    <p className={classes.noScripts}>
      Your cart is kept in your browser, which needs JavaScript for that. Please turn it on and load the page again, or
      go on looking at <a href={homePath}>all products</a> without.
    </p>
  );
}

/** The cart with the stored and with today's prices and stock. */
function useTodaysCart() {
  const cart = useCart();
  const quote = useQuote();
  const changes = changesOf(cart, quote.lines);
  const accepted = changes.size === 0 ? undefined : acceptChanges(cart, quote.lines);
  // Every sum is today's, also before the changes are accepted, so that none contradicts another.
  return { cart, quote, changes, accepted, today: accepted ?? cart };
}

type OpenCartProps = ReturnType<typeof useTodaysCart> & {
  heading: RefObject<HTMLHeadingElement | null>;
  isSignedIn: boolean;
  renderExpress: CartContentsProps["renderExpress"];
};

function OpenCart({ heading, isSignedIn, renderExpress, cart, quote, changes, accepted, today }: OpenCartProps) {
  const isOnline = useOnline();
  const limit = useOrderLimit(today, isSignedIn);
  const discounts = useDiscounts(cart, quote.hasDiscounts);
  const [removal, setRemoval] = useState<Removal | undefined>();
  const [restoredId, setRestoredId] = useState<string | undefined>();
  const isEmpty = cart.cartItems.length === 0;
  // No undo when the product is in the cart again, added here or in another tab.
  const undoable = cart.cartItems.some((item) => item._id === removal?.item._id) ? undefined : removal;

  function remove(item: CartItem, index: number) {
    updateCart((current) => removeItem(current, item._id));
    setRemoval({ item, index });
    setRestoredId(undefined);
  }

  function undo({ item, index }: Removal) {
    updateCart((current) => restoreItem(current, item, index));
    setRemoval(undefined);
    setRestoredId(item._id);
  }

  function accept() {
    updateCart((current) => acceptChanges(current, quote.lines));
    setRemoval(undefined);
    // The button that had the focus unmounts with the note.
    heading.current?.focus();
  }

  const removedNote = undoable && (
    <RemovedNote key={undoable.item._id} name={undoable.item.name} onUndo={() => undo(undoable)} />
  );
  return (
    <>
      {removal === undefined && <AddedNote />}
      <TotalsAnnouncement cart={today} />
      <ChangesNote accepted={accepted} onAccept={accept} />
      {/* Hidden while offline: the banner above already reports it. */}
      {quote.error !== null && isOnline && !isEmpty && (
        <div className={classes.unchecked}>
          <ErrorAlert
            message={`We could not check today's prices. ${messageOf(quote.error, "An unknown error occurred")}`}
            onRetry={quote.refetch}
            isRetrying={quote.isFetching}
          />
        </div>
      )}
      <div className={classes.columns}>
        <div className={classes.lines}>
          {isEmpty ? (
            <>
              {removedNote}
              <EmptyState
                illustration="bag"
                text="Your cart is empty"
                action={
                  <Button component={PrefetchLink} to={homePath} variant="default">
                    Go Back
                  </Button>
                }
              />
            </>
          ) : (
            <ul className={classes.list}>
              {cart.cartItems.map((item, index) => (
                <li key={item._id} className={classes.item}>
                  {undoable?.index === index && removedNote}
                  <CartLine
                    item={item}
                    today={today.cartItems.find(({ _id }) => _id === item._id)}
                    change={changes.get(item._id)}
                    takesFocus={item._id === restoredId}
                    onQty={(qty) => updateCart((current) => setQty(current, item._id, qty))}
                    onRemove={() => remove(item, index)}
                  />
                  {undoable !== undefined &&
                    undoable.index > index &&
                    index === cart.cartItems.length - 1 &&
                    removedNote}
                </li>
              ))}
            </ul>
          )}
        </div>
        <CartSummary
          cart={today}
          isEmpty={isEmpty}
          isBlocked={accepted !== undefined}
          limit={limit}
          codes={discounts.isOffered && <DiscountCodes cart={cart} discounts={discounts} />}
          express={renderExpress?.(today.cartItems)}
        />
      </div>
    </>
  );
}

/** Announces the amounts after each change, but not on mount. */
function TotalsAnnouncement({ cart }: { cart: Cart }) {
  const [announcement, setAnnouncement] = useState("");
  const sentence =
    cart.cartItems.length === 0
      ? "Your cart is empty"
      : `${subtotalLabel(cart)}: ${formatMoney(Number(cart.itemsPrice))}. Estimated total: ${formatMoney(Number(cart.totalPrice))}.`;
  const previous = useRef(sentence);
  useEffect(() => {
    if (previous.current === sentence) return;
    previous.current = sentence;
    setAnnouncement(sentence);
  }, [sentence]);
  return (
    <div role="status">
      <VisuallyHidden>{announcement}</VisuallyHidden>
    </div>
  );
}

/** Takes the place of a removed line and offers undo, until another line is removed. */
function RemovedNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The remove button unmounted with its line.
    button.current?.focus();
  }, []);

  return (
    <div className={classes.removedNote}>
      <p id={id} className={classes.removedText}>
        <span className={classes.removedName}>{name}</span> removed
      </p>
      <button ref={button} type="button" className={classes.undo} aria-describedby={id} onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}
