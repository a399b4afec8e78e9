import type { User } from "../../../src/domain/base/actor.ts";

/** An order of a schedule, and the provider's orders that were begun for it with the time of each. */
export type WalkedOrder = {
  id: string;
  /** What arrived at the bank for it, in cents by entry, and what of it the shop has said to have recorded. */
  arrived: Map<string, number>;
  recorded: Set<string>;
  customer: User;
  begun: { id: string; at: number }[];
  foreign: string[];
  /** The provider's orders that only the provider itself tells the shop of. */
  unknown: string[];
};
