import { orderPath } from "./paths.ts";

/** The parameters that name the payment and its key in the address of an order whose payment was approved before it. */
export const approvedParams = { payment: "paypal", key: "express" } as const;

/** An order that is to be paid by what its customer has approved at PayPal. */
export function approvedOrderPath(orderId: string, { id, key }: { id: string; key: string }): string {
  const { payment, key: keyName } = approvedParams;
  return `${orderPath(orderId)}?${new URLSearchParams({ [payment]: id, [keyName]: key })}`;
}
