import type { Parcel } from "@shop/shared/order/parcel";

/** What is in a parcel, in words. */
export function contentsOf(items: Parcel["items"]): string {
  return items.map(({ name, qty }) => `${qty} × ${name}`).join(", ");
}
