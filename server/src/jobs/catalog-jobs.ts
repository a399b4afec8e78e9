import type { Db } from "../db/client.ts";
import { runWhenDue } from "../domain/base/job-runs.ts";
import type { ChangeFeed } from "../domain/catalog/change-feed.ts";
import { announceAged } from "../domain/catalog/collection/announce-aged.ts";
import { countSales } from "../domain/catalog/count-sales.ts";
import type { EmptySearches } from "../domain/catalog/empty-searches.ts";
import { documentsVersion } from "../domain/catalog/engine/documents.ts";
import { checkEngine, feedEngine, targetOf } from "../domain/catalog/engine/feed-engine.ts";
import type { SearchEngine } from "../domain/catalog/engine/of-database.ts";
import { readLag } from "../domain/catalog/engine/state.ts";
import type { FacetChoices } from "../domain/catalog/facet-choices.ts";
import { embedWhenDue } from "../domain/catalog/meaning/embed-products.ts";
import type { Meaning } from "../domain/catalog/meaning/meaning.ts";
import type { PopularSearches } from "../domain/catalog/popular-searches.ts";
import { refreshRecommendations } from "../domain/catalog/recommendations.ts";
import type { SearchPurchases } from "../domain/catalog/search-purchases.ts";
import type { VisitCounts } from "../domain/dashboard/visit-counts.ts";
import type { DiscountReader } from "../domain/discount/discount-reader.ts";
import { showDiscounts } from "../domain/discount/show-discounts.ts";
import { beginPlannedLayouts } from "../domain/home/begin-planned.ts";
import { publishDueArticles } from "../domain/journal/publish-due.ts";
import { applyPlannedPrices } from "../domain/price/apply-planned-prices.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type CatalogJobDeps = {
  db: Db;
  answers: { feed: ChangeFeed };
  emptySearches: EmptySearches;
  popularSearches: PopularSearches;
  searchPurchases: SearchPurchases;
  meaning: Meaning | undefined;
  searchEngine: SearchEngine | undefined;
  facetChoices: FacetChoices;
  visits: VisitCounts;
  discounts: DiscountReader;
};

/** The intervals; in milliseconds. Less than the age up to which a cached answer is served without a check. */
const changesEveryMs = 100;
const oldChangesEveryMs = 60_000;
/** A planned price begins and ends within a second. */
const plannedPricesEveryMs = 300;
/** Products are shown with a discount, and without it, within a second. */
const discountsEveryMs = 500;
/** A planned layout of Home begins within a second. */
const plannedHomesEveryMs = 500;
/** What sells best changes slowly, and each count drops lists from the caches. */
const salesEveryMs = 60_000;
/** A planned article is published within seconds. */
const plannedArticlesEveryMs = 5_000;
/** How often an instance looks whether texts of products and their vectors have changed. */
const vectorsEveryMs = 5_000;
/** A change reaches the search engine about a second later. */
const engineEveryMs = 1_000;
const dayMs = 86_400_000;
/** How often an instance looks whether recommendations are to be computed. */
const recommendationsEveryMs = 30_000;

export function catalogJobs(deps: CatalogJobDeps): Job[] {
  const { db, answers, discounts } = deps;
  return [
    { name: "catalog changes", everyMs: changesEveryMs, isOwn: true, run: () => answers.feed.poll() },
    {
      name: "old catalog changes",
      everyMs: oldChangesEveryMs,
      failure: "deleting old changes of the catalog failed",
      run: () => answers.feed.deleteOld(),
    },
    {
      name: "planned prices",
      everyMs: plannedPricesEveryMs,
      isSeenAtOnce: true,
      failure: "beginning and ending planned prices failed",
      run: async ({ isStopping, log }) => {
        const changed = await applyPlannedPrices(db, { isStopping });
        if (changed > 0) log.info({ changed }, "planned prices begun or ended");
      },
    },
    {
      name: "shown discounts",
      everyMs: discountsEveryMs,
      isSeenAtOnce: true,
      failure: "showing products with their discounts failed",
      run: async ({ log }) => {
        if (await showDiscounts(db, discounts)) log.info("discounts of products begun or ended");
      },
    },
    {
      name: "planned homes",
      everyMs: plannedHomesEveryMs,
      isSeenAtOnce: true,
      failure: "putting a planned layout of Home in force failed",
      run: async ({ log }) => {
        const begun = await beginPlannedLayouts(db);
        if (begun > 0) log.info({ begun }, "planned layouts of Home begun");
      },
    },
    {
      name: "planned articles",
      everyMs: plannedArticlesEveryMs,
      isSeenAtOnce: true,
      failure: "publishing a planned article failed",
      run: async ({ log }) => {
        const published = await publishDueArticles(db);
        if (published > 0) log.info({ published }, "planned articles published");
      },
    },
    {
      name: "sales",
      everyMs: salesEveryMs,
      failure: "counting sales failed",
      run: async () => void (await countSales(db)),
    },
    {
      name: "recommendations",
      everyMs: recommendationsEveryMs,
      failure: "computing recommendations failed",
      run: async ({ isStopping, log }) => {
        const changed = await refreshRecommendations(db, isStopping);
        if (changed !== undefined) log.info({ changed }, "recommendations computed");
      },
    },
    {
      name: "aged products",
      everyMs: recommendationsEveryMs,
      failure: "looking for products that are not new any more failed",
      run: ({ isStopping }) => announceAged(db, isStopping),
    },
    ...countJobs(deps),
    ...meaningJobs(deps),
    ...engineJobs(deps),
  ];
}

/** What keeps a search engine current, where the shop has one. */
function engineJobs({ db, searchEngine }: CatalogJobDeps): Job[] {
  if (searchEngine === undefined) return [];
  const { client } = searchEngine;
  return [
    {
      name: "search engine",
      everyMs: engineEveryMs,
      failure: "giving the search engine what has changed failed",
      run: async ({ isStopping, log }) => {
        const fed = await feedEngine(db, client, isStopping);
        if (fed?.isSwapped) log.info({ filled: fed.filled }, "search engine has all products");
        if (fed === undefined) return;
        const due = { job: "search engine check", everyMs: dayMs, isStopping };
        const drift = await runWhenDue(db, due, () => checkEngine(db, client));
        if (drift === undefined) return;
        searchEngine.noteDrift(drift);
        if (drift > 0) log.warn({ drift }, "the search engine lacks products or has others, and is filled anew");
      },
    },
    {
      name: "search engine lag",
      everyMs: engineEveryMs,
      isOwn: true,
      failure: "reading how far the search engine is failed",
      run: async () => searchEngine.noteLag(await readLag(db, targetOf(client), documentsVersion)),
    },
  ];
}

/** What keeps the vectors of products current, where there is a service for them. */
function meaningJobs({ db, meaning }: CatalogJobDeps): Job[] {
  if (meaning === undefined) return [];
  return [
    {
      name: "product vectors",
      everyMs: vectorsEveryMs,
      failure: "computing vectors of products failed",
      run: async ({ isStopping, log }) => {
        const { embedded = 0, refused = 0 } = (await embedWhenDue(db, meaning, isStopping)) ?? {};
        if (embedded + refused > 0) log.info({ embedded, refused }, "vectors of products computed");
      },
    },
    {
      name: "search vectors",
      everyMs: vectorsEveryMs,
      isOwn: true,
      failure: "reading vectors of products failed",
      run: () => meaning.refresh(db),
    },
  ];
}

/** What is counted in memory and written in the background. */
function countJobs(deps: CatalogJobDeps): Job[] {
  const { db, emptySearches, popularSearches, searchPurchases, facetChoices, visits } = deps;
  return [
    {
      name: "empty searches",
      everyMs: usualPauseMs,
      isOwn: true,
      failure: "recording searches without a result failed",
      run: () => emptySearches.write(db),
    },
    {
      name: "popular searches",
      everyMs: usualPauseMs,
      isOwn: true,
      failure: "counting searches with a result failed",
      run: () => popularSearches.write(db),
    },
    {
      name: "search purchases",
      everyMs: usualPauseMs,
      isOwn: true,
      failure: "counting purchases after searches failed",
      run: () => searchPurchases.write(db),
    },
    {
      name: "chosen facets",
      everyMs: usualPauseMs,
      isOwn: true,
      failure: "counting chosen facets failed",
      run: () => facetChoices.write(db),
    },
    {
      name: "visits",
      everyMs: usualPauseMs,
      isOwn: true,
      failure: "counting visits failed",
      run: () => visits.write(db),
    },
  ];
}
