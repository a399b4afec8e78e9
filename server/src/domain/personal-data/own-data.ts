import type { OwnData, OwnDataLists } from "@shop/shared/account/own-data";
import type { Changes } from "@shop/shared/admin/audit";
import { shopCurrency } from "@shop/shared/currency";
import { and, eq, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  addresses,
  authenticatorApps,
  emailChanges,
  mailAddressOf,
  ownEmail,
  passkeys,
  passwordResets,
  sessions,
  users,
} from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";
import {
  customerNotes,
  orderDrafts,
  orderMatters,
  orderMessages,
  orderNotes,
  withdrawals,
} from "../../db/schema/customer-service.ts";
import { imports } from "../../db/schema/imports.ts";
import { mails } from "../../db/schema/mails.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { orderChanges } from "../../db/schema/order-changes.ts";
import { orderEdits } from "../../db/schema/order-edits.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { idempotencyKeys, orderEvents, orders } from "../../db/schema/orders.ts";
import { refunds } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { orderReturns } from "../../db/schema/returns.ts";
import { reviewPhotos, reviewReports, reviews, reviewVotes } from "../../db/schema/reviews.ts";
import { savedItems, sharedLists } from "../../db/schema/saved.ts";
import { staffInvitations } from "../../db/schema/staff.ts";
import { stockAlerts, stockDemand } from "../../db/schema/stock-alerts.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isoTime } from "../../db/time.ts";
import { requireFreshPassword } from "../account/reauthenticate.ts";
import type { AccountDeps } from "../account/sign-in.ts";
import { isAdministrator, type User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isoOrNull, ownList } from "./own-list.ts";
import { listEarlierOrders, listOrders } from "./own-orders.ts";

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
  return { head, lists: listsOf(db, user, hasBeenAdmin) };
}

/** The lists of the file, in its order. */
function listsOf(db: Db, user: User, hasBeenAdmin: boolean): OwnDataParts["lists"] {
  return {
    credit: () => customerLists.credit(db, user),
    sessions: () => customerLists.sessions(db, user),
    addresses: () => customerLists.addresses(db, user),
    savedProducts: () => customerLists.savedProducts(db, user),
    passkeys: () => customerLists.passkeys(db, user),
    emailChanges: () => customerLists.emailChanges(db, user),
    passwordRequests: () => customerLists.passwordRequests(db, user),
    orders: () => customerLists.orders(db, user),
    orderDrafts: () => customerLists.orderDrafts(db, user),
    earlierOrders: () => listEarlierOrders(db, user),
    orderKeys: () => customerLists.orderKeys(db, user),
    soldOutProducts: () => customerLists.soldOutProducts(db, user),
    reviews: () => customerLists.reviews(db, user),
    reviewPhotos: () => customerLists.reviewPhotos(db, user),
    helpfulVotes: () => customerLists.helpfulVotes(db, user),
    reviewReports: () => customerLists.reviewReports(db, user),
    questions: () => customerLists.questions(db, user),
    stockAlerts: () => customerLists.stockAlerts(db, user),
    mails: () => customerLists.mails(db, user),
    changesByAdministrators: () => customerLists.changesByAdministrators(db, user),
    staffInvitations: () => customerLists.staffInvitations(db, user),
    sentInvitations: () => (hasBeenAdmin ? administratorLists.sentInvitations(db, user) : none()),
    actsAsAdministrator: () => (hasBeenAdmin ? administratorLists.actsAsAdministrator(db, user) : none()),
    createdApiKeys: () => (hasBeenAdmin ? administratorLists.createdApiKeys(db, user) : none()),
    addedWebhooks: () => (hasBeenAdmin ? administratorLists.addedWebhooks(db, user) : none()),
    startedImports: () => (hasBeenAdmin ? administratorLists.startedImports(db, user) : none()),
    createdProducts: () => (hasBeenAdmin ? administratorLists.createdProducts(db, user) : none()),
    eventsOfOtherOrders: () => (hasBeenAdmin ? administratorLists.eventsOfOtherOrders(db, user) : none()),
    changedCredits: () => (hasBeenAdmin ? administratorLists.changedCredits(db, user) : none()),
    requestedRefunds: () => (hasBeenAdmin ? administratorLists.requestedRefunds(db, user) : none()),
    decidedWithdrawals: () => (hasBeenAdmin ? administratorLists.decidedWithdrawals(db, user) : none()),
    changedOrders: () => (hasBeenAdmin ? administratorLists.changedOrders(db, user) : none()),
    resolvedIssues: () => (hasBeenAdmin ? administratorLists.resolvedIssues(db, user) : none()),
    editedOrders: () => (hasBeenAdmin ? administratorLists.editedOrders(db, user) : none()),
    exchangedOrders: () => (hasBeenAdmin ? administratorLists.exchangedOrders(db, user) : none()),
    enteredReturns: () => (hasBeenAdmin ? administratorLists.enteredReturns(db, user) : none()),
    writtenMessages: () => (hasBeenAdmin ? administratorLists.writtenMessages(db, user) : none()),
    answeredQuestions: () => (hasBeenAdmin ? administratorLists.answeredQuestions(db, user) : none()),
    writtenCustomerNotes: () => (hasBeenAdmin ? administratorLists.writtenCustomerNotes(db, user) : none()),
    writtenNotes: () => (hasBeenAdmin ? administratorLists.writtenNotes(db, user) : none()),
    savedOrderDrafts: () => (hasBeenAdmin ? administratorLists.savedOrderDrafts(db, user) : none()),
  };
}

async function* none(): Batches<never> {}

async function readHead(db: Db, { id }: User, shop: ShopIdentity): Promise<OwnDataParts["head"]> {
  const [account] = await db
    .select({
      id: users.id,
      name: users.name,
      email: sql<string>`${ownEmail}`,
      isAdmin: users.isAdmin,
      role: users.role,
      previousEmail: users.previousEmail,
      createdAt: isoTime(users.createdAt),
      updatedAt: isoTime(users.updatedAt),
      wantsProgressMails: users.wantsProgressMails,
      wantsReviewMails: users.wantsReviewMails,
      acceptsMarketing: users.acceptsMarketing,
      authenticatorAppSince: isoOrNull(authenticatorApps.confirmedAt),
      sharedListToken: sharedLists.token,
      listSharedAt: isoOrNull(sharedLists.sharedAt),
      creditAccountId: creditAccounts.id,
      creditCents: creditAccounts.balanceCents,
      creditSince: isoOrNull(creditAccounts.createdAt),
    })
    .from(users)
    .leftJoin(creditAccounts, eq(creditAccounts.userId, users.id))
    .leftJoin(sharedLists, eq(sharedLists.userId, users.id))
    .leftJoin(authenticatorApps, eq(authenticatorApps.userId, users.id))
    .where(eq(users.id, id));
  if (account === undefined) throw notFound("User");
  const about = {
    shop: `${shop.name}, ${shop.origin}`,
    createdAt: new Date().toISOString(),
    amounts: `Fields whose names end in "Cents" are amounts in cents, of ${shopCurrency()} unless the order says otherwise.`,
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

/** Also those that were asked for with the account's confirmed address without signing in. */
const isAlertOf = ({ id }: User) =>
  or(
    eq(stockAlerts.userId, id),
    eq(stockAlerts.email, sql`(select ${mailAddressOf("u")} from ${users} u where u.id = ${id})`),
  );

const isEventOfOthers = ({ id }: User) => and(eq(orderEvents.userId, id), ne(orders.userId, id));

/** Changes of orders that the user made or undid for the shop. */
const isChangedForShop = ({ id }: User) =>
  or(and(eq(orderChanges.madeBy, id), not(orderChanges.isByCustomer)), eq(orderChanges.undoneBy, id));
const isHandledForShop = ({ id }: User) => {
  const isOwn = sql`exists (select from ${orders} o where o.id = ${orderReturns.orderId} and o.user_id = ${id})`;
  const { requestedBy, decidedBy, receivedBy } = orderReturns;
  return or(and(eq(requestedBy, id), not(isOwn)), eq(decidedBy, id), eq(receivedBy, id));
};
const isWrittenForShop = ({ id }: User) => and(eq(orderMessages.userId, id), eq(orderMessages.isFromShop, true));

/** The transfers of the user's credit. */
const isOwnTransfer = ({ id }: User) => sql`exists (
  select from ${creditAccounts} a where a.user_id = ${id} and a.id in (${creditTransfers.fromId}, ${creditTransfers.toId}))`;

const customerLists = {
  credit: ownList(
    (db) =>
      db
        .select({
          id: creditTransfers.id,
          act: creditTransfers.act,
          amountCents: sql<number>`case when ${creditAccounts.userId} is null then -1 else 1 end
            * ${creditTransfers.amountCents}`.mapWith(Number),
          orderId: creditTransfers.orderId,
          paymentId: creditTransfers.paymentId,
          refundId: creditTransfers.refundId,
          reason: creditTransfers.reason,
          createdAt: isoTime(creditTransfers.createdAt),
        })
        .from(creditTransfers)
        .innerJoin(creditAccounts, eq(creditAccounts.id, creditTransfers.toId))
        .$dynamic(),
    { of: isOwnTransfer, key: [creditTransfers.id, "id"] },
  ),
  sessions: ownList(
    (db) =>
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
        .$dynamic(),
    { of: sessions.userId, key: [sessions.id, "id"] },
  ),
  orderDrafts: ownList(
    (db) =>
      db
        .select({
          id: orderDrafts.id,
          version: orderDrafts.version,
          savedAt: isoTime(orderDrafts.savedAt),
          entered: orderDrafts.document,
        })
        .from(orderDrafts)
        .$dynamic(),
    { of: orderDrafts.customerId, key: [orderDrafts.id, "id"] },
  ),
  addresses: ownList(
    (db) =>
      db
        .select({
          id: addresses.id,
          address: addresses.address,
          city: addresses.city,
          postalCode: addresses.postalCode,
          country: addresses.country,
          countryCode: addresses.countryCode,
          region: addresses.region,
          recipient: addresses.recipient,
          phone: addresses.phone,
          isDefault: addresses.isDefault,
          createdAt: isoTime(addresses.createdAt),
        })
        .from(addresses)
        .$dynamic(),
    { of: addresses.userId, key: [addresses.id, "id"] },
  ),
  savedProducts: ownList(
    (db) =>
      db
        .select({
          id: savedItems.productId,
          name: fullNameColumn,
          savedAt: isoTime(savedItems.savedAt),
          priceCents: savedItems.savedPriceCents,
          wasInStock: savedItems.wasInStock,
        })
        .from(savedItems)
        .innerJoin(products, eq(products.id, savedItems.productId))
        .$dynamic(),
    { of: savedItems.userId, key: [savedItems.productId, "id"] },
  ),
  passkeys: ownList(
    (db) =>
      db
        .select({
          id: passkeys.id,
          name: passkeys.name,
          transports: passkeys.transports,
          createdAt: isoTime(passkeys.createdAt),
          lastUsedAt: isoOrNull(passkeys.lastUsedAt),
        })
        .from(passkeys)
        .$dynamic(),
    { of: passkeys.userId, key: [passkeys.id, "id"] },
  ),
  emailChanges: ownList(
    (db) =>
      db
        .select({
          id: emailChanges.id,
          before: emailChanges.before,
          createdAt: isoTime(emailChanges.createdAt),
          undoneAt: isoOrNull(emailChanges.undoneAt),
        })
        .from(emailChanges)
        .$dynamic(),
    { of: emailChanges.userId, key: [emailChanges.id, "id"] },
  ),
  passwordRequests: ownList(
    (db) =>
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
        .$dynamic(),
    { of: passwordResets.userId, key: [passwordResets.id, "id"] },
  ),
  orders: listOrders,
  orderKeys: ownList(
    (db) =>
      db
        .select({
          key: idempotencyKeys.key,
          orderId: idempotencyKeys.orderId,
          createdAt: isoTime(idempotencyKeys.createdAt),
        })
        .from(idempotencyKeys)
        .$dynamic(),
    { of: idempotencyKeys.userId, key: [idempotencyKeys.key, "key"] },
  ),
  soldOutProducts: ownList(
    (db) =>
      db
        .select({ productId: stockDemand.productId, refusedAt: isoTime(stockDemand.refusedAt) })
        .from(stockDemand)
        .$dynamic(),
    { of: stockDemand.userId, key: [stockDemand.productId, "productId"] },
  ),
  reviews: ownList(
    (db) =>
      db
        .select({
          id: reviews.id,
          productId: reviews.productId,
          product: fullNameColumn,
          name: reviews.name,
          rating: reviews.rating,
          comment: reviews.comment,
          createdAt: isoTime(reviews.createdAt),
          editedAt: isoOrNull(reviews.editedAt),
          helpful: reviews.helpfulCount,
          answer: reviews.answer,
          hiddenAt: isoOrNull(reviews.hiddenAt),
          hiddenReason: reviews.hiddenReason,
        })
        .from(reviews)
        .innerJoin(products, eq(products.id, reviews.productId))
        .$dynamic(),
    { of: reviews.userId, key: [reviews.id, "id"] },
  ),
  reviewPhotos: ownList(
    (db) =>
      db
        .select({
          id: reviewPhotos.id,
          image: reviewPhotos.image,
          reviewId: reviewPhotos.reviewId,
          returnId: reviewPhotos.returnId,
          createdAt: isoTime(reviewPhotos.createdAt),
        })
        .from(reviewPhotos)
        .$dynamic(),
    { of: reviewPhotos.userId, key: [reviewPhotos.id, "id"] },
  ),
  helpfulVotes: ownList(
    (db) =>
      db
        .select({ reviewId: reviewVotes.reviewId, createdAt: isoTime(reviewVotes.createdAt) })
        .from(reviewVotes)
        .$dynamic(),
    { of: reviewVotes.userId, key: [reviewVotes.reviewId, "reviewId"] },
  ),
  reviewReports: ownList(
    (db) =>
      db
        .select({
          id: reviewReports.id,
          reviewId: reviewReports.reviewId,
          reason: reviewReports.reason,
          words: reviewReports.words,
          createdAt: isoTime(reviewReports.createdAt),
          closedAt: isoOrNull(reviewReports.closedAt),
        })
        .from(reviewReports)
        .$dynamic(),
    { of: reviewReports.userId, key: [reviewReports.id, "id"] },
  ),
  questions: ownList(
    (db) =>
      db
        .select({
          id: productQuestions.id,
          productId: productQuestions.productId,
          product: fullNameColumn,
          text: productQuestions.text,
          createdAt: isoTime(productQuestions.createdAt),
          answer: productQuestions.answer,
          answeredAt: isoOrNull(productQuestions.answeredAt),
          answerEditedAt: isoOrNull(productQuestions.answerEditedAt),
          hiddenAt: isoOrNull(productQuestions.hiddenAt),
          hiddenReason: productQuestions.hiddenReason,
        })
        .from(productQuestions)
        .innerJoin(products, eq(products.id, productQuestions.productId))
        .$dynamic(),
    { of: productQuestions.userId, key: [productQuestions.id, "id"] },
  ),
  stockAlerts: ownList(
    (db) =>
      db
        .select({
          id: stockAlerts.id,
          productId: stockAlerts.productId,
          email: stockAlerts.email,
          createdAt: isoTime(stockAlerts.createdAt),
          confirmedAt: isoOrNull(stockAlerts.confirmedAt),
          returnedAt: isoOrNull(stockAlerts.returnedAt),
        })
        .from(stockAlerts)
        .$dynamic(),
    { of: isAlertOf, key: [stockAlerts.id, "id"] },
  ),
  mails: ownList(
    (db) =>
      db
        .select({
          id: mails.id,
          kind: mails.kind,
          recipient: mails.recipient,
          orderId: mails.orderId,
          content: mails.data,
          status: mails.status,
          attempts: mails.attempts,
          answer: mails.detail,
          createdAt: isoTime(mails.createdAt),
          endedAt: isoOrNull(mails.endedAt),
        })
        .from(mails)
        .$dynamic(),
    { of: mails.userId, key: [mails.id, "id"] },
  ),
  staffInvitations: ownList(
    (db) =>
      db
        .select({
          id: staffInvitations.id,
          email: staffInvitations.email,
          role: staffInvitations.role,
          createdAt: isoTime(staffInvitations.createdAt),
          expiresAt: isoTime(staffInvitations.expiresAt),
          claimedAt: isoOrNull(staffInvitations.claimedAt),
        })
        .from(staffInvitations)
        .$dynamic(),
    { of: staffInvitations.userId, key: [staffInvitations.id, "id"] },
  ),
  changesByAdministrators: ownList(
    (db) =>
      db
        .select({
          id: adminActs.id,
          at: isoTime(adminActs.createdAt),
          act: adminActs.act,
          name: adminActs.subject,
          // Tags are, like notes, for admins.
          changes: sql<Record<string, Changes[string]>>`${adminActs.changes} - 'tags'`,
        })
        .from(adminActs)
        .$dynamic(),
    { of: isAboutAccount, key: [adminActs.id, "id"] },
  ),
};

/** Customers have none of these, and some take a scan of a large table. */
const administratorLists = {
  /** Without the names of what was changed, which may be those of others. */
  actsAsAdministrator: ownList(
    (db) =>
      db
        .select({ id: adminActs.id, at: isoTime(adminActs.createdAt), act: adminActs.act, entity: adminActs.entity })
        .from(adminActs)
        .$dynamic(),
    { of: adminActs.userId, key: [adminActs.id, "id"] },
  ),
  sentInvitations: ownList(
    (db) =>
      db
        .select({ id: staffInvitations.id, createdAt: isoTime(staffInvitations.createdAt) })
        .from(staffInvitations)
        .$dynamic(),
    { of: staffInvitations.createdBy, key: [staffInvitations.id, "id"] },
  ),
  createdApiKeys: ownList(
    (db) =>
      db
        .select({ id: apiKeys.id, name: apiKeys.name, createdAt: isoTime(apiKeys.createdAt) })
        .from(apiKeys)
        .$dynamic(),
    { of: apiKeys.userId, key: [apiKeys.id, "id"] },
  ),
  addedWebhooks: ownList(
    (db) =>
      db
        .select({ id: webhookEndpoints.id, url: webhookEndpoints.url, createdAt: isoTime(webhookEndpoints.createdAt) })
        .from(webhookEndpoints)
        .$dynamic(),
    { of: webhookEndpoints.userId, key: [webhookEndpoints.id, "id"] },
  ),
  startedImports: ownList(
    (db) =>
      db
        .select({ id: imports.id, fileName: imports.fileName, createdAt: isoTime(imports.createdAt) })
        .from(imports)
        .$dynamic(),
    { of: imports.userId, key: [imports.id, "id"] },
  ),
  createdProducts: ownList(
    (db) =>
      db
        .select({ id: products.id, name: fullNameColumn, createdAt: isoTime(products.createdAt) })
        .from(products)
        .$dynamic(),
    { of: products.userId, key: [products.id, "id"] },
  ),
  eventsOfOtherOrders: ownList(
    (db) =>
      db
        .select({
          id: orderEvents.id,
          orderId: orderEvents.orderId,
          at: isoTime(orderEvents.createdAt),
          what: orderEvents.act,
        })
        .from(orderEvents)
        .innerJoin(orders, eq(orders.id, orderEvents.orderId))
        .$dynamic(),
    { of: isEventOfOthers, key: [orderEvents.id, "id"] },
  ),
  changedCredits: ownList(
    (db) =>
      db
        .select({
          id: creditTransfers.id,
          act: creditTransfers.act,
          amountCents: creditTransfers.amountCents,
          createdAt: isoTime(creditTransfers.createdAt),
        })
        .from(creditTransfers)
        .$dynamic(),
    { of: creditTransfers.madeBy, key: [creditTransfers.id, "id"] },
  ),
  requestedRefunds: ownList(
    (db) =>
      db
        .select({
          id: refunds.id,
          orderId: refunds.orderId,
          amountCents: refunds.amountCents,
          createdAt: isoTime(refunds.createdAt),
        })
        .from(refunds)
        .$dynamic(),
    { of: refunds.requestedBy, key: [refunds.id, "id"] },
  ),
  decidedWithdrawals: ownList(
    (db) =>
      db
        .select({ id: withdrawals.id, orderId: withdrawals.orderId, at: isoTime(sql`${withdrawals.decidedAt}`) })
        .from(withdrawals)
        .$dynamic(),
    { of: withdrawals.decidedBy, key: [withdrawals.id, "id"] },
  ),
  /** Without the reasons, which are about others. What the user did as a customer stands with the order. */
  changedOrders: ownList(
    (db) =>
      db
        .select({
          id: orderChanges.id,
          orderId: orderChanges.orderId,
          kind: orderChanges.kind,
          createdAt: isoTime(orderChanges.createdAt),
        })
        .from(orderChanges)
        .$dynamic(),
    { of: isChangedForShop, key: [orderChanges.id, "id"] },
  ),
  resolvedIssues: ownList(
    (db) =>
      db
        .select({
          id: orderMatters.id,
          orderId: orderMatters.orderId,
          kind: orderMatters.kind,
          at: isoTime(sql`${orderMatters.resolvedAt}`),
        })
        .from(orderMatters)
        .$dynamic(),
    { of: orderMatters.resolvedBy, key: [orderMatters.id, "id"] },
  ),
  editedOrders: ownList(
    (db) =>
      db
        .select({ id: orderEdits.id, orderId: orderEdits.orderId, createdAt: isoTime(orderEdits.createdAt) })
        .from(orderEdits)
        .$dynamic(),
    { of: ({ id }) => or(eq(orderEdits.madeBy, id), eq(orderEdits.undoneBy, id)), key: [orderEdits.id, "id"] },
  ),
  exchangedOrders: ownList(
    (db) =>
      db
        .select({
          orderId: orderExchanges.orderId,
          ofOrderId: orderExchanges.ofOrderId,
          createdAt: isoTime(orderExchanges.createdAt),
        })
        .from(orderExchanges)
        .$dynamic(),
    { of: orderExchanges.madeBy, key: [orderExchanges.orderId, "orderId"] },
  ),
  enteredReturns: ownList(
    (db) =>
      db
        .select({ id: orderReturns.id, orderId: orderReturns.orderId, requestedAt: isoTime(orderReturns.requestedAt) })
        .from(orderReturns)
        .$dynamic(),
    { of: isHandledForShop, key: [orderReturns.id, "id"] },
  ),
  /** Without the texts, which are about others. What the user wrote as a customer stands with the order. */
  writtenMessages: ownList(
    (db) =>
      db
        .select({ id: orderMessages.id, orderId: orderMessages.orderId, createdAt: isoTime(orderMessages.createdAt) })
        .from(orderMessages)
        .$dynamic(),
    { of: isWrittenForShop, key: [orderMessages.id, "id"] },
  ),
  /** Without the texts, which are about others. */
  answeredQuestions: ownList(
    (db) =>
      db
        .select({
          id: productQuestions.id,
          productId: productQuestions.productId,
          answeredAt: isoTime(productQuestions.answeredAt),
        })
        .from(productQuestions)
        .$dynamic(),
    { of: productQuestions.answeredBy, key: [productQuestions.id, "id"] },
  ),
  writtenCustomerNotes: ownList(
    (db) =>
      db
        .select({ id: customerNotes.id, createdAt: isoTime(customerNotes.createdAt) })
        .from(customerNotes)
        .$dynamic(),
    { of: customerNotes.userId, key: [customerNotes.id, "id"] },
  ),
  writtenNotes: ownList(
    (db) =>
      db
        .select({ id: orderNotes.id, orderId: orderNotes.orderId, createdAt: isoTime(orderNotes.createdAt) })
        .from(orderNotes)
        .$dynamic(),
    { of: orderNotes.userId, key: [orderNotes.id, "id"] },
  ),
  savedOrderDrafts: ownList(
    (db) =>
      db
        .select({ id: orderDrafts.id, savedAt: isoTime(orderDrafts.savedAt) })
        .from(orderDrafts)
        .$dynamic(),
    { of: orderDrafts.savedBy, key: [orderDrafts.id, "id"] },
  ),
};
