import { setShopMoney, specifiedMoneyFormat } from "@shop/shared/currency";
import type { Selling } from "@shop/shared/page/page-data";
import { specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { useSyncExternalStore } from "react";

const specified: Selling = { ...specifiedVersion, money: specifiedMoneyFormat };
const listeners = new Set<() => void>();

/** The terms of sale that the page came with, or newer ones that the server has told of. */
let selling: Selling = specified;

/** The terms of sale by which the browser prices a cart. */
export function currentSelling(): Selling {
  return selling;
}

/** Begins with the terms of a page; without any, with the specified ones. */
export function startSelling(ofPage: Selling | undefined): void {
  selling = ofPage ?? specified;
  setShopMoney(selling.money);
}

/** Changes the terms of an open page. */
export function changeSelling(changed: Selling): void {
  startSelling(changed);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The terms of sale by which the browser prices a cart. */
export function useSelling(): Selling {
  return useSyncExternalStore(subscribe, currentSelling, currentSelling);
}
