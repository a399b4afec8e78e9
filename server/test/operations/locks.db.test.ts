import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { productQuestions } from "../../src/db/schema/questions.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import type { Admin } from "../../src/domain/base/actor.ts";
import { bulkEdit } from "../../src/domain/catalog/bulk-edit.ts";
import { deleteTerm } from "../../src/domain/catalog/delete-term.ts";
import { duplicateProduct } from "../../src/domain/catalog/duplicate-product.ts";
import { undoBulkEdit } from "../../src/domain/catalog/undo-bulk-edit.ts";
import { updateProduct } from "../../src/domain/catalog/update-product.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { sendMailAgain } from "../../src/domain/mail/admin-mails.ts";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { deleteUser } from "../../src/domain/personal-data/delete-user.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { createPlannedPrice } from "../../src/domain/price/planned-prices.ts";
import { hideQuestion } from "../../src/domain/question/moderate.ts";
import { hideReview } from "../../src/domain/review/moderate.ts";
import { stopStockAlerts } from "../../src/domain/stock-alert/delete.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct, makeReview, makeUser } from "../harness/factories.ts";
import { importing } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { countDeadlocks, holding, whileLocked } from "../harness/locks.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, takesPayments: true });
const mailing = startMailing(shop);

let admin: Admin;
let cookie: string;
const importNow = () => runImports(shop.db, { isStopping: () => false, onItemError: expectNoItemError });
const imports = importing({ shop: () => ({ origin: shop.origin, cookie }), work: importNow });
beforeAll(async () => {
  const { id, name, email, cookie: own } = await insertCustomer(shop.db, { isAdmin: true });
  cookie = own;
  admin = adminActor({ id, name, email }, { id, expiresAt: new Date("2040-01-01"), hasSecondFactor: true });
});
afterAll(async () => {
  expect(await countDeadlocks(shop.pool)).toBe(0);
  await expectInvariants(shop.pool);
});

const done = { status: "fulfilled" };
const inUse = { status: "rejected", reason: { kind: "IN_USE" } };
const withName = z.object({ name: z.string() });
const withId = z.object({ id: z.string() });
const firstRow = async (sql: string, id: string): Promise<unknown> => (await shop.pool.query(sql, [id])).rows[0];
const productLock = (id: string) => ["select from products where id = $1 for no key update", [id]] as const;
const remove = (account: { id: string }) => () => deleteUser(shop.services, admin, account.id);
/** Where the deletion of an account waits, with the account locked. */
const sessionLock = (account: Customer) =>
  ["select from sessions where user_id = $1 for update", [account.id]] as const;

describe("an edit of a product", () => {
  const names = { brand: "Loom", category: "Lamps" };
  const product = async () => {
    const [brandId, categoryId] = [await makeBrand(shop.db), await makeCategory(shop.db)];
    return { id: await makeProduct(shop.db, { brandId, categoryId }), otherBrand: await makeBrand(shop.db) };
  };

  it("beside a change of its brand is saved", async () => {
    const { id, otherBrand } = await product();
    const { brand } = z
      .object({ brand: z.string() })
      .parse(
        await firstRow("select b.name as brand from products p join brands b on b.id = p.brand_id where p.id = $1", id),
      );
    await makeCategory(shop.db, names.category);
    const input = { name: "Lamp", brand, category: names.category, price: 700, countInStock: 1, version: undefined };
    const [saved] = await whileLocked(
      shop.pool,
      { lock: productLock(id), meanwhile: [["update products set brand_id = $2 where id = $1", [id, otherBrand]]] },
      () => updateProduct(shop.db, admin, id, input),
    );
    expect(saved).toMatchObject({ ...done, value: { name: "Lamp", price: 7, brand } });
  });

  it("keeps the brand that it gets from being deleted", async () => {
    const { id, otherBrand } = await product();
    const { name: brand } = withName.parse(await firstRow("select name from brands where id = $1", otherBrand));
    const ofProduct = "select c.name from products p join categories c on c.id = p.category_id where p.id = $1";
    const { name: category } = withName.parse(await firstRow(ofProduct, id));
    const input = { name: "Lamp", brand, category, price: 700, countInStock: 1, version: undefined };
    const acts = await whileLocked(
      shop.pool,
      { lock: productLock(id) },
      () => updateProduct(shop.db, admin, id, input),
      () => deleteTerm(shop.db, admin, "brand", otherBrand),
    );
    expect(acts).toMatchObject([{ ...done, value: { brand } }, inUse]);
  });

  it("of several keeps the brand that they get from being deleted", async () => {
    const { id, otherBrand } = await product();
    const { name } = withName.parse(await firstRow("select name from brands where id = $1", otherBrand));
    const acts = await whileLocked(
      shop.pool,
      { lock: productLock(id) },
      () => bulkEdit(shop.db, admin, { key: uuidv7(), rows: [{ id }], act: { kind: "brand", name } }),
      () => deleteTerm(shop.db, admin, "brand", otherBrand),
    );
    expect(acts).toMatchObject([{ ...done, value: { changed: 1 } }, inUse]);
  });

  it("by an import keeps the brand that it gives from being deleted", async () => {
    const { id, otherBrand } = await product();
    const { name } = withName.parse(await firstRow("select name from brands where id = $1", otherBrand));
    const file = await imports.upload(`ID,Brand\n${id},${name}\n`);
    await imports.check(file, {}, { id: "ID", brand: "Brand" });
    await imports.call("start", { id: file });
    const acts = await whileLocked(
      shop.pool,
      { lock: productLock(id) },
      () => importNow(),
      () => deleteTerm(shop.db, admin, "brand", otherBrand),
    );
    expect(acts).toMatchObject([done, inUse]);
    expect(await imports.read(file)).toMatchObject({ state: "applied" });
    expect(withId.parse(await firstRow("select brand_id as id from products where id = $1", id))).toEqual({
      id: otherBrand,
    });
  });

  it("that is undone keeps the brand that it gets back from being deleted", async () => {
    const { id, otherBrand } = await product();
    const { id: brandId } = withId.parse(await firstRow("select brand_id as id from products where id = $1", id));
    const { name: other } = withName.parse(await firstRow("select name from brands where id = $1", otherBrand));
    const key = uuidv7();
    await bulkEdit(shop.db, admin, { key, rows: [{ id }], act: { kind: "brand", name: other } });
    const acts = await whileLocked(
      shop.pool,
      { lock: productLock(id) },
      () => undoBulkEdit(shop.db, admin, key),
      () => deleteTerm(shop.db, admin, "brand", brandId),
    );
    expect(acts).toMatchObject([{ ...done, value: { restored: 1, left: [] } }, inUse]);
    expect(withId.parse(await firstRow("select brand_id as id from products where id = $1", id))).toEqual({
      id: brandId,
    });
  });

  it("is in a copy of it in whole or not at all, with the brand that it has by then", async () => {
    const { id, otherBrand } = await product();
    const [copied] = await whileLocked(
      shop.pool,
      {
        lock: productLock(id),
        meanwhile: [
          ["update products set brand_id = $2, name = 'Moved' where id = $1", [id, otherBrand]],
          ["insert into product_attributes (product_id, position, name, value) values ($1, 1, 'Colour', 'red')", [id]],
        ],
      },
      () => duplicateProduct(shop.db, admin, id),
    );
    expect(copied).toMatchObject({
      ...done,
      value: { name: "Copy of Moved", attributes: [{ name: "Colour", value: "red" }] },
    });
    const { _id: copy } = z.object({ value: z.object({ _id: z.string() }) }).parse(copied).value;
    expect(await firstRow("select brand_id from products where id = $1", copy)).toEqual({ brand_id: otherBrand });
  });
});

describe("one locked product", () => {
  const isHeld = (id: string) => firstRow("select is_stock_held from orders where id = $1", id);
  const productOf = async (id: string) =>
    z
      .object({ id: z.string() })
      .parse(await firstRow("select product_id as id from order_items where order_id = $1", id)).id;

  it("delays the release of its own orders alone, and of an order that somebody has locked that one alone", async () => {
    const expired: string[] = [];
    for (let n = 0; n < 5; n += 1) expired.push(await makeOrder(shop.db, { heldUntil: new Date(n) }));
    const [first = "", second = "", ...others] = expired;
    const round = () => releaseExpiredHolds(shop.db, 200);
    const productId = await productOf(first);
    await holding(shop.pool, ["select from orders where id = $1 for update", [second]], () =>
      holding(shop.pool, productLock(productId), async () => {
        expect(await round()).toBe(others.length);
        for (const id of others) expect(await isHeld(id)).toEqual({ is_stock_held: false });
        expect([await isHeld(first), await isHeld(second)]).toEqual([{ is_stock_held: true }, { is_stock_held: true }]);
      }),
    );
    expect(await round()).toBe(2);
  });

  it("that is sold all the time is waited for", async () => {
    const id = await makeOrder(shop.db, { heldUntil: new Date(0) });
    const [released] = await whileLocked(shop.pool, { lock: productLock(await productOf(id)) }, () =>
      releaseExpiredHolds(shop.db, 200),
    );
    expect(released).toMatchObject({ ...done, value: 1 });
  });

  it("delays its own planned price alone, at the beginning and at the end", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await makeProduct(shop.db));
    const [locked = "", ...others] = ids;
    const plan = { price: 700, from: "2033-01-01T00:00", until: "2033-01-02T00:00" };
    for (const id of ids) await createPlannedPrice({ db: shop.db, timeZone: "UTC" }, admin, id, plan);
    const priceOf = (id: string) => firstRow("select price_cents from products where id = $1", id);
    for (const [at, before, after] of [
      ["2033-01-01T00:00Z", 1_000, 700],
      ["2033-01-02T00:00Z", 700, 1_000],
    ] as const) {
      const round = () => applyPlannedPrices(shop.db, { at: new Date(at) });
      await holding(shop.pool, productLock(locked), async () => {
        expect(await round()).toBe(others.length);
        for (const id of others) expect(await priceOf(id)).toEqual({ price_cents: after });
        expect(await priceOf(locked)).toEqual({ price_cents: before });
      });
      expect(await round()).toBe(1);
      expect(await priceOf(locked)).toEqual({ price_cents: after });
    }
  });
});

describe("the deletion of an account", () => {
  const isDeleted = (id: string) => firstRow("select email from users where id = $1", id);
  const gone = { email: null };

  it("while its review is hidden does both", async () => {
    const productId = await makeProduct(shop.db, { numReviews: 1, ratingSum: 5 });
    const userId = await makeUser(shop.db);
    const id = await makeReview(shop.db, productId, { userId });
    const results = await whileLocked(
      shop.pool,
      { lock: productLock(productId) },
      () => hideReview(shop.db, admin, id, "advertising"),
      remove({ id: userId }),
    );
    expect(results).toMatchObject([done, done]);
    expect(await isDeleted(userId)).toEqual(gone);
    expect(await firstRow("select hidden_reason as reason, name from reviews where id = $1", id)).toEqual({
      reason: "advertising",
      name: "Deleted user",
    });
  });

  it("while its question is hidden does both, and takes the question along", async () => {
    const productId = await makeProduct(shop.db);
    const userId = await makeUser(shop.db);
    const id = uuidv7();
    await shop.db.insert(productQuestions).values({ id, productId, userId, text: "Is it heavy?" });
    const results = await whileLocked(
      shop.pool,
      { lock: ["select from product_questions where id = $1 for update", [id]] },
      () => hideQuestion(shop.db, admin, id, "advertising"),
      remove({ id: userId }),
    );
    expect(results).toMatchObject([done, done]);
    expect(await isDeleted(userId)).toEqual(gone);
    expect(await shop.db.$count(productQuestions)).toBe(0);
  });

  it("while its review is hidden does both, in many races", { timeout: 900_000 }, async () => {
    for (let round = 0; round < width.stepRaces; round += 1) {
      const productId = await makeProduct(shop.db, { numReviews: 1, ratingSum: 5 });
      const userId = await makeUser(shop.db);
      const id = await makeReview(shop.db, productId, { userId });
      await Promise.all([hideReview(shop.db, admin, id, "advertising"), remove({ id: userId })()]);
      expect(await isDeleted(userId)).toEqual(gone);
      expect(await firstRow("select num_reviews from products where id = $1", productId)).toEqual({ num_reviews: 0 });
    }
  });

  it("while a code for a new password is written for it does both", async () => {
    const person = await insertCustomer(shop.db);
    await shop.pool.query("insert into password_resets (id, email) values ($1, $2)", [uuidv7(), person.email]);
    const results = await whileLocked(shop.pool, { lock: sessionLock(person) }, remove(person), () =>
      writeResetMails(shop.db, (error) => {
        throw error;
      }),
    );
    expect(results).toMatchObject([done, done]);
    expect(await isDeleted(person.id)).toEqual(gone);
    expect(await firstRow("select from password_resets where email = $1", person.email)).toBeUndefined();
    await shop.pool.query("delete from password_resets");
  });

  it("while one of its mails is sent again deletes it", async () => {
    const person = await insertCustomer(shop.db);
    const id = uuidv7();
    await shop.pool.query(
      "insert into mails (id, kind, user_id, recipient, status, send_at, ended_at) values ($1, 'welcome', $2, $3, 'sent', null, now())",
      [id, person.id, person.email],
    );
    const [deleted] = await whileLocked(shop.pool, { lock: sessionLock(person) }, remove(person), () =>
      sendMailAgain(shop.db, admin, id),
    );
    expect(deleted).toMatchObject(done);
    expect(await firstRow("select from mails where recipient = $1 and kind = 'welcome'", person.email)).toBeUndefined();
  });

  it("while one of its mails is given up, for the second time, does both", async () => {
    const person = await insertCustomer(shop.db);
    const order = await makeOrder(shop.db, { userId: person.id, stepsDone: 1 });
    // Others would be sent before it.
    await shop.pool.query("delete from mails");
    const [mail, before] = [uuidv7(), uuidv7()];
    // The mail that the deletion comes to first, and one that is given up.
    for (const [id, sendAt] of [
      [before, "2040-01-01"],
      [mail, "2020-01-01"],
    ]) {
      await shop.pool.query(
        `insert into mails (id, kind, user_id, recipient, order_id, send_at, give_up_at)
         values ($1, 'order shipped', $2, 'nobody@refused.example', $3, $4, '2020-01-01')`,
        [id, person.id, order, sendAt],
      );
    }
    await shop.pool.query(
      `insert into order_matters (id, order_id, kind, reference, resolved_at, note)
       values ($1, $2, 'mail failed', $3, now(), 'The mail was sent since')`,
      [uuidv7(), order, mail],
    );
    mailing.server.refuse({ code: 550, message: "No such mailbox" });
    const results = await whileLocked(
      shop.pool,
      { lock: ["select from mails where id = $1 for update", [before]] },
      remove(person),
      () => mailing.sendDue(),
    );
    expect(results).toMatchObject([done, done]);
    expect(await isDeleted(person.id)).toEqual(gone);
  });
});

it("A payment that is unanswered for long gets its matter while its order's money changes", async () => {
  const id = await makeOrder(shop.db, { stepsDone: 1 });
  await shop.pool.query(
    `update payments set status = 'capturing', is_settling = false, settled_at = null, capture_id = null,
       capturing_since = now() - interval '1 hour' where order_id = $1`,
    [id],
  );
  await shop.pool.query("update orders set paid_at = null where id = $1", [id]);
  const [polled] = await whileLocked(
    shop.pool,
    {
      lock: ["select from orders where id = $1 for update", [id]],
      meanwhile: [["update payments set updated_at = now() where order_id = $1", [id]]],
    },
    () => reconcilePayments(shop.services, { limit: 0, isStopping: () => false, onItemError: () => undefined }),
  );
  expect(polled).toMatchObject(done);
  expect(await firstRow("select kind from order_matters where order_id = $1", id)).toEqual({ kind: "payment stuck" });
});

it("Units of several products that come back while somebody ends all requests for mails do both", async () => {
  const [one, two] = [await makeProduct(shop.db, { countInStock: 0 }), await makeProduct(shop.db, { countInStock: 0 })];
  const email = `${uuidv7()}@example.com`;
  // Their rows are in the other order than their products.
  for (const id of [two, one]) {
    await shop.pool.query("insert into stock_alerts (id, product_id, email, confirmed_at) values ($1, $2, $3, now())", [
      uuidv7(),
      id,
      email,
    ]);
  }
  const results = await whileLocked(
    shop.pool,
    {
      lock: ["update products set count_in_stock = 1 where id = $1", [one]],
      meanwhile: [["update products set count_in_stock = 1 where id = $1", [two]]],
    },
    () => stopStockAlerts(shop.db, email),
  );
  expect(results).toMatchObject([done]);
  expect(await firstRow("select from stock_alerts where email = $1", email)).toBeUndefined();
});
