import type { DeclareWithdrawal } from "@shop/shared/order/withdrawal";
import type { Db } from "../../db/client.ts";
import { partWithdrawalDeclarations, withdrawalDeclarations } from "../../db/schema/customer-service.ts";
import type { Limits } from "../../infra/limits.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";

export type DeclareDeps = { db: Db; limits: Limits; emit: Emit; settings: CurrentFacts<"returns"> };

/** What anybody is told who declares a withdrawal, whether or not there is such an order. */
export const withdrawalDeclared =
  "We have received your withdrawal. If the order number and the email belong together, we confirm it by mail within a few minutes.";

/**
 * Receives a declaration of withdrawal from anybody who knows an order's number and e-mail. A job looks the order up, so
 * that known and unknown orders get the same answer in the same time. Throws NOT_FOUND where the shop has no form for
 * it, and RATE_LIMITED.
 */
export async function declareWithdrawal(
  { db, limits, emit, settings }: DeclareDeps,
  { orderNumber, email, goods }: DeclareWithdrawal,
  address: string,
): Promise<{ message: string }> {
  if (settings.current.returns === undefined)
    throw new DomainError("NOT_FOUND", "This shop has no form for withdrawals");
  refuseWhenLimited(emit, "withdrawalsPerAddress", await limits.withdrawalsPerAddress.count(address));
  // With the e-mail, so that nobody who only knows the number can use the customer's tries up.
  const key = [orderNumber.slice(-5), email];
  refuseWhenLimited(emit, "withdrawalsPerOrder", await limits.withdrawalsPerOrder.count(...key));
  if (goods === "") await db.insert(withdrawalDeclarations).values({ orderNumber, email });
  else await db.insert(partWithdrawalDeclarations).values({ orderNumber, email, goods });
  return { message: withdrawalDeclared };
}
