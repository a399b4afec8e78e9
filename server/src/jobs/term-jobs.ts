import type { Db } from "../db/client.ts";
import { deriveRenamed } from "../domain/catalog/derive-renamed.ts";
import { continueMerges } from "../domain/catalog/merge-terms.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type TermJobDeps = {
  /** The pool of large acts. */
  largeActs: Db;
};

/** What follows when a brand or category with many products is renamed or merged. */
export function termJobs({ largeActs }: TermJobDeps): Job[] {
  return [
    {
      name: "renamed terms",
      everyMs: usualPauseMs,
      failure: "looking for renamed brands and categories failed",
      itemError: "the products of a renamed brand or category were not updated",
      run: ({ isStopping, onItemError }) => deriveRenamed(largeActs, { isStopping, onItemError }),
    },
    {
      name: "term merges",
      everyMs: usualPauseMs,
      failure: "looking for merges of brands and categories failed",
      itemError: "a merge of brands or categories did not go on",
      run: ({ isStopping, onItemError }) => continueMerges(largeActs, { isStopping, onItemError }),
    },
  ];
}
