import { pages, pathOf } from "@shop/shared/page/pages";

// Not with the other paths, which every page loads.

export const withdrawalListPath = pages.withdrawalList.path;

/** The page on which an admin decides a withdrawal. */
export function withdrawalDecisionPath(id: string): string {
  return pathOf("withdrawalDecision", { id });
}
