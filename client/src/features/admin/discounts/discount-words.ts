import type { DiscountGift } from "@shop/shared/discount/discount-rule";
import type { DiscountDetail, DiscountState } from "@shop/shared/discount/discount-schema";
import { isForEverybody } from "@shop/shared/discount/for-everybody";
import { formatMoney, toWire } from "@shop/shared/money";
import type { StatusTone } from "../../../ui/status-dot.tsx";

const money = (cents: number) => formatMoney(toWire(cents));
const percent = (rate: number) => `${rate / 1_000} %`;

/** What a rule gives, as a list says it. */
export function giftWords(gives: DiscountGift): string {
  switch (gives.kind) {
    case "percentage":
      return `${percent(gives.rate)} off`;
    case "amount":
      return `${money(gives.cents)} off`;
    case "price":
      return `Each for ${money(gives.cents)}`;
    case "buy and get": {
      const given = gives.rate === 100_000 ? "free" : `at ${percent(gives.rate)} off`;
      return `Buy ${gives.buy}, get ${gives.get} ${given}`;
    }
    case "delivery":
      return gives.upToCents === null ? "Free delivery" : `Up to ${money(gives.upToCents)} off delivery`;
  }
}

export const stateWords: Record<DiscountState, { words: string; tone: StatusTone }> = {
  planned: { words: "Planned", tone: "going" },
  running: { words: "On", tone: "done" },
  ended: { words: "Ended", tone: "quiet" },
  stopped: { words: "Stopped", tone: "quiet" },
  "used up": { words: "Used up", tone: "quiet" },
};

/** How often a rule was used, of how often it may be, and what it gave. */
export function usesWords({ uses, usesMax, given }: { uses: number; usesMax: number | null; given: number }): string {
  const count = uses.toLocaleString("en-US");
  const times =
    usesMax === null
      ? `${count} ${uses === 1 ? "order" : "orders"}`
      : `${count} of ${usesMax.toLocaleString("en-US")} orders`;
  return `${times}, ${formatMoney(given)} in all`;
}

type Shown = Pick<DiscountDetail, "isShown" | "gives" | "conditions" | "limits" | "needsCode">;

/** Whether products are shown with a discount that holds, and why not. */
export function shownWords(discount: Shown): string {
  if (discount.isShown) return "Products are shown with it: their price, the one before, and by how much it is less.";
  if (!isForEverybody(discount)) {
    return "Customers see it in the cart. Products are shown with discounts that everybody gets for one unit, without a code and without a limit.";
  }
  return "Products are not shown with it: it is not combined with all others that everybody gets, so a cart could cost more than its products say.";
}
