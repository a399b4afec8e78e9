import type { Services } from "../http/context.ts";
import type { Metrics } from "./registry.ts";

/** Metrics of the search engine; none in a shop without one. Each process has its own. */
export function measureSearchEngine(metrics: Metrics, { searchEngine: engine }: Pick<Services, "searchEngine">): void {
  if (engine === undefined) return;
  metrics.total({
    name: "shop_search_engine_searches_total",
    help: "Searches that the engine answered, or PostgreSQL because the engine was late, failed, rested or was behind",
    labels: ["outcome"],
    read: () => Object.entries(engine.counters).map(([outcome, value]) => ({ value, labels: { outcome } })),
  });
  metrics.gauge({
    name: "shop_search_engine_lag_seconds",
    help: "How long ago the engine had all changes of products; absent while it has no index",
    read: () => (Number.isFinite(engine.lagMs) ? [{ value: engine.lagMs / 1_000 }] : []),
  });
  metrics.gauge({
    name: "shop_search_engine_drift",
    help: "Numbers of products that differed from PostgreSQL's in the last daily comparison, where this process made it",
    read: () => (engine.drift === undefined ? [] : [{ value: engine.drift }]),
  });
}
