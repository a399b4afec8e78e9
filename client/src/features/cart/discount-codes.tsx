import type { Cart } from "@shop/shared/cart/cart";
import { addCode, removeCode, savedBy } from "@shop/shared/cart/cart-discounts";
import { toGiftCode } from "@shop/shared/credit/gift-code";
import { codesMax, toCode } from "@shop/shared/discount/code";
import { IconX } from "@tabler/icons-react";
import { messageOf } from "../../lib/request-failure.ts";
import { CodeField } from "../../ui/code-field.tsx";
import { updateCart } from "./cart-store.ts";
import classes from "./discount-codes.module.css";
import type { Discounts } from "./use-discounts.ts";

/** The codes of a cart, with what each of them does, and a field for another one. */
export function DiscountCodes({ cart, discounts }: { cart: Cart; discounts: Discounts }) {
  const { discountCodes: codes = [] } = cart;
  const saved = savedBy(cart);

  function enter(entered: string) {
    const code = toCode(entered);
    if (code === "") return "Enter a code";
    if (toGiftCode(code) !== null) return "This is a gift card. You use it on the page where you pay.";
    if (codes.includes(code)) return "This code is in your cart already";
    if (codes.length >= codesMax) return `An order can have ${codesMax} codes. Remove one to use this one.`;
    updateCart((current) => addCode(current, code));
    return undefined;
  }

  return (
    <div className={classes.codes}>
      {codes.length > 0 && (
        <ul className={classes.list} aria-label="Discount codes">
          {codes.map((code) => (
            <li key={code} className={classes.code}>
              <span className={classes.name}>{code}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove the code ${code}`}
                onClick={() => updateCart((current) => removeCode(current, code))}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
              <span className={classes.state} data-refused={isRefused(saved, code) || undefined}>
                {stateOf(saved, code)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.status}>
        {discounts.error === null ? "" : messageOf(discounts.error, "We could not check the code. Please try again.")}
      </p>
      <CodeField
        summary={codes.length === 0 ? "Add a discount code" : "Add another code"}
        label="Discount code"
        action="Apply"
        onEnter={enter}
      />
    </div>
  );
}

type Saved = ReturnType<typeof savedBy>;

const isRefused = (saved: Saved, code: string) => saved?.refused.some((each) => each.code === code) ?? false;

/** What a code does. */
function stateOf(saved: Saved, code: string): string {
  if (saved === undefined) return "Checking…";
  const refused = saved.refused.find((each) => each.code === code);
  if (refused !== undefined) return refused.words;
  const applied = saved.discounts.find((each) => each.code === code);
  return applied === undefined ? "" : applied.name;
}
