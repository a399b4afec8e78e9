import type { WithdrawalDecision, WithdrawalState } from "@shop/shared/order/withdrawal";
import type { StatusTone } from "../../../ui/status-dot.tsx";

/** Each state in words. */
export const withdrawalStateWords: Record<WithdrawalState, { tone: StatusTone; text: string }> = {
  declared: { tone: "warning", text: "To decide" },
  accepted: { tone: "going", text: "Accepted" },
  "goods back": { tone: "going", text: "Goods are back" },
  refunded: { tone: "done", text: "Refunded" },
  refused: { tone: "quiet", text: "Refused" },
};

/** The button of each decision but the refusal, what it says while it is sent, and what was done. */
export const decisionWords: Record<
  Exclude<WithdrawalDecision, "refused">,
  { button: string; busy: string; done: string }
> = {
  accepted: { button: "Accept", busy: "Accepting…", done: "Withdrawal accepted" },
  "goods back": { button: "Mark goods as back", busy: "Marking…", done: "Goods marked as back" },
  refunded: { button: "Mark as refunded", busy: "Marking…", done: "Withdrawal marked as refunded" },
};
