import { randomUUID } from "node:crypto";
import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import {
  addresses,
  authenticatorApps,
  emailChanges,
  passkeyChallenges,
  passkeys,
  passwordResets,
  recoveryCodes,
} from "../../src/db/schema/accounts.ts";
import { creditAccounts } from "../../src/db/schema/credit-accounts.ts";
import { creditTransfers } from "../../src/db/schema/credit-transfers.ts";
import {
  customerNotes,
  customerTags,
  orderDrafts,
  orderMatters,
  orderMessages,
  orderNotes,
  withdrawals,
} from "../../src/db/schema/customer-service.ts";
import { discountRules, discountRuleVersions, orderDiscounts } from "../../src/db/schema/discounts.ts";
import { earlierOrderItems, earlierOrders } from "../../src/db/schema/earlier-orders.ts";
import { giftCardOrders, giftCards } from "../../src/db/schema/gift-cards.ts";
import { importRecords, imports } from "../../src/db/schema/imports.ts";
import { mails } from "../../src/db/schema/mails.ts";
import { adminActs } from "../../src/db/schema/operations.ts";
import { orderChanges } from "../../src/db/schema/order-changes.ts";
import { orderEdits } from "../../src/db/schema/order-edits.ts";
import { orderExchanges } from "../../src/db/schema/order-exchanges.ts";
import { idempotencyKeys, orderEvents, orders } from "../../src/db/schema/orders.ts";
import { parcelItems, parcels, parcelTrackers } from "../../src/db/schema/parcels.ts";
import { payments, refundItems, refunds } from "../../src/db/schema/payments.ts";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { productEdits } from "../../src/db/schema/product-history.ts";
import { productQuestions } from "../../src/db/schema/questions.ts";
import { orderReturnItems, orderReturns } from "../../src/db/schema/returns.ts";
import { reviewPhotos, reviewReports, reviewVotes } from "../../src/db/schema/reviews.ts";
import { savedItems, sharedLists } from "../../src/db/schema/saved.ts";
import { staffInvitations } from "../../src/db/schema/staff.ts";
import { stockAlerts, stockDemand } from "../../src/db/schema/stock-alerts.ts";
import { webhookEndpoints } from "../../src/db/schema/webhooks.ts";
import { issueMissing } from "../../src/domain/invoice/issue.ts";
import { readSnapshot } from "../../src/domain/payment/edit/snapshot.ts";
import { makeApiKey } from "./api-keys.ts";
import { makeOrder, makeProduct, makeReview } from "./factories.ts";
import type { TestShop } from "./shop.ts";
import { type Member, makeCustomer } from "./test-client.ts";

/** What nobody else in the database is called, lives at or comes from. */
export const traces = {
  name: "Zenobia Quarterstaff",
  ip: "203.0.113.77",
  address: { address: "77 Hornbeam Lane", city: "Quarterstaffville", postalCode: "QX-77", country: "Zenobialand" },
  delivery: { region: "Hornbeamshire", recipient: "Quintus Quarterstaff", phone: "+99 77 7777" },
  taxNumber: "ZQ777777777",
};

/** An order of the former shop, and the row of the import that brought the person along. */
async function seedEarlierOrder({ db }: TestShop, person: Member): Promise<void> {
  const importId = uuidv7();
  const time = new Date("2020-02-03T04:05:06Z");
  const [order] = await db
    .insert(earlierOrders)
    .values({
      userId: person.id,
      importId,
      source: "shopify",
      number: "#1001",
      customerName: person.name,
      customerEmail: person.email,
      ...traces.address,
      paymentMethod: "Cash on delivery",
      currency: "EUR",
      discountCents: 0,
      shippingCents: 490,
      taxCents: 95,
      totalCents: 1_490,
      refundedCents: 0,
      state: "delivered",
      orderedAt: time,
      paidAt: time,
      shippedAt: time,
      deliveredAt: time,
    })
    .returning({ id: earlierOrders.id });
  if (order === undefined) throw new Error("no earlier order was made");
  const item = { orderId: order.id, position: 0, name: "Earlier mug", sku: "MUG-0", qty: 1, totalCents: 1_000 };
  await db.insert(earlierOrderItems).values(item);
  const options = { variants: "refuse", stock: "set", brand: "Other", category: "Other", newStock: 0 } as const;
  const made = { kind: "customers", fileName: "customers.csv", state: "applied", options } as const;
  await db.insert(imports).values({ id: importId, userId: person.id, ...made });
  const record = {
    email: person.email,
    name: person.name,
    acceptsMarketing: true,
    since: null,
    address: traces.address,
  };
  const row = { importId, line: 2, outcome: "new", key: person.email, name: person.name } as const;
  await db.insert(importRecords).values({ ...row, record, recordId: person.id });
}

/** Rows of somebody in every table that can have some, as customers and as people who were admins once. */
export async function seedEverythingOf(shop: TestShop, person: Member, admin: Member): Promise<void> {
  const { db, pool } = shop;
  await pool.query("update sessions set ip = $2, last_used_at = now(), authenticated_at = now() where user_id = $1", [
    person.id,
    traces.ip,
  ]);
  const productId = await makeProduct(db, { userId: person.id });
  const customer = { customerName: person.name, customerEmail: person.email, ...traces.address, ...traces.delivery };
  const order = await makeOrder(db, {
    userId: person.id,
    stepsDone: 5,
    refundedCents: 200,
    taxNumber: traces.taxNumber,
    ...customer,
  });
  await pool.query("update orders set arrives_from = '2031-03-04', arrives_to = '2031-03-06' where id = $1", [order]);
  await makeOrder(db, { userId: person.id, ...customer });
  const others = await makeOrder(db, { stepsDone: 1 });
  await seedOrder(shop, { order, others, person, admin, productId });
  await seedDiscount(shop, order);
  const hidden = { hiddenAt: new Date(), hiddenReason: "insult" as const };
  const answered = { answer: "Thank you", answeredAt: new Date(), editedAt: new Date() };
  const reviewId = await makeReview(db, productId, {
    userId: person.id,
    name: person.name,
    comment: "Solid",
    ...hidden,
    ...answered,
  });
  await seedReviewing(shop, { person, reviewId, productId });
  await db.insert(productQuestions).values([
    { productId, userId: person.id, text: "Is it heavy?", ...hidden },
    { productId, userId: person.id, text: "Is it blue?", ...answeredBy(admin), answerEditedAt: new Date() },
    { productId, userId: (await makeCustomer(shop)).id, text: "Is it round?", ...answeredBy(person) },
  ]);
  await db.insert(idempotencyKeys).values({ userId: person.id, key: randomUUID(), requestHash: "#", orderId: order });
  await db.insert(stockDemand).values({ productId, userId: person.id });
  await db
    .insert(addresses)
    .values({ userId: person.id, place: 0, ...traces.address, ...traces.delivery, isDefault: true });
  await db.insert(imports).values({
    userId: person.id,
    fileName: "products.csv",
    state: "checked",
    options: { variants: "refuse", stock: "set", brand: "Other", category: "Other", newStock: 0 },
  });
  await seedEarlierOrder(shop, person);
  await db.insert(productEdits).values({ id: uuidv7(), userId: person.id });
  await db
    .insert(plannedPrices)
    .values({ productId, userId: person.id, priceCents: 100, startsAt: new Date("2031-01-01") });
  await makeApiKey(db, { scope: "read", userId: person.id });
  await db.insert(webhookEndpoints).values({
    userId: person.id,
    url: "https://erp.example.com/hooks",
    events: ["order.paid"],
    secret: "sealed",
  });
  const expiresAt = new Date("2031-01-01");
  await db.insert(staffInvitations).values([
    { id: uuidv7(), userId: person.id, createdBy: admin.id, role: "support", expiresAt },
    { id: uuidv7(), userId: (await makeCustomer(shop)).id, createdBy: person.id, role: "support", expiresAt },
  ]);
  await db.insert(savedItems).values({ userId: person.id, productId, savedPriceCents: 2_000, wasInStock: true });
  await db.insert(sharedLists).values({ userId: person.id, token: "token-of-the-shared-list" });
  await seedFactors(shop, person.id);
  const [subject, email] = [person.name, person.email];
  const [lookedUpAt, usedAt] = [new Date(), new Date()];
  await db.insert(passwordResets).values([{ email, userId: person.id, lookedUpAt, usedAt }, { email }]);
  await db.insert(emailChanges).values({ userId: person.id, before: email, undoneAt: new Date() });
  await db.insert(mails).values([
    { kind: "email changed", userId: person.id, recipient: email, data: { before: `old-${email}`, after: email } },
    { kind: "order shipped", userId: person.id, recipient: email, orderId: order, detail: `451 <${email}> greylisted` },
    { kind: "new order", userId: admin.id, recipient: admin.email, orderId: order },
  ]);
  const about = { entity: "user" as const, entityId: person.id, subject };
  const changes = { name: ["Zoe", subject], email: [`old-${email}`, email], isAdmin: [true, false] } satisfies Record<
    string,
    [string | boolean, string | boolean]
  >;
  await db.insert(adminActs).values([
    { ...about, userId: admin.id, act: "updated", changes },
    { ...about, userId: admin.id, act: "signed out" },
    { userId: person.id, act: "created", entity: "product", entityId: productId, subject: "Lamp" },
  ]);
  await person.rest("POST", "/api/users/auth", { email, password: "not the password" });
}

function answeredBy({ id }: Member) {
  return { answer: "A little", answeredAt: new Date(), answeredBy: id };
}

type OrderScene = { order: string; others: string; person: Member; admin: Member; productId: string };

async function seedOrder({ db, pool, services }: TestShop, { order, others, person, admin, productId }: OrderScene) {
  await db.insert(orderEvents).values([
    { orderId: order, act: "placed", userId: person.id },
    { orderId: order, act: "refunded", amountCents: 200 },
    { orderId: order, act: "shipped", userId: admin.id },
    { orderId: others, act: "shipped", userId: person.id },
  ]);
  const paymentOf = async (orderId: string) => {
    const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId));
    if (payment === undefined) throw new Error("the order has no payment");
    return payment.id;
  };
  const [own, paymentId] = [await paymentOf(order), await paymentOf(others)];
  const parcel = { orderId: order, carrier: "ups" as const, trackingNumber: "1ZTRACE77" };
  const parcelId = uuidv7();
  await db.insert(parcels).values({ ...parcel, id: parcelId });
  await db.insert(parcelItems).values({ parcelId, productId, qty: 1 });
  await db.insert(parcelTrackers).values({ ...parcel, paymentId: own, detail: "CAPTURE_STATUS_NOT_VALID" });
  const refused = { declaredAt: new Date(), isLate: true, state: "refused" as const, decidedAt: new Date() };
  await db.insert(withdrawals).values([
    { orderId: order, ...refused, decidedBy: admin.id, words: "The seal was broken" },
    { orderId: others, ...refused, decidedBy: person.id, words: "Too late" },
  ]);
  const change = { kind: "cancellation" as const, undoneAt: new Date() };
  await db.insert(orderChanges).values([
    { orderId: order, ...change, madeBy: person.id, isByCustomer: true, reason: "Changed my mind", undoneBy: admin.id },
    { orderId: others, ...change, madeBy: person.id, isByCustomer: false, reason: "Broken", undoneBy: person.id },
  ]);
  await seedEdits({ db }, { order, others, person, admin });
  await seedReturns({ db }, { order, others, person, admin, productId });
  await db.insert(orderMessages).values([
    { orderId: order, userId: person.id, isFromShop: false, text: "Please ring twice", readAt: new Date() },
    { orderId: order, userId: admin.id, isFromShop: true, text: "We will" },
    { orderId: others, userId: person.id, isFromShop: true, text: "It is on its way" },
  ]);
  await db.insert(customerTags).values({ userId: person.id, tag: "Regular" });
  await db.insert(customerNotes).values([
    { customerId: person.id, userId: admin.id, text: "Rings in the evening" },
    { customerId: admin.id, userId: person.id, text: "Knows the shop" },
  ]);
  const draft = {
    guestName: "",
    guestEmail: "",
    document: {
      orderItems: [{ product: productId, qty: 2, price: null }],
      address: {
        address: "5 Draft Rd",
        city: "Draft",
        postalCode: "1",
        country: "USA",
        region: "",
        name: "",
        phone: "",
      },
      isCounterSale: false,
      payment: "PayPal" as const,
      priceReason: "",
      note: "",
      reference: "",
      taxNumber: "",
    },
  };
  await db.insert(orderDrafts).values([
    { ...draft, customerId: person.id, savedBy: admin.id },
    { ...draft, customerId: admin.id, savedBy: person.id },
  ]);
  await db.insert(orderNotes).values([
    { orderId: order, userId: admin.id, text: "Rings twice" },
    { orderId: others, userId: person.id, text: "Called about it" },
  ]);
  const detail = `550 5.1.1 <${person.email}> no such mailbox`;
  const resolved = { resolvedAt: new Date(), note: "Paid back by hand" };
  await db.insert(orderMatters).values([
    { orderId: order, kind: "mail failed", reference: uuidv7(), detail },
    { orderId: order, kind: "disputed", reference: "PP-D-1", paymentId: own, resolvedBy: admin.id, ...resolved },
    { orderId: others, kind: "disputed", reference: "PP-D-2", resolvedBy: person.id, ...resolved },
  ]);
  await pool.query(
    "update refunds set reason = 'The box was damaged', taxes = $2, restocked_at = now() where order_id = $1",
    [order, JSON.stringify([{ tax: "vat", name: "Returned VAT" }])],
  );
  const [refund] = await db.select({ id: refunds.id, orderId: refunds.orderId }).from(refunds);
  if (refund?.orderId !== order) throw new Error("the order has no refund");
  await db.insert(refundItems).values({ refundId: refund.id, productId, qty: 1 });
  await db.update(orderReturns).set({ refundId: refund.id }).where(eq(orderReturns.orderId, order));
  await issueMissing(services, [order]);
  await seedExchanges({ db }, { order, others, person, admin, refundId: refund.id });
  await db.insert(refunds).values({
    orderId: others,
    paymentId,
    status: "completed",
    amountCents: 100,
    currency: "USD",
    requestedBy: person.id,
    completedAt: new Date(),
  });
}

async function seedEdits(
  { db }: Pick<TestShop, "db">,
  { order, others, person, admin }: Omit<OrderScene, "productId">,
): Promise<void> {
  for (const [orderId, by] of [
    [order, admin.id],
    [others, person.id],
  ] as const) {
    const [row] = await db.select().from(orders).where(eq(orders.id, orderId));
    if (row === undefined) throw new Error("the order is gone");
    const before = await readSnapshot(db, row);
    const change = { before, after: { ...before, city: "Shelbyville" }, words: "You asked for it" };
    await db.insert(orderEdits).values({ orderId, ...change, madeBy: by, undoneAt: new Date(), undoneBy: by });
  }
}

async function seedDiscount({ db }: Pick<TestShop, "db">, order: string): Promise<void> {
  const [rule] = await db.insert(discountRules).values({ stoppedAt: new Date() }).returning();
  if (rule === undefined) throw new Error("a rule was not stored");
  const terms: DiscountTerms = {
    name: "Quarterstaff days",
    gives: { kind: "amount", cents: 100 },
    goods: { products: [], collections: [], categories: [], brands: [], options: [] },
    conditions: { fromCents: 0, fromQty: 0, isFirstOrder: false, customerTags: [], countries: [] },
    limits: { shareMax: 50_000, marginMin: null, usesMax: null, usesPerCustomer: null, budgetCents: null },
    needsCode: true,
    from: null,
    until: null,
    combinesWith: [],
  };
  await db.insert(discountRuleVersions).values({ ruleId: rule.id, version: 1, terms });
  const named = { ruleId: rule.id, ruleVersion: 1, code: "QUARTER", name: terms.name };
  await db.insert(orderDiscounts).values({ ...named, orderId: order, lines: [], amountCents: 100 });
}

async function seedCredit(
  { db }: Pick<TestShop, "db">,
  { order, person, admin, refundId }: Omit<OrderScene, "productId" | "others"> & { refundId: string },
): Promise<void> {
  const [own, card, others] = [uuidv7(), uuidv7(), uuidv7()];
  await db.insert(creditAccounts).values([
    { id: own, kind: "customer", userId: person.id, balanceCents: 0 },
    { id: card, kind: "gift card", balanceCents: 0 },
    { id: others, kind: "customer", userId: admin.id, balanceCents: 0 },
  ]);
  const time = new Date("2026-02-03T04:05:06Z");
  await db.insert(giftCards).values({
    id: card,
    orderId: order,
    position: 0,
    unit: 0,
    valueCents: 100,
    codeHash: randomUUID(),
    ending: "QZX7",
    expiresAt: time,
    stoppedAt: time,
    recipientName: "Hildegard",
    recipientEmail: "hildegard@example.com",
    words: "Hornbeams for you",
    sendAt: time,
    sentAt: time,
  });
  await db.insert(giftCardOrders).values({ orderId: order, madeAt: time });
  const paymentId = uuidv7();
  const money = { amountCents: 100, currency: "USD" };
  const paid = { orderId: order, provider: "store credit", status: "failed", creditAccountId: own, ...money } as const;
  await db.insert(payments).values({ id: paymentId, providerOrderId: `credit:${paymentId}`, ...paid });
  const moved = { amountCents: 100, orderId: order, paymentId, reason: "For the hornbeams" };
  await db.insert(creditTransfers).values([
    { act: "given", fromId: others, toId: own, madeBy: person.id, refundId, ...moved },
    { act: "spent", fromId: own, toId: card, ...moved },
  ]);
}

async function seedExchanges(
  { db }: Pick<TestShop, "db">,
  { order, others, person, admin, refundId }: Omit<OrderScene, "productId"> & { refundId: string },
): Promise<void> {
  await seedCredit({ db }, { order, person, admin, refundId });
  const [returned] = await db.select({ id: orderReturns.id }).from(orderReturns).where(eq(orderReturns.orderId, order));
  await db.insert(orderExchanges).values([
    { orderId: order, ofOrderId: order, returnId: returned?.id ?? null, madeBy: admin.id },
    { orderId: others, ofOrderId: others, madeBy: person.id },
  ]);
  const providerOrderId = `exchange:${refundId}`;
  const money = { providerOrderId, captureId: providerOrderId, amountCents: 100, currency: "USD" };
  await db
    .insert(payments)
    .values({ orderId: order, provider: "exchange", fromRefundId: refundId, status: "completed", ...money });
}

async function seedReturns(
  { db }: Pick<TestShop, "db">,
  { order, others, person, admin, productId }: OrderScene,
): Promise<void> {
  const words = { words: "Send it to 12 Weaver St", decidedAt: new Date(), receivedAt: new Date() };
  const [returnId, ofOthers] = [uuidv7(), uuidv7()];
  await db.insert(orderReturns).values([
    {
      id: returnId,
      orderId: order,
      requestedBy: person.id,
      ...words,
      decidedBy: admin.id,
      receivedBy: admin.id,
      isWithdrawal: true,
      declaration: "The bright one",
      wish: "Another one for it",
    },
    { id: ofOthers, orderId: others, requestedBy: person.id, ...words, decidedBy: person.id, receivedBy: person.id },
  ]);
  await db
    .insert(orderReturnItems)
    .values({ returnId, productId, qty: 1, reason: "It does not fit", words: "Far too bright", receivedQty: 1 });
  await db.insert(reviewPhotos).values({ userId: person.id, image: "/uploads/traces-3.webp", returnId });
}

type ReviewScene = { person: Member; reviewId: string; productId: string };

async function seedReviewing({ db }: TestShop, { person, reviewId, productId }: ReviewScene): Promise<void> {
  const userId = person.id;
  await db.insert(reviewPhotos).values([
    { userId, image: "/uploads/traces-1.webp", reviewId, place: 0 },
    { userId, image: "/uploads/traces-2.webp" },
  ]);
  const of = await makeReview(db, productId, { helpfulCount: 1 });
  await db.insert(reviewVotes).values({ userId, reviewId: of });
  const report = { reason: "fake" as const, words: "Copied", closedAt: new Date() };
  await db.insert(reviewReports).values({ userId, reviewId: of, ...report });
  const alert = { productId, email: person.email, confirmedAt: new Date() };
  await db.insert(stockAlerts).values({ userId, ...alert, returnedAt: new Date() });
}

async function seedFactors({ db }: TestShop, userId: string): Promise<void> {
  const now = new Date();
  await db.insert(passkeys).values({
    userId,
    credentialId: randomUUID(),
    publicKey: randomUUID(),
    counter: 1,
    transports: ["internal"],
    name: "Firefox on Windows",
    lastUsedAt: now,
  });
  const challenge = { challenge: randomUUID(), purpose: "add" as const, expiresAt: new Date(now.getTime() + 300_000) };
  await db.insert(passkeyChallenges).values({ userId, ...challenge });
  await db.insert(authenticatorApps).values({ userId, secret: randomUUID(), confirmedAt: now });
  await db.insert(recoveryCodes).values({ userId, codeHash: randomUUID() });
}
