import type { Db } from "../db/client.ts";
import type { ShopIdentity } from "../domain/base/shop-facts.ts";
import { type FetchImagesDeps, fetchImportImages } from "../domain/import/fetch-images.ts";
import { inviteCustomers } from "../domain/import/records/invite.ts";
import { runImports } from "../domain/import/run.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type ImportJobDeps = FetchImagesDeps & {
  shop: ShopIdentity;
  /** The pool of large acts. */
  largeActs: Db;
};

export function importJobs(deps: ImportJobDeps): Job[] {
  return [
    {
      name: "imports",
      everyMs: usualPauseMs,
      failure: "looking after imports failed",
      itemError: "the work of an import failed",
      run: ({ isStopping, onItemError }) =>
        runImports(deps.largeActs, { timeZone: deps.shop.timeZone, isStopping, onItemError }),
    },
    {
      name: "invitations of customers",
      everyMs: usualPauseMs,
      failure: "writing to customers of imports failed",
      run: ({ isStopping }) => inviteCustomers(deps.largeActs, isStopping),
    },
    {
      // A job of its own, because other servers are slow.
      name: "import images",
      everyMs: usualPauseMs,
      failure: "fetching images failed",
      run: ({ isStopping }) => fetchImportImages(deps, isStopping),
    },
  ];
}
