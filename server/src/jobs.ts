import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "./db/client.ts";
import { deleteExpired } from "./domain/account/delete-expired.ts";
import { writeResetMails } from "./domain/account/write-reset-mails.ts";
import { deleteOldBulkEdits } from "./domain/catalog/bulk-edit.ts";
import { type ChangeFeed, deleteOldChanges } from "./domain/catalog/change-feed.ts";
import { countSales } from "./domain/catalog/count-sales.ts";
import { deleteOrphanedImages } from "./domain/catalog/delete-orphaned-images.ts";
import { deleteOldEmptySearches, type EmptySearches } from "./domain/catalog/empty-searches.ts";
import { refreshRecommendations } from "./domain/catalog/recommendations.ts";
import { type FetchImagesDeps, fetchImportImages } from "./domain/import/fetch-images.ts";
import { runImports } from "./domain/import/run.ts";
import { deleteOldImports } from "./domain/import/store-file.ts";
import { deleteOldMails } from "./domain/mail/delete-mails.ts";
import { writeLowStockMails } from "./domain/mail/low-stock.ts";
import { type MailDeps, sendDueMails } from "./domain/mail/send.ts";
import type { PaidOrderFeed } from "./domain/order/paid-order-feed.ts";
import { deleteExpiredKeys, releaseExpiredHolds } from "./domain/order/release.ts";
import type { PaymentDeps } from "./domain/payment/deps.ts";
import { reconcilePayments } from "./domain/payment/reconcile.ts";
import { reportParcels } from "./domain/payment/report-parcels.ts";
import { applyPlannedPrices } from "./domain/price/apply-planned-prices.ts";
import { writeReviewInvitations } from "./domain/review/invite.ts";
import { deleteUnusedPhotos } from "./domain/review/photos.ts";
import { deleteOldStockAlerts } from "./domain/stock-alert/delete.ts";
import { writeStockAlertMails } from "./domain/stock-alert/write-mails.ts";
import { type WebhookDeps, WebhookQueues } from "./domain/webhook/deliver.ts";
import { deleteOldDeliveries } from "./domain/webhook/deliveries.ts";
import { recordWithdrawals } from "./domain/withdrawal/record.ts";
import { runWithContext } from "./infra/request-context.ts";
import type { Storage } from "./infra/storage.ts";

/** The intervals of the jobs; in milliseconds. */
const everyMs = 2_000;
const sweepEveryMs = 600_000;
/** Less than the age up to which a cached answer is served without a check. */
const changesEveryMs = 100;
/** How often an instance looks whether recommendations are to be computed. */
const recommendationsEveryMs = 30_000;
/** What sells best changes slowly, and each count drops lists from the caches. */
const salesEveryMs = 60_000;
/** An order shows on open lists within a second. */
const paidOrdersEveryMs = 400;
/** A planned price begins and ends within a second. */
const plannedPricesEveryMs = 300;
/** A program is told of an order within about a second. */
const webhooksEveryMs = 1_000;
const imagesEveryMs = 86_400_000;
/** The age at which idempotency keys and orphaned images are deleted; in milliseconds. */
const keyAgeMs = 172_800_000;
const imageAgeMs = 604_800_000;
/** The hour of the day, in UTC, from which the admins are told of low stock. */
const lowStockHour = 6;
/** Limits of one round, so that it does not delay the shutdown: orders to release, payments to look up. */
const releasesPerRound = 200;
const questionsPerRound = 10;

/** Counters of one job since the start. A trouble is an item that a round leaves to a later one. */
export type JobFigures = { rounds: number; failures: number; troubles: number; succeededAt: Date | undefined };

/** What the jobs work on, besides payments and mails. */
type JobDeps = Pick<FetchImagesDeps, "fetchImage"> & {
  storage: Storage;
  answers: { feed: ChangeFeed };
  emptySearches: EmptySearches;
  paidOrders: PaidOrderFeed;
};

export type Jobs = { figures: Map<string, JobFigures>; stop: () => Promise<void> };

/**
 * Releases expired stock holds, reconciles payments, tells the payment provider of parcels, sends mails and webhooks,
 * follows the catalog's changes and the paid orders, begins and ends planned prices, counts sales, computes
 * recommendations, records searches that found nothing, and
 * deletes expired rows and orphaned images; imports products and their images. Rounds of one job never overlap; a failed round is retried at the next
 * interval. `stop` waits for the rounds in progress.
 */
export function startJobs(deps: PaymentDeps & MailDeps & WebhookDeps & JobDeps, log: FastifyBaseLogger): Jobs {
  const figures: Jobs["figures"] = new Map();
  const stops = [
    repeat(
      figuresOf(figures, "holds"),
      async () => {
        const released = await releaseExpiredHolds(deps.db, releasesPerRound);
        if (released > 0) log.info({ released }, "stock of unpaid orders returned");
      },
      { onFailure: failed(log, "looking after holds failed") },
    ),
    repeat(figuresOf(figures, "sweep"), sweeping(deps, log), {
      everyMs: sweepEveryMs,
      onFailure: failed(log, "deleting what has expired failed"),
    }),
  ];
  stops.push(
    repeat(figuresOf(figures, "catalog changes"), () => deps.answers.feed.poll(), {
      everyMs: changesEveryMs,
      // Requests ask the database themselves then, and log the failure.
      onFailure: () => undefined,
    }),
  );
  stops.push(
    repeat(figuresOf(figures, "sales"), async () => void (await countSales(deps.db)), {
      everyMs: salesEveryMs,
      onFailure: failed(log, "counting sales failed"),
    }),
  );
  stops.push(
    repeat(figuresOf(figures, "paid orders"), () => deps.paidOrders.poll(), {
      everyMs: paidOrdersEveryMs,
      onFailure: failed(log, "following the paid orders failed"),
    }),
  );
  stops.push(
    repeat(
      figuresOf(figures, "planned prices"),
      async (isStopping) => {
        const changed = await applyPlannedPrices(deps.db, { isStopping });
        if (changed > 0) log.info({ changed }, "planned prices begun or ended");
      },
      { everyMs: plannedPricesEveryMs, onFailure: failed(log, "beginning and ending planned prices failed") },
    ),
  );
  stops.push(
    repeat(figuresOf(figures, "empty searches"), () => deps.emptySearches.write(deps.db), {
      onFailure: failed(log, "recording searches without a result failed"),
    }),
  );
  stops.push(
    repeat(
      figuresOf(figures, "recommendations"),
      async (isStopping) => {
        const changed = await refreshRecommendations(deps.db, isStopping);
        if (changed !== undefined) log.info({ changed }, "recommendations computed");
      },
      { everyMs: recommendationsEveryMs, onFailure: failed(log, "computing recommendations failed") },
    ),
  );
  stops.push(...importing(deps, figures, log));
  stops.push(sendingWebhooks(deps, figuresOf(figures, "webhooks"), log));
  stops.push(sendingMails(deps, figuresOf(figures, "mails"), log));
  if (deps.payments.provider !== undefined) {
    const unclear = failed(log, "a payment could not be looked up");
    // A job of its own, so that a slow provider does not delay the stock holds.
    const payments = figuresOf(figures, "payments");
    stops.push(
      repeat(
        payments,
        inRounds(log, async (isStopping) => {
          const paid = await reconcilePayments(deps, {
            ...{ limit: questionsPerRound, isStopping },
            onTrouble: (error) => {
              payments.troubles += 1;
              unclear(error);
            },
          });
          if (paid > 0) log.info({ paid }, "payments found");
        }),
        { onFailure: failed(log, "looking after payments failed") },
      ),
      reportingParcels(deps, figuresOf(figures, "parcels"), log),
    );
  }
  return { figures, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** Sends mails in a job of its own, so that a slow mail server delays nothing else. */
function sendingMails(deps: MailDeps, figures: JobFigures, log: FastifyBaseLogger): () => Promise<void> {
  const unsent = failed(log, "a mail could not be sent");
  const onTrouble = (error: unknown) => {
    figures.troubles += 1;
    unsent(error);
  };
  const onSent = ({ id, kind }: { id: string; kind: string }) => log.info({ mail: id, kind }, "mail sent");
  const work = inRounds(log, async (isStopping) => {
    await writeResetMails(deps.db);
    await recordWithdrawals(deps);
    await writeStockAlertMails(deps.db);
    await sendDueMails(deps, { isStopping, onSent, onTrouble });
  });
  return repeat(figures, work, { onFailure: failed(log, "sending mails failed") });
}

/** Sends webhooks. A round waits for no receiver. */
function sendingWebhooks(deps: WebhookDeps, figures: JobFigures, log: FastifyBaseLogger): () => Promise<void> {
  const queues = new WebhookQueues(deps);
  const failedQueue = failed(log, "sending webhooks to an address failed");
  const onTrouble = (error: unknown) => {
    figures.troubles += 1;
    failedQueue(error);
  };
  const stop = repeat(
    figures,
    inRounds(log, () => queues.poll(onTrouble)),
    { everyMs: webhooksEveryMs, onFailure: failed(log, "sending webhooks failed") },
  );
  return async () => {
    await Promise.all([stop(), queues.close()]);
  };
}

/** Imports products, and fetches their images in a job of its own, because other servers are slow. */
function importing(deps: FetchImagesDeps, figures: Jobs["figures"], log: FastifyBaseLogger): (() => Promise<void>)[] {
  const imports = figuresOf(figures, "imports");
  const failedImport = failed(log, "the work of an import failed");
  const onTrouble = (error: unknown) => {
    imports.troubles += 1;
    failedImport(error);
  };
  return [
    repeat(
      imports,
      inRounds(log, (isStopping) => runImports(deps.db, { isStopping, onTrouble })),
      { onFailure: failed(log, "looking after imports failed") },
    ),
    repeat(
      figuresOf(figures, "import images"),
      inRounds(log, (isStopping) => fetchImportImages(deps, isStopping)),
      { onFailure: failed(log, "fetching images failed") },
    ),
  ];
}

/** Tells the payment provider of parcels, in a job of its own, because nobody waits for it. */
function reportingParcels(deps: PaymentDeps, figures: JobFigures, log: FastifyBaseLogger): () => Promise<void> {
  const unsent = failed(log, "the payment provider could not be told of a parcel");
  const onTrouble = (error: unknown) => {
    figures.troubles += 1;
    unsent(error);
  };
  const work = inRounds(log, (isStopping) => reportParcels(deps, { isStopping, onTrouble }));
  return repeat(figures, work, { onFailure: failed(log, "telling the payment provider of parcels failed") });
}

/** One round. It returns early once `isStopping` is true. */
type Work = (isStopping: () => boolean) => Promise<void>;

/** Runs each round in a request context with an id of its own, for the log, SQL comments and provider calls. */
function inRounds(log: FastifyBaseLogger, work: Work): Work {
  return (isStopping) => {
    const id = `round-${randomUUID()}`;
    return runWithContext({ id, log: log.child({ reqId: id }) }, () => work(isStopping));
  };
}

function figuresOf(figures: Jobs["figures"], name: string): JobFigures {
  const fresh: JobFigures = { rounds: 0, failures: 0, troubles: 0, succeededAt: undefined };
  figures.set(name, fresh);
  return fresh;
}

function failed(log: FastifyBaseLogger, what: string) {
  return (error: unknown) => log.warn({ err: error }, what);
}

type SweepDeps = { db: Db; storage: Storage; reviewInvitationDays: number };

/** Deletes expired rows and invites to review in each round; deletes orphaned images and old mails, and tells of low stock, once a day. */
function sweeping(deps: SweepDeps, log: FastifyBaseLogger): Work {
  let imagesAt = Number.NEGATIVE_INFINITY;
  let digestDay = "";
  return async (isStopping) => {
    await deleteExpiredKeys(deps.db, keyAgeMs);
    await deleteExpired(deps.db);
    await deleteOldChanges(deps.db);
    await deleteOldBulkEdits(deps.db);
    await deleteOldEmptySearches(deps.db);
    await deleteUnusedPhotos(deps.db);
    await deleteOldStockAlerts(deps.db);
    const invited = await writeReviewInvitations(deps.db, deps.reviewInvitationDays);
    if (invited > 0) log.info({ invited }, "invitations to review written");
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() >= lowStockHour && day !== digestDay) {
      await writeLowStockMails(deps.db, day);
      digestDay = day;
    }
    if (performance.now() - imagesAt < imagesEveryMs) return;
    const removed = await deleteOrphanedImages(deps, imageAgeMs, isStopping);
    if (removed > 0) log.info({ removed }, "orphaned images removed");
    await deleteOldMails(deps.db);
    await deleteOldImports(deps.db);
    await deleteOldDeliveries(deps.db);
    imagesAt = performance.now();
  };
}

type Repetition = { everyMs?: number; onFailure: (error: unknown) => void };

function repeat(
  figures: JobFigures,
  work: Work,
  { everyMs: pauseMs = everyMs, onFailure }: Repetition,
): () => Promise<void> {
  let isStopped = false;
  let round = Promise.resolve();
  const next = () => {
    figures.rounds += 1;
    const troublesBefore = figures.troubles;
    round = work(() => isStopped)
      .then(
        () => {
          if (figures.troubles === troublesBefore) figures.succeededAt = new Date();
        },
        (error: unknown) => {
          figures.failures += 1;
          onFailure(error);
        },
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(next, pauseMs);
      });
  };
  let timer = setTimeout(next, pauseMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await round;
  };
}
