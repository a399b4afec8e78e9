import type { Db } from "../db/client.ts";
import { connectedProviders } from "../domain/base/connected-providers.ts";
import type { InfoFacts } from "../domain/info-page/info-facts.ts";
import type { Services } from "./context.ts";

/** What the starting texts of the shop's own pages are written from. */
export async function infoFacts(services: Services, db: Db = services.db): Promise<InfoFacts> {
  const { payments } = services;
  const { shop, seller, policy, returns, delivery } = services.settings.current;
  const terms = await services.terms.current(db);
  return { shop, seller, policy, terms, returns, delivery, providers: connectedProviders(payments) };
}
