import type { InfoFacts } from "../domain/info-page/info-facts.ts";
import type { Services } from "./context.ts";

/** What the starting texts of the shop's own pages are written from. */
export function infoFacts({ shop, seller, policy, returns, delivery, payments }: Services): InfoFacts {
  return { shop, seller, policy, returns, delivery, paymentMode: payments.config.mode };
}
