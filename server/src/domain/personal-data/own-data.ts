import type { OwnData, OwnDataLists } from "@shop/shared/account/own-data";
import type { Changes } from "@shop/shared/admin/audit";
import { currency } from "@shop/shared/shop";
import { type AnyColumn, and, asc, desc, eq, getTableColumns, gt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  addresses,
  authenticatorApps,
  emailChanges,
  passkeys,
  passwordResets,
  sessions,
  users,
} from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { orderMatters, orderMessages, orderNotes, withdrawals } from "../../db/schema/customer-service.ts";
import { imports } from "../../db/schema/imports.ts";
import { mails } from "../../db/schema/mails.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { idempotencyKeys, orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import { parcels, parcelTrackers } from "../../db/schema/parcels.ts";
import { invoices, payments, refundItems, refunds } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { reviewPhotos, reviewReports, reviews, reviewVotes } from "../../db/schema/reviews.ts";
import { savedItems, sharedLists } from "../../db/schema/saved.ts";
import { stockAlerts, stockDemand } from "../../db/schema/stock-alerts.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isoTime } from "../../db/time.ts";
import { requireFreshPassword } from "../account/reauthenticate.ts";
import type { AccountDeps } from "../account/sign-in.ts";
import { isAdministrator, type User } from "../base/actor.ts";
import { type BatchRange, inBatches, isOlderThan } from "../base/batches.ts";
import { notFound } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-identity.ts";

type Batches<Row> = AsyncGenerator<Row[]>;

/** Everything that is stored about a user: what is read at once, and lists in batches. */
export type OwnDataParts = {
  head: Omit<OwnData, keyof OwnDataLists>;
  lists: { [Name in keyof OwnDataLists]: () => Batches<OwnDataLists[Name][number]> };
};

/**
 * Reads what the shop stores about the user, without secrets and without the data of others: who acted on an order and
 * the notes of admins are left out. A table that references users or orders belongs here; a test compares both. Throws
 * REAUTH_REQUIRED long after the password was typed, and RATE_LIMITED for too many downloads.
 */
export async function readOwnData(
  { db, limits, shop, emit }: Pick<AccountDeps, "db" | "limits" | "shop" | "emit">,
  user: User,
): Promise<OwnDataParts> {
  await requireFreshPassword(db, user);
  refuseWhenLimited(emit, "downloadsPerUser", await limits.downloadsPerUser.count(user.id));
  const [head, hasBeenAdmin] = await Promise.all([readHead(db, user, shop), wasAdmin(db, user)]);
  return {
    head,
    lists: {
      sessions: () => listSessions(db, user),
      addresses: () => listAddresses(db, user),
      savedProducts: () => listSavedProducts(db, user),
      passkeys: () => listPasskeys(db, user),
      emailChanges: () => listEmailChanges(db, user),
      passwordRequests: () => listPasswordRequests(db, user),
      orders: () => listOrders(db, user),
      orderKeys: () => listOrderKeys(db, user),
      soldOutProducts: () => listSoldOut(db, user),
      reviews: () => listReviews(db, user),
      reviewPhotos: () => listReviewPhotos(db, user),
      helpfulVotes: () => listVotes(db, user),
      reviewReports: () => listReports(db, user),
      stockAlerts: () => listStockAlerts(db, user),
      mails: () => listMails(db, user),
      changesByAdministrators: () => listChanges(db, user),
      // Customers have none of these, and some take a scan of a large table.
      actsAsAdministrator: () => (hasBeenAdmin ? listActs(db, user) : none()),
      createdApiKeys: () => (hasBeenAdmin ? listApiKeys(db, user) : none()),
      addedWebhooks: () => (hasBeenAdmin ? listWebhooks(db, user) : none()),
      startedImports: () => (hasBeenAdmin ? listImports(db, user) : none()),
      createdProducts: () => (hasBeenAdmin ? listProducts(db, user) : none()),
      eventsOfOtherOrders: () => (hasBeenAdmin ? listEvents(db, user) : none()),
      requestedRefunds: () => (hasBeenAdmin ? listRefunds(db, user) : none()),
      decidedWithdrawals: () => (hasBeenAdmin ? listDecided(db, user) : none()),
      resolvedIssues: () => (hasBeenAdmin ? listResolved(db, user) : none()),
      writtenMessages: () => (hasBeenAdmin ? listWritten(db, user, orderMessages) : none()),
      writtenNotes: () => (hasBeenAdmin ? listWritten(db, user, orderNotes) : none()),
    },
  };
}

async function* none(): Batches<never> {}

async function readHead(db: Db, { id }: User, shop: ShopIdentity): Promise<OwnDataParts["head"]> {
  const [account] = await db
    .select({
      id: users.id,
      name: users.name,
      email: sql<string>`${users.email}`,
      isAdmin: users.isAdmin,
      previousEmail: users.previousEmail,
      createdAt: isoTime(users.createdAt),
      updatedAt: isoTime(users.updatedAt),
      wantsProgressMails: users.wantsProgressMails,
      wantsReviewMails: users.wantsReviewMails,
      authenticatorAppSince: isoOrNull(authenticatorApps.confirmedAt),
      sharedListToken: sharedLists.token,
      listSharedAt: isoOrNull(sharedLists.sharedAt),
    })
    .from(users)
    .leftJoin(sharedLists, eq(sharedLists.userId, users.id))
    .leftJoin(authenticatorApps, eq(authenticatorApps.userId, users.id))
    .where(eq(users.id, id));
  if (account === undefined) throw notFound("User");
  const about = {
    shop: `${shop.name}, ${shop.origin}`,
    createdAt: new Date().toISOString(),
    amounts: `Fields whose names end in "Cents" are amounts in cents, of ${currency} unless the order says otherwise.`,
    times: "Times are in UTC, as ISO 8601 writes them.",
  };
  return { about, account };
}

/** Whether the user is or was an admin: a role is only taken by an act of another admin. */
async function wasAdmin(db: Db, user: User): Promise<boolean> {
  if (isAdministrator(user)) return true;
  const isAboutRole = and(isAboutAccount(user), sql`${adminActs.changes} ? 'isAdmin'`);
  return (await db.$count(adminActs, or(isAboutRole, eq(adminActs.userId, user.id)))) > 0;
}

function isAboutAccount({ id }: User): SQL | undefined {
  return and(eq(adminActs.entity, "user"), eq(adminActs.entityId, id));
}

/** The rows after a batch in the order of a key. */
function isAfter(key: AnyColumn, { after }: BatchRange): SQL | undefined {
  return after === undefined ? undefined : gt(key, after);
}

/** The orders of one statement, each with all that belongs to it. */
const ordersAtOnce = 25;

/** A list in batches that continue after the field `id`. */
function byId<Row extends { id: string }>(
  read: (range: BatchRange) => Promise<Row[]>,
  options?: { atOnce: number },
): Batches<Row> {
  return inBatches(read, ({ id }) => id, options);
}

/** A time that may be null. */
const isoOrNull = (time: AnyColumn): SQL<string | null> => isoTime(time);

function listSessions(db: Db, { id }: User) {
  return byId((range) =>
    db
      .select({
        id: sessions.id,
        device: sessions.device,
        ip: sessions.ip,
        createdAt: isoTime(sessions.createdAt),
        lastUsedAt: isoOrNull(sessions.lastUsedAt),
        passwordTypedAt: isoOrNull(sessions.authenticatedAt),
        expiresAt: isoTime(sessions.expiresAt),
      })
      .from(sessions)
      .where(and(eq(sessions.userId, id), isAfter(sessions.id, range)))
      .orderBy(asc(sessions.id))
      .limit(range.limit),
  );
}

function listSavedProducts(db: Db, user: User) {
  return byId((range) =>
    db
      .select({ id: products.id, name: products.name, savedAt: isoTime(savedItems.savedAt) })
      .from(savedItems)
      .innerJoin(products, eq(products.id, savedItems.productId))
      .where(and(eq(savedItems.userId, user.id), isAfter(savedItems.productId, range)))
      .orderBy(asc(savedItems.productId))
      .limit(range.limit),
  );
}

function listAddresses(db: Db, user: User) {
  const { id, address, city, postalCode, country, isDefault } = getTableColumns(addresses);
  return byId((range) =>
    db
      .select({ id, address, city, postalCode, country, isDefault, createdAt: isoTime(addresses.createdAt) })
      .from(addresses)
      .where(and(eq(addresses.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listPasskeys(db: Db, user: User) {
  const { id, name, transports } = getTableColumns(passkeys);
  const times = { createdAt: isoTime(passkeys.createdAt), lastUsedAt: isoOrNull(passkeys.lastUsedAt) };
  return byId((range) =>
    db
      .select({ id, name, transports, ...times })
      .from(passkeys)
      .where(and(eq(passkeys.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listEmailChanges(db: Db, { id }: User) {
  return byId((range) =>
    db
      .select({
        id: emailChanges.id,
        before: emailChanges.before,
        createdAt: isoTime(emailChanges.createdAt),
        undoneAt: isoOrNull(emailChanges.undoneAt),
      })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, id), isAfter(emailChanges.id, range)))
      .orderBy(asc(emailChanges.id))
      .limit(range.limit),
  );
}

function listPasswordRequests(db: Db, { id }: User) {
  return byId((range) =>
    db
      .select({
        id: passwordResets.id,
        email: passwordResets.email,
        tries: passwordResets.attempts,
        createdAt: isoTime(passwordResets.createdAt),
        lookedUpAt: isoOrNull(passwordResets.lookedUpAt),
        usedAt: isoOrNull(passwordResets.usedAt),
      })
      .from(passwordResets)
      .where(and(eq(passwordResets.userId, id), isAfter(passwordResets.id, range)))
      .orderBy(asc(passwordResets.id))
      .limit(range.limit),
  );
}

type OwnOrder = OwnData["orders"][number];

/** Rows of a relation of an order as one JSON value. */
const all = (rows: SQL) => sql`(select coalesce(json_agg(listed), '[]') from (${rows}) as listed)`;

const orderParts = {
  items: sql<OwnOrder["items"]>`${all(sql`
    select i.product_id as "productId", i.name, i.image, i.price_cents as "priceCents",
      i.regular_price_cents as "regularPriceCents", i.lowest_price_cents as "lowestPriceCents", i.qty as quantity
    from ${orderItems} i where i.order_id = ${orders}.id order by i.position`)}`,
  payments: sql<OwnOrder["payments"]>`${all(sql`
    select p.id, p.status, p.amount_cents as "amountCents", p.currency, p.provider_order_id as "providerOrderId",
      p.capture_id as "captureId", ${isoTime(sql`p.created_at`)} as "createdAt",
      ${isoTime(sql`p.updated_at`)} as "updatedAt", ${isoTime(sql`p.settled_at`)} as "settledAt"
    from ${payments} p where p.order_id = ${orders}.id order by p.created_at, p.id`)}`,
  refunds: sql<OwnOrder["refunds"]>`${all(sql`
    select r.id, r.payment_id as "paymentId", r.status, r.amount_cents as "amountCents", r.currency, r.reason,
      r.provider_refund_id as "providerRefundId", ${isoTime(sql`r.created_at`)} as "createdAt",
      ${isoTime(sql`r.completed_at`)} as "completedAt",
      ${all(sql`select b.product_id as "productId", b.qty as quantity from ${refundItems} b where b.refund_id = r.id`)}
        as "restockedItems"
    from ${refunds} r where r.order_id = ${orders}.id order by r.created_at, r.id`)}`,
  parcels: sql<OwnOrder["parcels"]>`${all(sql`
    select b.id, b.carrier, b.tracking_number as "trackingNumber", ${isoTime(sql`b.created_at`)} as "createdAt"
    from ${parcels} b where b.order_id = ${orders}.id order by b.created_at, b.id`)}`,
  invoices: sql<OwnOrder["invoices"]>`${all(sql`
    select d.id, d.kind, d.year || '-' || lpad(d.number::text, 5, '0') as number, d.refund_id as "refundId", d.content,
      ${isoTime(sql`d.created_at`)} as "createdAt"
    from ${invoices} d where d.order_id = ${orders}.id order by d.created_at, d.id`)}`,
  reportedParcels: sql<OwnOrder["reportedParcels"]>`${all(sql`
    select t.id, t.payment_id as "paymentId", t.carrier, t.tracking_number as "trackingNumber",
      not t.is_wanted as "isCancelled", t.status, t.detail as answer, ${isoTime(sql`t.created_at`)} as "createdAt",
      ${isoTime(sql`t.ended_at`)} as "endedAt"
    from ${parcelTrackers} t where t.order_id = ${orders}.id order by t.created_at, t.id`)}`,
  messages: sql<OwnOrder["messages"]>`${all(sql`
    select m.id, case when m.is_from_shop then 'the shop' else 'you' end as by, m.text,
      ${isoTime(sql`m.created_at`)} as "createdAt", ${isoTime(sql`m.read_at`)} as "readAt"
    from ${orderMessages} m where m.order_id = ${orders}.id order by m.created_at, m.id`)}`,
  events: sql<OwnOrder["events"]>`${all(sql`
    select e.id, ${isoTime(sql`e.created_at`)} as at, e.act as what, e.amount_cents as "amountCents",
      case when e.user_id = ${orders}.user_id then 'you' else 'the shop' end as by
    from ${orderEvents} e where e.order_id = ${orders}.id order by e.created_at, e.id`)}`,
  withdrawals: sql<OwnOrder["withdrawals"]>`${all(sql`
    select w.id, ${isoTime(sql`w.declared_at`)} as "declaredAt", w.is_late as "isLate", w.state,
      ${isoTime(sql`w.decided_at`)} as "decidedAt", w.words as explanation
    from ${withdrawals} w where w.order_id = ${orders}.id`)}`,
  issues: sql<OwnOrder["issues"]>`${all(sql`
    select m.id, m.kind, m.amount_cents as "amountCents", ${isoTime(sql`m.opened_at`)} as "openedAt",
      ${isoTime(sql`m.resolved_at`)} as "resolvedAt"
    from ${orderMatters} m where m.order_id = ${orders}.id order by m.opened_at, m.id`)}`,
};

function listOrders(db: Db, user: User): Batches<OwnOrder> {
  const { id, paymentMethod, itemsCents, shippingCents, taxCents, totalCents } = getTableColumns(orders);
  const columns = {
    id,
    createdAt: isoTime(orders.createdAt),
    name: orders.customerName,
    email: orders.customerEmail,
    shippingAddress: {
      address: orders.address,
      city: orders.city,
      postalCode: orders.postalCode,
      country: orders.country,
    },
    paymentMethod,
    itemsCents,
    shippingCents,
    taxCents,
    totalCents,
    paidAt: isoOrNull(orders.paidAt),
    confirmedAt: isoOrNull(orders.confirmedAt),
    processedAt: isoOrNull(orders.processedAt),
    shippedAt: isoOrNull(orders.shippedAt),
    expectedFrom: orders.arrivesFrom,
    expectedTo: orders.arrivesTo,
    deliveredAt: isoOrNull(orders.deliveredAt),
    heldUntil: isoTime(orders.heldUntil),
    ...orderParts,
  };
  return byId(
    ({ after, limit }) =>
      db
        .select(columns)
        .from(orders)
        .where(and(eq(orders.userId, user.id), isOlderThan(orders, after)))
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(limit),
    { atOnce: ordersAtOnce },
  );
}

function listOrderKeys(db: Db, user: User) {
  const { key, orderId } = idempotencyKeys;
  const read = (range: BatchRange) =>
    db
      .select({ key, orderId, createdAt: isoTime(idempotencyKeys.createdAt) })
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.userId, user.id), isAfter(key, range)))
      .orderBy(asc(key))
      .limit(range.limit);
  return inBatches(read, (row) => row.key);
}

function listSoldOut(db: Db, user: User) {
  const { productId } = stockDemand;
  const read = (range: BatchRange) =>
    db
      .select({ productId, refusedAt: isoTime(stockDemand.refusedAt) })
      .from(stockDemand)
      .where(and(eq(stockDemand.userId, user.id), isAfter(productId, range)))
      .orderBy(asc(productId))
      .limit(range.limit);
  return inBatches(read, (row) => row.productId);
}

function listReviews(db: Db, user: User) {
  const { id, productId, name, rating, comment } = getTableColumns(reviews);
  return byId((range) =>
    db
      .select({
        id,
        productId,
        product: products.name,
        name,
        rating,
        comment,
        createdAt: isoTime(reviews.createdAt),
        editedAt: isoOrNull(reviews.editedAt),
        helpful: reviews.helpfulCount,
        answer: reviews.answer,
        hiddenAt: isoOrNull(reviews.hiddenAt),
        hiddenReason: reviews.hiddenReason,
      })
      .from(reviews)
      .innerJoin(products, eq(products.id, productId))
      .where(and(eq(reviews.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listReviewPhotos(db: Db, user: User) {
  const { id, image, reviewId } = reviewPhotos;
  return byId((range) =>
    db
      .select({ id, image, reviewId, createdAt: isoTime(reviewPhotos.createdAt) })
      .from(reviewPhotos)
      .where(and(eq(reviewPhotos.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listVotes(db: Db, user: User) {
  const { reviewId } = reviewVotes;
  const read = (range: BatchRange) =>
    db
      .select({ reviewId, createdAt: isoTime(reviewVotes.createdAt) })
      .from(reviewVotes)
      .where(and(eq(reviewVotes.userId, user.id), isAfter(reviewId, range)))
      .orderBy(asc(reviewId))
      .limit(range.limit);
  return inBatches(read, (row) => row.reviewId);
}

function listReports(db: Db, user: User) {
  const { id, reviewId, reason, words } = reviewReports;
  return byId((range) =>
    db
      .select({
        id,
        reviewId,
        reason,
        words,
        createdAt: isoTime(reviewReports.createdAt),
        closedAt: isoOrNull(reviewReports.closedAt),
      })
      .from(reviewReports)
      .where(and(eq(reviewReports.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

/** Also those that were asked for with the account's confirmed address without signing in. */
function listStockAlerts(db: Db, user: User) {
  const { id, productId, email } = stockAlerts;
  const confirmedAddress = sql`(
    select coalesce(u.previous_email, u.email) from ${users} u where u.id = ${user.id}
  )`;
  return byId((range) =>
    db
      .select({
        id,
        productId,
        email,
        createdAt: isoTime(stockAlerts.createdAt),
        confirmedAt: isoOrNull(stockAlerts.confirmedAt),
        returnedAt: isoOrNull(stockAlerts.returnedAt),
      })
      .from(stockAlerts)
      .where(and(or(eq(stockAlerts.userId, user.id), eq(email, confirmedAddress)), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listMails(db: Db, user: User) {
  const { id, kind, recipient, orderId, status, attempts } = getTableColumns(mails);
  return byId((range) =>
    db
      .select({
        id,
        kind,
        recipient,
        orderId,
        content: mails.data,
        status,
        attempts,
        answer: mails.detail,
        createdAt: isoTime(mails.createdAt),
        endedAt: isoOrNull(mails.endedAt),
      })
      .from(mails)
      .where(and(eq(mails.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listChanges(db: Db, user: User) {
  const { id, act } = adminActs;
  const changes = sql<Record<string, Changes[string]>>`${adminActs.changes}`;
  return byId((range) =>
    db
      .select({ id, at: isoTime(adminActs.createdAt), act, name: adminActs.subject, changes })
      .from(adminActs)
      .where(and(isAboutAccount(user), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

/** Without the names of what was changed, which may be those of others. */
function listActs(db: Db, user: User) {
  const { id, act, entity } = adminActs;
  return byId((range) =>
    db
      .select({ id, at: isoTime(adminActs.createdAt), act, entity })
      .from(adminActs)
      .where(and(eq(adminActs.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listApiKeys(db: Db, user: User) {
  const { id, name } = apiKeys;
  return byId((range) =>
    db
      .select({ id, name, createdAt: isoTime(apiKeys.createdAt) })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listWebhooks(db: Db, user: User) {
  const { id, url } = webhookEndpoints;
  return byId((range) =>
    db
      .select({ id, url, createdAt: isoTime(webhookEndpoints.createdAt) })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listImports(db: Db, user: User) {
  const { id, fileName } = imports;
  return byId((range) =>
    db
      .select({ id, fileName, createdAt: isoTime(imports.createdAt) })
      .from(imports)
      .where(and(eq(imports.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listProducts(db: Db, user: User) {
  const { id, name } = products;
  return byId((range) =>
    db
      .select({ id, name, createdAt: isoTime(products.createdAt) })
      .from(products)
      .where(and(eq(products.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listEvents(db: Db, user: User) {
  const { id, orderId } = orderEvents;
  return byId((range) =>
    db
      .select({ id, orderId, at: isoTime(orderEvents.createdAt), what: orderEvents.act })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(and(eq(orderEvents.userId, user.id), ne(orders.userId, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listRefunds(db: Db, user: User) {
  const { id, orderId, amountCents } = refunds;
  return byId((range) =>
    db
      .select({ id, orderId, amountCents, createdAt: isoTime(refunds.createdAt) })
      .from(refunds)
      .where(and(eq(refunds.requestedBy, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listDecided(db: Db, user: User) {
  const { id, orderId } = withdrawals;
  const at = isoTime(sql`${withdrawals.decidedAt}`);
  return byId((range) =>
    db
      .select({ id, orderId, at })
      .from(withdrawals)
      .where(and(eq(withdrawals.decidedBy, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

function listResolved(db: Db, user: User) {
  const { id, orderId, kind } = orderMatters;
  const at = isoTime(sql`${orderMatters.resolvedAt}`);
  return byId((range) =>
    db
      .select({ id, orderId, kind, at })
      .from(orderMatters)
      .where(and(eq(orderMatters.resolvedBy, user.id), isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}

/** Without the texts, which are about others. What the user wrote as a customer stands with the order. */
function listWritten(db: Db, user: User, table: typeof orderMessages | typeof orderNotes) {
  const { id, orderId } = table;
  const isForShop = table === orderMessages ? orderMessages.isFromShop : undefined;
  return byId((range) =>
    db
      .select({ id, orderId, createdAt: isoTime(table.createdAt) })
      .from(table)
      .where(and(eq(table.userId, user.id), isForShop, isAfter(id, range)))
      .orderBy(asc(id))
      .limit(range.limit),
  );
}
