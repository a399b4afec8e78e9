import type { Db } from "../db/client.ts";
import {
  deleteExpiredChallenges,
  deleteExpiredCounters,
  deleteExpiredSessions,
  deleteOldEmailChanges,
  deleteOldResets,
} from "../domain/account/delete-expired.ts";
import { revertUnconfirmed } from "../domain/account/email-changes.ts";
import { rewriteDomains } from "../domain/account/email-domains.ts";
import { deleteUnusedGuests } from "../domain/account/guest-customer.ts";
import { deleteOldActs } from "../domain/audit/delete-old.ts";
import { runWhenDue } from "../domain/base/job-runs.ts";
import { deleteOldBulkEdits } from "../domain/catalog/bulk-edit.ts";
import { deleteOrphanedImages } from "../domain/catalog/delete-orphaned-images.ts";
import { deleteOldEmptySearches } from "../domain/catalog/empty-searches.ts";
import { deleteOldFacetChoices } from "../domain/catalog/facet-choices.ts";
import { forgetSearchWords } from "../domain/catalog/forget-search-words.ts";
import { deleteOldHistory } from "../domain/catalog/history/delete-old.ts";
import { deleteOldPopularSearches } from "../domain/catalog/popular-searches.ts";
import { deleteOldSearchPurchases } from "../domain/catalog/search-purchases.ts";
import { deleteOldDiscountPeriods } from "../domain/discount/show-discounts.ts";
import { expireGiftCards } from "../domain/gift-card/expire-cards.ts";
import { forgetRecipients } from "../domain/gift-card/forget-recipients.ts";
import { deleteOldImports } from "../domain/import/delete-old.ts";
import { deleteOldDrafts } from "../domain/order/drafts.ts";
import { deleteExpiredKeys } from "../domain/order/expired-keys.ts";
import { deleteOldMails } from "../domain/outbox/delete-mails.ts";
import { deleteOldPlannedPrices, deleteOldPrices } from "../domain/price/delete-old-prices.ts";
import { deleteOldRehearsals } from "../domain/rehearsal/run.ts";
import { deleteUnusedPhotos, moveUncheckedPhotos } from "../domain/review/photos.ts";
import { deleteExpiredInvitations } from "../domain/staff/invitations.ts";
import { deleteOldStockAlerts } from "../domain/stock-alert/delete.ts";
import { deleteOldDeliveries } from "../domain/webhook/deliveries.ts";
import type { Storage } from "../infra/storage.ts";
import type { Job } from "./job.ts";

export type CleanUpDeps = { db: Db; storage: Storage };

/** How often an instance looks whether a clean-up is due; in milliseconds, like all times here. */
const lookEveryMs = 60_000;
const tenMinutes = 600_000;
const day = 86_400_000;
/** The age at which idempotency keys and orphaned images are deleted. */
const keyAgeMs = 172_800_000;
const imageAgeMs = 604_800_000;

/** Returns how much was deleted. */
type CleanUp = (deps: CleanUpDeps, isStopping: () => boolean) => Promise<number>;

/** What there can be much of, or is found at once. */
const often: Record<string, CleanUp> = {
  "expired sessions": ({ db }, isStopping) => deleteExpiredSessions(db, isStopping),
  "expired challenges": ({ db }, isStopping) => deleteExpiredChallenges(db, isStopping),
  "expired counters": ({ db }, isStopping) => deleteExpiredCounters(db, isStopping),
  "expired gift cards": ({ db }, isStopping) => expireGiftCards(db, isStopping),
  "expired order keys": ({ db }, isStopping) => deleteExpiredKeys(db, keyAgeMs, isStopping),
  "old password resets": ({ db }, isStopping) => deleteOldResets(db, isStopping),
  "old e-mail changes": ({ db }, isStopping) => deleteOldEmailChanges(db, isStopping),
  "unused guest customers": ({ db }, isStopping) => deleteUnusedGuests(db, isStopping),
  "old invitations": ({ db }, isStopping) => deleteExpiredInvitations(db, isStopping),
  "unconfirmed changes of e-mails": ({ db }, isStopping) => revertUnconfirmed(db, isStopping),
  "old bulk edits": ({ db }, isStopping) => deleteOldBulkEdits(db, isStopping),
  "old empty searches": ({ db }, isStopping) => deleteOldEmptySearches(db, isStopping),
  "old popular searches": ({ db }, isStopping) => deleteOldPopularSearches(db, isStopping),
  "old search purchases": ({ db }, isStopping) => deleteOldSearchPurchases(db, isStopping),
  "old counts of facets": ({ db }, isStopping) => deleteOldFacetChoices(db, isStopping),
  "old stock alerts": ({ db }, isStopping) => deleteOldStockAlerts(db, isStopping),
  "unused photos": ({ db }, isStopping) => deleteUnusedPhotos(db, isStopping),
};

const daily: Record<string, CleanUp> = {
  "orphaned images": (deps, isStopping) => deleteOrphanedImages(deps, imageAgeMs, isStopping),
  "e-mails in other letters": ({ db }, isStopping) => rewriteDomains(db, isStopping),
  "public copies of photos": (deps, isStopping) => moveUncheckedPhotos(deps, isStopping),
  "old order drafts": ({ db }, isStopping) => deleteOldDrafts(db, isStopping),
  "old mails": ({ db }, isStopping) => deleteOldMails(db, isStopping),
  "old imports": ({ db }, isStopping) => deleteOldImports(db, isStopping),
  "old webhook deliveries": ({ db }, isStopping) => deleteOldDeliveries(db, isStopping),
  "old product history": ({ db }, isStopping) => deleteOldHistory(db, isStopping),
  "old rehearsals": ({ db }, isStopping) => deleteOldRehearsals(db, isStopping),
  "old prices": ({ db }, isStopping) => deleteOldPrices(db, isStopping),
  "recipients of gift cards": ({ db }) => forgetRecipients(db),
  "old discounts of products": ({ db }, isStopping) => deleteOldDiscountPeriods(db, isStopping),
  "old planned prices": ({ db }, isStopping) => deleteOldPlannedPrices(db, isStopping),
  "old admin acts": ({ db }, isStopping) => deleteOldActs(db, isStopping),
  "unused search words": ({ db }, isStopping) => forgetSearchWords(db, isStopping),
};

/** Each clean-up is a job of its own, so that one that fails keeps no other from running. One instance does it. */
export function cleanUpJobs(deps: CleanUpDeps): Job[] {
  return [
    ...Object.entries(often).map(([name, cleanUp]) => toJob(deps, { name, everyMs: tenMinutes, cleanUp })),
    ...Object.entries(daily).map(([name, cleanUp]) => toJob(deps, { name, everyMs: day, cleanUp })),
  ];
}

function toJob(
  deps: CleanUpDeps,
  { name, everyMs, cleanUp }: { name: string; everyMs: number; cleanUp: CleanUp },
): Job {
  return {
    name,
    everyMs: lookEveryMs,
    failure: `the clean-up of ${name} failed`,
    run: async ({ isStopping, log }) => {
      const due = { job: name, everyMs, isStopping };
      const deleted = (await runWhenDue(deps.db, due, () => cleanUp(deps, isStopping))) ?? 0;
      if (deleted > 0) log.info({ deleted }, `${name} deleted`);
    },
  };
}
