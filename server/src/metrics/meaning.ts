import type { Services } from "../http/context.ts";
import type { Metrics } from "./registry.ts";

/** Metrics of the search by meaning; none in a shop without a service for it. Each process has its own. */
export function measureMeaning(metrics: Metrics, { meaning }: Pick<Services, "meaning">): void {
  if (meaning === undefined) return;
  metrics.total({
    name: "shop_search_vectors_total",
    help: "Vectors of keywords that searches wanted: asked of the service, of these late or failed, remembered, or spared it",
    labels: ["outcome"],
    read: () => Object.entries(meaning.counts).map(([outcome, value]) => ({ value, labels: { outcome } })),
  });
  metrics.gauge({
    name: "shop_search_vectors_products",
    help: "Products that this process can find by meaning",
    read: () => [{ value: meaning.size }],
  });
}
