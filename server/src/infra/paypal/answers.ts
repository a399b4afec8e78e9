import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import { type PaymentRefusal, ProviderError } from "../payment-provider.ts";
import { issueOf, orderSchema, type PayPalOrder } from "./documents.ts";
import type { Answer } from "./http.ts";
import { toPaymentRefusal } from "./refusals.ts";

/** Why PayPal has not created an order; `null` if it has. Throws a ProviderError for what says neither. */
export function refusedCreation({ status, body }: Answer): { is: "refused"; refusal: PaymentRefusal } | null {
  if (status === 422) return { is: "refused", refusal: toPaymentRefusal(issueOf(body) ?? "UNPROCESSABLE_ENTITY") };
  const permission = status === 403 ? permissionIssue(body) : undefined;
  if (permission !== undefined) return { is: "refused", refusal: toPaymentRefusal(permission) };
  if (status !== 200 && status !== 201) throw new ProviderError(`no order created, status ${status}`);
  return null;
}

/** The issue of a 403 that denies the shop a permission; any other 403 may be temporary. */
export function permissionIssue(body: unknown): string | undefined {
  const issue = issueOf(body);
  return issue !== undefined && /^(PERMISSION_DENIED|NOT_AUTHORIZED|PAYEE_)/.test(issue) ? issue : undefined;
}

/** An answer that is an order, that of the id if one is given. Throws a ProviderError otherwise. */
export function toOrder({ body, status }: Answer, id?: string): PayPalOrder {
  const parsed = orderSchema.safeParse(body);
  if (!parsed.success) throw new ProviderError(`invalid order, status ${status}`);
  if (id !== undefined && parsed.data.id !== id) throw new ProviderError("response for another order");
  return parsed.data;
}

/** An amount as PayPal writes it. */
export function toMoney(cents: number, currency: string) {
  const decimals = decimalsOf(currency);
  return { currency_code: currency, value: (cents / 10 ** decimals).toFixed(decimals) };
}
