import { importArchiveBytesMax, importBytesMax } from "@shop/shared/catalog/import";
import { videoBytesMax } from "@shop/shared/catalog/video";
import { openQuestionsMax } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { emailChanges } from "../../src/db/schema/accounts.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { transferCredit } from "../../src/domain/store-credit/transfer.ts";
import { answersOf, forbiddenToSome, openWitness, operationsOf } from "../harness/api-document.ts";
import { makeApiKey } from "../harness/api-keys.ts";
import { SoftPasskey } from "../harness/authenticator.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct, makeReview, makeUser } from "../harness/factories.ts";
import { formOf, plain, pngOf } from "../harness/images.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { orderOf } from "../harness/ordering.ts";
import { capturedElsewhere, decided, markPaid, orderToPay, start } from "../harness/paying.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { mp4 } from "../harness/videos.ts";
import { signedByStripe, signedFor } from "../harness/webhooks.ts";
import { zipOf } from "../harness/zip.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const fixed = { returnsDays: 14 };
const shop = startTestShop({ takesPayments: true, takesStripe: true, settings, fixed });
const twice = { points: 1, seconds: 900 };
/** A shop that soon has enough of its callers, whose readiness is no better, and which loses its database. */
const poorShop = startTestShop({
  fixed,
  settings: {
    ...settings,
    limits: {
      ...wideLimits,
      signInPerAccount: twice,
      signInPerAddress: twice,
      registerPerAddress: twice,
      credentialsPerUser: twice,
      resetPerAddress: twice,
      downloadsPerUser: twice,
      passkeyChallengesPerAddress: twice,
      withdrawalsPerAddress: twice,
    },
  },
  readiness: async () => "draining",
});
/** An instance that lets nobody hold much, ask for payments often, or send it many events. */
const strictShop = startTestShop({
  takesPayments: true,
  takesStripe: true,
  besides: shop,
  fixed: { ...fixed, unpaidUnitsMax: 3 },
  settings: {
    ...settings,
    limits: {
      ...wideLimits,
      paymentsPerUser: twice,
      papersPerUser: twice,
      discountCodes: twice,
      messagesPerUser: twice,
      webhooks: twice,
      requestsPerApiKey: twice,
      reviewPhotosPerUser: twice,
      questionsPerUser: twice,
    },
  },
});
/** An instance that lets administrators act only with a second factor, and has no form for withdrawals and questions. */
const mfaShop = startTestShop({
  besides: shop,
  settings,
  fixed: { adminSecondFactor: "required", hasQuestions: false },
});
const unknownId = "01900000-0000-7000-8000-000000000000";
const recordSchema = z.looseObject({ _id: z.string() });
const idOf = ({ answer }: { answer: unknown }) => recordSchema.parse(answer)._id;

let witness: Awaited<ReturnType<typeof openWitness>>;
let ask: typeof witness.ask;
let admin: { cookie: string };
let tiredKey: string;
let customer: Awaited<ReturnType<typeof insertCustomer>>;
beforeAll(async () => {
  witness = await openWitness(shop);
  ask = witness.ask;
  const { id: userId, cookie } = await insertCustomer(shop.db, { isAdmin: true });
  admin = { cookie };
  customer = await insertCustomer(shop.db);
  tiredKey = (await makeApiKey(shop.db, { scope: "write", userId })).key;
  await fetch(`${strictShop.origin}/api/brands`, { headers: { authorization: `Bearer ${tiredKey}` } });
});
const mine = () => ({ cookie: customer.cookie });

/** Nobody gets as far as the database here without having tried before, without a valid body, or without the provider. */
const earlyRefusals = [
  "POST /api/users/auth",
  "POST /api/users/auth/passkey/options",
  "POST /api/users/auth/passkey",
  "POST /api/users",
  "POST /api/users/password-reset",
  "POST /api/users/password-reset/confirm",
  "POST /api/users/email/confirm",
  "POST /api/users/email/restore",
  "POST /api/withdrawals",
  "POST /api/webhooks/paypal",
  "POST /api/webhooks/stripe",
];

/** Asks and gives the outcome alone. */
async function outcomeOf(...asked: Parameters<typeof ask>): Promise<string> {
  return (await ask(...asked)).outcome;
}

/** Asks for a list, and for ranges of it. */
async function expectRanges(name: string, who: { cookie: string }): Promise<void> {
  expect(await outcomeOf(name, who)).toBe("200");
  expect(await outcomeOf(name, { ...who, query: "?limit=1" })).toBe("200");
  expect(await outcomeOf(name, { ...who, query: "?limit=none" })).toBe("400 VALIDATION");
  expect(await outcomeOf(name, { ...who, query: `?after=${unknownId}` })).toBe("404 NOT_FOUND");
}

describe("every answer is one that the document tells of:", () => {
  it("the catalog's", async () => {
    const id = await makeProduct(shop.db, { ratingSum: 9, numReviews: 2, priceCents: 1999 });
    await makeReview(shop.db, id);
    for (const query of [
      "",
      "?keyword=product&pageNumber=2",
      "?pageNumber=nonsense",
      "?inStock=true&price=10-&sort=price-up",
    ]) {
      expect(await outcomeOf("GET /api/products", { query })).toBe("200");
    }
    expect(await outcomeOf("GET /api/products", { query: `?keyword=${"x".repeat(101)}` })).toBe("400 VALIDATION");
    for (const query of ["?price=9-1", "?sort=colour", "?rating=6", "?inStock=maybe", `?brand=${"x".repeat(101)}`]) {
      expect(await outcomeOf("GET /api/products", { query }), query).toBe("400 VALIDATION");
    }
    expect(await outcomeOf("GET /api/products/top")).toBe("200");
    await shop.pool.query("insert into collections (id, name, is_published) values (gen_random_uuid(), 'Picks', true)");
    expect(await outcomeOf("GET /api/collections")).toBe("200");
    expect(await outcomeOf("GET /api/products", { query: "?collection=picks" })).toBe("200");
    expect(await outcomeOf("GET /api/products/{id}", { id })).toBe("200");
    expect(await outcomeOf("GET /api/products/{id}/reviews", { id, query: "?rating=4&order=lowest" })).toBe("200");
    expect(await outcomeOf("GET /api/products/{id}/reviews", { id, query: "?rating=6" })).toBe("400 VALIDATION");
    expect(await outcomeOf("GET /api/products/{id}/reviews", { id: unknownId })).toBe("404 NOT_FOUND");
    const review = { ...mine(), id, json: { rating: 4, comment: "Sits well", productId: id } };
    expect(await outcomeOf("POST /api/products/{id}/reviews", review)).toBe("201");
    expect(await outcomeOf("POST /api/products/{id}/reviews", review)).toBe("409 ALREADY_REVIEWED");
    expect(await outcomeOf("GET /api/products/{id}/questions", { id, query: "?pageSize=50" })).toBe("200");
    expect(await outcomeOf("GET /api/products/{id}/questions", { id, query: "?pageSize=51" })).toBe("400 VALIDATION");
    expect(await outcomeOf("GET /api/products/{id}/questions", { id: unknownId })).toBe("404 NOT_FOUND");
    for (const room of ["brands", "categories"]) {
      const make = room === "brands" ? makeBrand : makeCategory;
      expect(await outcomeOf(`GET /api/${room}`)).toBe("200");
      expect(await outcomeOf(`GET /api/${room}/{id}`, { id: await make(shop.db) })).toBe("200");
    }
  });

  it("those about questions", async () => {
    const id = await makeProduct(shop.db);
    const asking = (text: string) => ({ ...mine(), id, json: { text } });
    const asked = "POST /api/products/{id}/questions";
    for (let n = 0; n < openQuestionsMax; n += 1) expect(await outcomeOf(asked, asking(`Question ${n}`))).toBe("201");
    expect(await outcomeOf(asked, asking("One more"))).toBe("409 IN_USE");
    expect(await outcomeOf(asked, asking("Where none is taken"), mfaShop)).toBe("403 FORBIDDEN");
    expect(await outcomeOf(asked, asking("Too many"), strictShop)).toBe("429 RATE_LIMITED");
    expect(await outcomeOf("GET /api/questions", admin)).toBe("200");
    expect(await outcomeOf("GET /api/questions", { ...admin, query: "?filter=none" })).toBe("400 VALIDATION");
    const { rows } = await shop.pool.query("select id from product_questions where product_id = $1", [id]);
    const question = { ...admin, id: String(rows[0].id) };
    const answer = { ...question, json: { text: "Yes", version: 1 } };
    expect(await outcomeOf("PUT /api/questions/{id}/answer", answer)).toBe("200");
    const other = { ...question, json: { text: "No", version: 1 } };
    expect(await outcomeOf("PUT /api/questions/{id}/answer", other)).toBe("409 STALE");
    expect(await outcomeOf("DELETE /api/questions/{id}", question)).toBe("200");
    expect(await outcomeOf("DELETE /api/questions/{id}", question)).toBe("404 NOT_FOUND");
  });

  it("the admin's", async () => {
    const id = idOf(await ask("POST /api/products", admin));
    const [brand, category] = [`Brand of ${id}`, `Category of ${id}`];
    const brandId = await makeBrand(shop.db, brand);
    await makeCategory(shop.db, category);
    const fields = { productId: id, name: "Lamp", price: 19.99, brand, category, countInStock: 3, version: 1 };
    const full = { ...fields, image: "/static/no-picture.svg", description: "A lamp", seenCountInStock: 0 };
    expect(await outcomeOf("PUT /api/products/{id}", { ...admin, id, json: full })).toBe("200");
    expect(await outcomeOf("PUT /api/products/{id}", { ...admin, id, json: fields })).toBe("409 STALE");
    expect(await outcomeOf("DELETE /api/brands/{id}", { ...admin, id: brandId })).toBe("409 IN_USE");
    expect(await outcomeOf("DELETE /api/products/{id}", { ...admin, id })).toBe("200");
    for (const [room, key] of [
      ["brands", "brandId"],
      ["categories", "categoryId"],
    ] as const) {
      const id = idOf(await ask(`POST /api/${room}`, admin));
      const put = (name: string, version?: number) =>
        outcomeOf(`PUT /api/${room}/{id}`, { ...admin, id, json: { [key]: id, name, version } });
      expect(await put(`Renamed ${id}`)).toBe("200");
      expect(await put("Another", 1)).toBe("409 STALE");
      const other = idOf(await ask(`POST /api/${room}`, admin));
      await outcomeOf(`PUT /api/${room}/{id}`, { ...admin, id: other, json: { name: `Taken ${id}` } });
      expect(await put(`taken ${id}`)).toBe("409 NAME_TAKEN");
      expect(await outcomeOf(`DELETE /api/${room}/{id}`, { ...admin, id })).toBe("200");
    }
    const used = await makeCategory(shop.db);
    await makeProduct(shop.db, { categoryId: used });
    expect(await outcomeOf("DELETE /api/categories/{id}", { ...admin, id: used })).toBe("409 IN_USE");
  });

  it("the accounts'", async () => {
    const fields = { name: "Ada", email: "ada@example.com", password: "correct horse 1" };
    const registered = await ask("POST /api/users", { json: fields });
    expect(registered.outcome).toBe("201");
    expect(registered.response.headers.getSetCookie()[0]).toMatch(/^session=/);
    expect(await outcomeOf("POST /api/users", { json: fields })).toBe("409 EMAIL_TAKEN");
    const entered = await ask("POST /api/users/auth", { json: { email: fields.email, password: fields.password } });
    expect(entered.outcome).toBe("200");
    const cookie = entered.response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const wrong = { email: fields.email, password: "wrong" };
    expect(await outcomeOf("POST /api/users/auth", { json: wrong })).toBe("401 INVALID_CREDENTIALS");
    const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    const addresses = "/api/users/profile/addresses";
    expect(await outcomeOf(`POST ${addresses}`, { cookie, json: address })).toBe("201");
    await ask(`POST ${addresses}`, { cookie, json: { ...address, city: "Shelbyville" } });
    expect(await outcomeOf(`POST ${addresses}`, { cookie, json: {} })).toBe("400 VALIDATION");
    const book = await ask(`GET ${addresses}`, { cookie });
    expect(book.outcome).toBe("200");
    const [saved] = z.object({ saved: z.array(recordSchema) }).parse(book.answer).saved;
    const one = { cookie, id: saved?._id ?? "" };
    expect(await outcomeOf(`PUT ${addresses}/{id}`, { ...one, json: address })).toBe("200");
    expect(await outcomeOf(`PUT ${addresses}/{id}`, { ...one, json: { ...address, city: "Shelbyville" } })).toBe(
      "409 IN_USE",
    );
    expect(await outcomeOf(`PUT ${addresses}/{id}`, { ...one, json: {} })).toBe("400 VALIDATION");
    expect(await outcomeOf(`PUT ${addresses}/{id}/default`, one)).toBe("200");
    expect(await outcomeOf(`DELETE ${addresses}/{id}`, one)).toBe("200");
    for (const name of [`PUT ${addresses}/{id}`, `PUT ${addresses}/{id}/default`, `DELETE ${addresses}/{id}`]) {
      expect(await outcomeOf(name, { cookie, id: unknownId })).toBe("404 NOT_FOUND");
    }
    expect(await outcomeOf("GET /api/users/profile", { cookie })).toBe("200");
    const own = { name: "Ada L", email: fields.email, password: "" };
    expect(await outcomeOf("PUT /api/users/profile", { cookie, json: own })).toBe("200");
    const stolen = { ...own, email: customer.email };
    expect(await outcomeOf("PUT /api/users/profile", { cookie, json: stolen })).toBe("409 EMAIL_TAKEN");
    await shop.pool.query("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [
      idOf(registered),
    ]);
    expect(await outcomeOf("PUT /api/users/profile", { cookie, json: stolen })).toBe("403 REAUTH_REQUIRED");
    const passkey = new SoftPasskey(issuer.publicOrigin);
    const user = z.object({ user: z.object({ id: z.string() }), challenge: z.string() });
    const call = (procedure: string, input: unknown) =>
      fetch(`${shop.origin}/trpc/account.${procedure}`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: customer.cookie },
        body: JSON.stringify(input),
      });
    const begun = z.object({ result: z.object({ data: user }) }).parse(await (await call("passkeys.begin", {})).json());
    expect((await call("passkeys.add", passkey.create(begun.result.data))).status).toBe(200);
    const request = await ask("POST /api/users/auth/passkey/options");
    expect(request.outcome).toBe("200");
    const signature = passkey.sign(z.object({ challenge: z.string() }).parse(request.answer));
    expect(await outcomeOf("POST /api/users/auth/passkey", { json: signature })).toBe("200");
    expect(await outcomeOf("POST /api/users/auth/passkey", { json: signature })).toBe("401 INVALID_CREDENTIALS");
    expect(await outcomeOf("GET /api/users/profile/data", { cookie })).toBe("403 REAUTH_REQUIRED");
    expect(await outcomeOf("DELETE /api/users/profile", { cookie })).toBe("403 REAUTH_REQUIRED");
    const confirm = (password: string) => ask("POST /api/users/reauth", { cookie, json: { password } });
    expect((await confirm("wrong")).outcome).toBe("401 INVALID_CREDENTIALS");
    const confirmed = await confirm(fields.password);
    expect(confirmed.outcome).toBe("200");
    const renewed = confirmed.response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    expect(await outcomeOf("GET /api/users/profile/data", { cookie: renewed })).toBe("200");
    expect(await outcomeOf("DELETE /api/users/profile", admin)).toBe("403 FORBIDDEN");
    const leaver = await insertCustomer(shop.db);
    expect(await outcomeOf("DELETE /api/users/profile", { cookie: leaver.cookie })).toBe("200");

    const id = idOf(registered);
    await expectRanges("GET /api/users", admin);
    expect(await outcomeOf("GET /api/users/{id}", { ...admin, id })).toBe("200");
    const put = (json: Record<string, unknown>, of = id) =>
      outcomeOf("PUT /api/users/{id}", {
        ...admin,
        id: of,
        json: { userId: of, name: "Ada", isAdmin: false, ...json },
      });
    const moveAdminsSignIn = (minutes: number) =>
      shop.pool.query(
        `update sessions set created_at = created_at + $1 * interval '1 minute'
         where user_id in (select id from users where is_admin)`,
        [minutes],
      );
    await moveAdminsSignIn(-11);
    expect(await put({ email: fields.email, isAdmin: true })).toBe("403 REAUTH_REQUIRED");
    await moveAdminsSignIn(11);
    await shop.pool.query("update passkeys set user_id = (select id from users where is_admin limit 1)");
    expect(await put({ email: fields.email, isAdmin: true })).toBe("403 SECOND_FACTOR_REQUIRED");
    await shop.pool.query("update passkeys set user_id = $1", [id]);
    expect(await put({ email: fields.email, isAdmin: true })).toBe("200");
    const { email, password } = fields;
    expect(await outcomeOf("POST /api/users/auth", { json: { email, password } })).toBe("403 SECOND_FACTOR_REQUIRED");
    expect(await outcomeOf("DELETE /api/users/{id}", { ...admin, id })).toBe("403 FORBIDDEN");
    expect(await put({ email: fields.email })).toBe("200");
    expect(await put({ email: fields.email, version: 1 })).toBe("409 STALE");
    expect(await put({ email: customer.email })).toBe("409 EMAIL_TAKEN");
    const all = z.array(z.object({ _id: z.string(), email: z.string(), isAdmin: z.boolean() }));
    const last = all.parse((await ask("GET /api/users", admin)).answer).find(({ isAdmin }) => isAdmin);
    expect(await put({ email: last?.email }, last?._id)).toBe("409 LAST_ADMIN");
    expect(await outcomeOf("POST /api/users/logout", { cookie })).toBe("200");
    expect(await outcomeOf("DELETE /api/users/{id}", { ...admin, id })).toBe("200");
  });

  it("those to who has forgotten a password or did not change an e-mail", async () => {
    const [known, taken] = [await insertCustomer(shop.db), await insertCustomer(shop.db)];
    const { email } = known;
    const answers = async (name: string, json: unknown) => outcomeOf(`POST /api/users/${name}`, { json });
    const withdrawal = { orderNumber: "1a2b3", email };
    expect(await outcomeOf("POST /api/withdrawals", { json: withdrawal })).toBe("200");
    expect(await outcomeOf("POST /api/withdrawals", { json: withdrawal }, mfaShop)).toBe("404 NOT_FOUND");
    expect(await outcomeOf("POST /api/withdrawals", { json: { ...withdrawal, orderNumber: "?" } })).toBe(
      "400 VALIDATION",
    );
    expect(await answers("password-reset", { email })).toBe("200");
    await writeResetMails(shop.db, expectNoItemError);
    const { rows } = await shop.pool.query("select id from password_resets where email = $1", [email]);
    const code = shop.services.resetCodes.codeOf(z.object({ id: z.string() }).parse(rows[0]).id);
    const password = "another horse 2";
    expect(await answers("password-reset/confirm", { email, code, password })).toBe("200");
    expect(await answers("password-reset/confirm", { email, code, password })).toBe("400 INVALID_CODE");

    const inAnHour = new Date(Date.now() + 3_600_000);
    const { emailTokens } = shop.services;
    const confirmation = await emailTokens.signConfirmation(
      { userId: known.id, email, mailedAt: new Date() },
      inAnHour,
    );
    expect(await answers("email/confirm", { token: confirmation })).toBe("200");
    expect(await answers("email/confirm", { token: "none" })).toBe("400 INVALID_LINK");
    const changed = async (before: string) => {
      const id = uuidv7();
      await shop.db.insert(emailChanges).values({ id, userId: known.id, before });
      return emailTokens.signRestoration(id, inAnHour);
    };
    expect(await answers("email/restore", { token: await changed(taken.email) })).toBe("409 EMAIL_TAKEN");
    expect(await answers("email/restore", { token: await changed(`before-${email}`) })).toBe("200");
    expect(await answers("email/restore", { token: "none" })).toBe("400 INVALID_LINK");
  });

  it("the orders'", async () => {
    const [product, gone] = [await makeProduct(shop.db), await makeProduct(shop.db, { countInStock: 0 })];
    const place = (json: unknown, key?: string) =>
      ask("POST /api/orders", { ...mine(), json, headers: key === undefined ? {} : { "idempotency-key": key } });
    const sums = { itemsPrice: 20, shippingPrice: 10, taxPrice: 3, totalPrice: 33 };
    const line = { product, qty: 2, name: "As seen", image: "", price: 10 };
    const placed = await place(orderOf([line], { ...sums, expectedTotal: 33 }), "key");
    expect(placed.outcome).toBe("201");
    expect(placed.response.headers.get("idempotency-replayed")).toBeNull();
    const replayed = await place(orderOf([line], { ...sums, expectedTotal: 33 }), "key");
    expect(replayed.response.headers.get("idempotency-replayed")).toBe("true");
    expect(replayed.answer).toEqual(placed.answer);
    const one = (productId: string, more = {}) => orderOf([{ _id: productId, qty: 1 }], more);
    expect((await place(one(product), "key")).outcome).toBe("422 IDEMPOTENCY_KEY_REUSED");
    expect((await place(one(product, { expectedTotal: 1 }))).outcome).toBe("409 PRICE_CHANGED");
    expect((await place(one(gone))).outcome).toBe("409 OUT_OF_STOCK");
    expect((await place(one(unknownId))).outcome).toBe("404 NOT_FOUND");
    expect((await place(orderOf([]))).outcome).toBe("400 VALIDATION");
    const greedy = { cookie: (await insertCustomer(shop.db)).cookie, json: orderOf([{ product, qty: 4 }]) };
    expect(await outcomeOf("POST /api/orders", greedy, strictShop)).toBe("201");
    expect(await outcomeOf("POST /api/orders", greedy, strictShop)).toBe("409 UNPAID_UNITS");

    const id = idOf(placed);
    for (const who of [mine(), admin]) expect(await outcomeOf("GET /api/orders/{id}", { ...who, id })).toBe("200");
    await expectRanges("GET /api/orders/mine", mine());
    for (const act of ["confirm", "process", "ship", "deliver"]) {
      expect(await outcomeOf(`PUT /api/orders/{id}/${act}`, { ...admin, id })).toBe("409 ILLEGAL_TRANSITION");
    }
    await markPaid(shop.pool, id);
    for (const act of ["confirm", "process", "ship", "deliver"]) {
      expect(await outcomeOf(`PUT /api/orders/{id}/${act}`, { ...admin, id })).toBe("200");
    }
    const parcel = { carrier: "ups", trackingNumber: "1Z999AA10123456784" };
    const ship = { ...admin, id, json: { parcels: [parcel] } };
    expect(await outcomeOf("PUT /api/orders/{id}/ship", ship)).toBe("200");
    const unknown = { parcels: [{ ...parcel, carrier: "nobody" }] };
    expect(await outcomeOf("PUT /api/orders/{id}/ship", { ...ship, json: unknown })).toBe("400 VALIDATION");
    const other = { parcels: [{ ...parcel, carrier: "usps" }] };
    expect(await outcomeOf("PUT /api/orders/{id}/ship", { ...ship, json: other })).toBe("409 IN_USE");
    const add = (json: unknown, order = id) => ask("POST /api/orders/{id}/parcels", { ...admin, id: order, json });
    expect((await add({ carrier: "ups", trackingNumber: "1Z999AA10123456785" })).outcome).toBe("201");
    expect((await add(other.parcels[0])).outcome).toBe("409 IN_USE");
    expect((await add({})).outcome).toBe("400 VALIDATION");
    expect((await add(parcel, idOf(await place(one(product))))).outcome).toBe("409 ILLEGAL_TRANSITION");
    const { rows } = await shop.pool.query("select id from parcels where order_id = $1 order by id", [id]);
    const [first] = z.array(z.object({ id: z.string() })).parse(rows);
    const change = (json: unknown) => outcomeOf("PUT /api/parcels/{id}", { ...admin, id: first?.id ?? "", json });
    expect(await change({ carrier: "usps", trackingNumber: "94001", version: 1 })).toBe("200");
    expect(await change({ carrier: "usps", trackingNumber: "94002", version: 1 })).toBe("409 STALE");
    expect(await change({ carrier: "ups", trackingNumber: "1Z999AA10123456785" })).toBe("409 IN_USE");
    expect(await change({ carrier: "usps" })).toBe("400 VALIDATION");
    expect(await outcomeOf("DELETE /api/parcels/{id}", { ...admin, id: first?.id ?? "" })).toBe("200");
    await expectRanges("GET /api/orders", admin);
    const query = "?state=unpaid&from=2026-01-01&to=2036-12-31&search=Buyer";
    expect(await outcomeOf("GET /api/orders.csv", { ...admin, query })).toBe("200");
    const senseless = `?search=${"x".repeat(101)}`;
    expect(await outcomeOf("GET /api/orders.csv", { ...admin, query: senseless })).toBe("400 VALIDATION");
    expect(await outcomeOf("GET /api/tax-report.csv", { ...admin, query: "?firstMonth=2026-01" })).toBe("200");
    expect(await outcomeOf("GET /api/discounts/{id}/codes.csv", { ...admin, id: unknownId })).toBe("404 NOT_FOUND");
    const rule = "01900000-0000-7000-8000-0000000000d1";
    await shop.pool.query("insert into discount_rules (id, stopped_at) values ($1, now())", [rule]);
    await shop.pool.query("insert into discount_codes (code, rule_id) values ('WELCOME', $1)", [rule]);
    expect(await outcomeOf("GET /api/discounts/{id}/codes.csv", { ...admin, id: rule })).toBe("200");
    const backwards = "?firstMonth=2026-02&lastMonth=2026-01";
    expect(await outcomeOf("GET /api/tax-report.csv", { ...admin, query: backwards })).toBe("400 VALIDATION");
    for (const report of ["sales", "stock", "funnel", "credit"]) {
      const ask = (query: string) => outcomeOf(`GET /api/${report}-report.csv`, { ...admin, query });
      expect(await ask("")).toBe("200");
      expect(await ask("?from=2026-02-01&to=2026-01-01")).toBe("400 VALIDATION");
    }
    expect(await outcomeOf("GET /api/delivery-methods", { query: "?country=US" })).toBe("200");
    expect(await outcomeOf("GET /api/delivery-methods", { query: senseless.replace("search", "country") })).toBe(
      "400 VALIDATION",
    );
  });

  it("those with files to print", async () => {
    const paid = (await orderToPay(shop, { customer })).order._id;
    await markPaid(shop.pool, paid);
    const unpaid = (await orderToPay(shop, { customer })).order._id;
    const slip = (query = "", at = shop) =>
      outcomeOf("GET /api/orders/{id}/packing-slip.pdf", { ...admin, id: paid, query }, at);
    const invoice = (id: string, at = shop) => outcomeOf("GET /api/orders/{id}/invoice.pdf", { ...mine(), id }, at);
    const many = (file: string, ids: string[], at = shop) =>
      outcomeOf(`POST /api/orders/${file}`, { ...admin, json: { ids, size: "a6" } }, at);
    const files = ["packing-slips.pdf", "invoices.pdf", "labels.pdf", "addresses.csv"];
    expect(await invoice(paid)).toBe("200");
    expect(await invoice(unpaid)).toBe("409 ILLEGAL_TRANSITION");
    expect(await slip("?prices=1")).toBe("200");
    expect(await slip("?prices=some")).toBe("400 VALIDATION");
    for (const file of files) {
      expect(await many(file, [paid])).toBe("200");
      expect(await many(file, [])).toBe("400 VALIDATION");
      expect(await many(file, [unknownId])).toBe("404 NOT_FOUND");
      const ofUnpaid = file === "packing-slips.pdf" ? "200" : "409 ILLEGAL_TRANSITION";
      expect(await many(file, [paid, unpaid])).toBe(ofUnpaid);
    }
    expect(await invoice(paid, strictShop)).toBe("429 RATE_LIMITED");
    expect(await slip("", strictShop)).toBe("429 RATE_LIMITED");
    for (const file of files.filter((each) => each.endsWith(".pdf")))
      expect(await many(file, [paid], strictShop)).toBe("429 RATE_LIMITED");
  });

  it("the messages'", async () => {
    const id = await makeOrder(shop.db, { userId: customer.id });
    const write = (text: string, asked = shop, order = id, who: { cookie: string } = mine()) =>
      outcomeOf("POST /api/orders/{id}/messages", { ...who, id: order, json: { text } }, asked);
    expect(await write("Is it blue?")).toBe("201");
    expect(await write("")).toBe("400 VALIDATION");
    expect([await write("Or red?", strictShop), await write("Or green?", strictShop)]).toContain("429 RATE_LIMITED");
    const userId = await makeUser(shop.db, { email: null, passwordHash: null, deletedAt: new Date() });
    const left = await makeOrder(shop.db, { userId });
    expect(await write("Are you there?", shop, left, admin)).toBe("409 IN_USE");
    for (const who of [mine(), admin])
      expect(await outcomeOf("GET /api/orders/{id}/messages", { ...who, id })).toBe("200");
  });

  it("the stream's of paid orders", async () => {
    const name = "GET /api/orders/live";
    const { paidOrders } = strictShop.services;
    const follow = vi.spyOn(paidOrders, "follow");
    const asked = { ...admin, headers: { accept: "text/event-stream" } };
    const streamed = outcomeOf(name, asked, strictShop);
    await vi.waitFor(() => expect(follow).toHaveBeenCalled());
    await follow.mock.results[0]?.value;
    paidOrders.close();
    expect(await streamed).toBe("200");
    expect(await outcomeOf(name, asked, strictShop)).toBe("503 UNAVAILABLE");
    expect(await outcomeOf(name, admin)).toBe("400 VALIDATION");
  });

  it("the payments'", async () => {
    expect(await outcomeOf("GET /api/config/paypal")).toBe("200");
    const { faults } = shop.simulator;
    const report = (order: { _id: string }, json: unknown, who: { cookie: string } = mine()) =>
      outcomeOf("PUT /api/orders/{id}/pay", { cookie: who.cookie, id: order._id, json });
    const open = async () => (await orderToPay(shop, { customer })).order;
    const order = await open();
    expect(await report(order, { id: "FAKE" })).toBe("402 PAYMENT_NOT_VERIFIED");
    expect(await report(order, capturedElsewhere(shop, "0.01"))).toBe("402 AMOUNT_MISMATCH");
    expect(await report(order, capturedElsewhere(shop, "21.50", [{ currency: "EUR" }]))).toBe("402 CURRENCY_MISMATCH");
    expect(await report(order, capturedElsewhere(shop, "21.50", [{ payee: "OTHER" }]))).toBe("402 PAYEE_MISMATCH");
    expect(await report(order, { id: "FAKE" }, admin)).toBe("403 FORBIDDEN");
    const id = await decided(shop, customer, order._id);
    faults.add("read", { kind: "status", status: 500 }, 9);
    expect(await report(order, { id })).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    faults.clear();
    expect(await report(order, { id, status: "COMPLETED", payer: {} })).toBe("200");
    expect(await report(await open(), { id })).toBe("409 PAYMENT_REUSED");
    expect(await report(order, capturedElsewhere(shop, "21.50"))).toBe("409 ALREADY_PAID");
    expect(await outcomeOf("GET /api/orders/{id}", { ...mine(), id: order._id })).toBe("200");

    const declined = await open();
    const declinedId = await decided(shop, customer, declined._id, "decline");
    expect(await report(declined, { id: declinedId })).toBe("402 INSTRUMENT_DECLINED");
    const pending = await open();
    const pendingId = await decided(shop, customer, pending._id, "pend");
    expect(await report(pending, { id: pendingId })).toBe("409 PAYMENT_PENDING");
    const unsure = await open();
    const unsureId = await decided(shop, customer, unsure._id);
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "refuse" }, 99);
    faults.add("capture", { kind: "drop" }, 2);
    expect(await report(unsure, { id: unsureId })).toBe("503 PAYMENT_STATUS_UNKNOWN");
    faults.clear();

    const late = await orderToPay(shop, { customer, countInStock: 1 });
    const lateId = await decided(shop, customer, late.order._id);
    await shop.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [late.order._id]);
    await releaseExpiredHolds(shop.db, 100);
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [late.product]);
    expect(await report(late.order, { id: lateId })).toBe("409 OUT_OF_STOCK");

    const refused = await open();
    const refusedId = await decided(shop, customer, refused._id);
    faults.add("capture", { kind: "status", status: 422, issue: "PAYEE_ACCOUNT_RESTRICTED" });
    expect(await report(refused, { id: refusedId })).toBe("402 PAYMENT_REFUSED");

    const often = await orderToPay(shop);
    const again = { cookie: often.customer.cookie, id: often.order._id, json: { id: "FAKE" } };
    for (const outcome of ["402 PAYMENT_NOT_VERIFIED", "429 RATE_LIMITED"]) {
      expect(await outcomeOf("PUT /api/orders/{id}/pay", again, strictShop)).toBe(outcome);
    }
  });

  it("the refunds'", async () => {
    const { order } = await orderToPay(shop, { customer });
    const refund = (json: unknown, key?: string) =>
      ask("POST /api/orders/{id}/refund", {
        ...admin,
        id: order._id,
        json,
        headers: key === undefined ? {} : { "idempotency-key": key },
      });
    const part = { amount: 5, reason: "The box was damaged" };
    expect((await refund(part, "early")).outcome).toBe("409 ILLEGAL_TRANSITION");
    const id = await decided(shop, customer, order._id);
    expect(await outcomeOf("PUT /api/orders/{id}/pay", { ...mine(), id: order._id, json: { id } })).toBe("200");
    expect((await refund(part)).outcome).toBe("400 VALIDATION");
    for (const wrong of [{}, { ...part, amount: 99 }])
      expect((await refund(wrong, "x")).outcome).toBe("400 VALIDATION");
    const made = await refund(part, "key");
    expect(made.outcome).toBe("201");
    expect(made.response.headers.get("idempotency-replayed")).toBeNull();
    const replayed = await refund(part, "key");
    expect(replayed.response.headers.get("idempotency-replayed")).toBe("true");
    expect(replayed.answer).toEqual(made.answer);
    expect((await refund({ ...part, amount: 6 }, "key")).outcome).toBe("422 IDEMPOTENCY_KEY_REUSED");
    expect(await outcomeOf("GET /api/orders/{id}", { ...mine(), id: order._id })).toBe("200");

    const { faults } = shop.simulator;
    faults.add("refund", { kind: "status", status: 422, issue: "REFUND_TIME_LIMIT_EXCEEDED" });
    expect((await refund(part, "late")).outcome).toBe("402 REFUND_REFUSED");
    faults.add("refund", { kind: "drop" });
    expect((await refund(part, "unsure")).outcome).toBe("201");
    expect((await refund(part, "next")).outcome).toBe("409 REFUND_PENDING");
    faults.clear();

    const without = { cookie: (await insertCustomer(poorShop.db, { isAdmin: true })).cookie };
    const product = await makeProduct(poorShop.db);
    const placed = await ask("POST /api/orders", { ...without, json: orderOf([{ product, qty: 1 }]) }, poorShop);
    await markPaid(poorShop.pool, idOf(placed));
    const asked = { ...without, id: idOf(placed), json: part, headers: { "idempotency-key": "key" } };
    expect(await outcomeOf("POST /api/orders/{id}/refund", asked, poorShop)).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
  });

  it("the bank transfers'", async () => {
    const { order } = await orderToPay(shop, { customer });
    const path = "/api/orders/{id}/bank-transfer";
    expect(await outcomeOf(`GET ${path}`, { ...mine(), id: order._id })).toBe("404 NOT_FOUND");
    await shop.pool.query("update orders set payment_method = 'Bank Transfer' where id = $1", [order._id]);
    expect(await outcomeOf(`GET ${path}`, { ...mine(), id: order._id })).toBe("200");
    const record = (amount: number) =>
      outcomeOf(`POST ${path}`, { ...admin, id: order._id, json: { amount, bankReference: "entry 1" } });
    expect(await record(0)).toBe("400 VALIDATION");
    expect(await record(order.totalPrice)).toBe("200");
    expect(await record(1)).toBe("409 IN_USE");
  });

  it("the edits'", async () => {
    const { order, product } = await orderToPay(shop, { customer });
    const { _id: id, shippingAddress } = order;
    const asked = { orderItems: [{ product, qty: 2 }], shippingAddress, version: 0 };
    const edit = (json: object) => outcomeOf("POST /api/orders/{id}/edits", { ...admin, id, json });
    expect(await edit({ orderItems: [] })).toBe("400 VALIDATION");
    expect(await edit({ ...asked, version: 7 })).toBe("409 STALE");
    expect(await edit({ ...asked, expectedTotal: 1 })).toBe("409 PRICE_CHANGED");
    expect(await edit({ ...asked, orderItems: [{ product, qty: 99 }] })).toBe("409 OUT_OF_STOCK");
    expect(await edit(asked)).toBe("200");
    const { answer, outcome } = await ask("GET /api/orders/{id}/edits", { ...admin, id });
    expect(outcome).toBe("200");
    const [first] = z.object({ edits: z.array(recordSchema) }).parse(answer).edits;
    const undo = () => outcomeOf("PUT /api/order-edits/{id}/undo", { ...admin, id: first?._id ?? "" });
    expect(await edit({ ...asked, orderItems: [{ product, qty: 1 }], version: 1 })).toBe("200");
    expect(await undo()).toBe("409 ILLEGAL_TRANSITION");
    const { answer: two } = await ask("GET /api/orders/{id}/edits", { ...admin, id });
    const [last] = z.object({ edits: z.array(recordSchema) }).parse(two).edits;
    const undoLast = () => outcomeOf("PUT /api/order-edits/{id}/undo", { ...admin, id: last?._id ?? "" });
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [product]);
    expect(await undoLast()).toBe("409 OUT_OF_STOCK");
    await shop.pool.query("update products set count_in_stock = 9 where id = $1", [product]);
    await decided(shop, customer, id);
    const become = (status: string) =>
      shop.pool.query("update payments set status = $2 where order_id = $1", [id, status]);
    await become("pending");
    expect([await edit({ ...asked, version: 2 }), await undoLast()]).toEqual([
      "409 PAYMENT_PENDING",
      "409 PAYMENT_PENDING",
    ]);
    await become("capturing");
    expect([await edit({ ...asked, version: 2 }), await undoLast()]).toEqual([
      "503 PAYMENT_STATUS_UNKNOWN",
      "503 PAYMENT_STATUS_UNKNOWN",
    ]);
    await become("failed");
    expect(await undoLast()).toBe("200");
    await markPaid(shop.pool, id);
    expect(await edit({ ...asked, orderItems: [{ product, qty: 1 }], version: 3 })).toBe("409 ILLEGAL_TRANSITION");
  });

  it("the exchanges'", async () => {
    const { order, product } = await orderToPay(shop, { customer });
    const { _id: id } = order;
    const asked = { items: [{ product, qty: 1 }], orderItems: [{ product, qty: 1 }], amount: 11.5 };
    const words = { reason: "As you asked", paymentMethod: "PayPal" };
    const exchange = (json: object = {}, key?: string, at = shop) =>
      outcomeOf(
        "POST /api/orders/{id}/exchanges",
        {
          ...admin,
          id,
          json: { ...asked, ...words, ...json },
          headers: key === undefined ? {} : { "idempotency-key": key },
        },
        at,
      );
    expect(await exchange()).toBe("409 ILLEGAL_TRANSITION");
    expect(await exchange({ items: [] })).toBe("400 VALIDATION");
    await outcomeOf("PUT /api/orders/{id}/pay", { ...mine(), id, json: { id: await decided(shop, customer, id) } });
    expect(await exchange({ expectedTotal: 1 })).toBe("409 PRICE_CHANGED");
    expect(await exchange({ orderItems: [{ product, qty: 99 }] })).toBe("409 OUT_OF_STOCK");
    shop.simulator.faults.add("refund", { kind: "drop" });
    const headers = { "idempotency-key": "before-an-exchange" };
    await outcomeOf("POST /api/orders/{id}/refund", { ...admin, id, json: { amount: 1, reason: "Late" }, headers });
    expect(await exchange()).toBe("409 REFUND_PENDING");
    shop.simulator.faults.clear();
    await shop.pool.query("update refunds set status = 'failed', ask_again_at = null where order_id = $1", [id]);
    expect(await exchange({}, "one-exchange")).toBe("201");
    expect(await exchange({ amount: 5 }, "one-exchange")).toBe("422 IDEMPOTENCY_KEY_REUSED");

    const poorAdmin = { cookie: (await insertCustomer(poorShop.db, { isAdmin: true })).cookie };
    const poorCustomer = { cookie: (await insertCustomer(poorShop.db)).cookie };
    const poorProduct = await makeProduct(poorShop.db);
    const two = orderOf([{ product: poorProduct, qty: 2 }]);
    const placed = idOf(await ask("POST /api/orders", { ...poorCustomer, json: two }, poorShop));
    await markPaid(poorShop.pool, placed);
    const cheaper = { orderItems: [{ product: poorProduct, qty: 1, price: 1 }], priceReason: "Used" };
    const json = { ...words, ...cheaper, items: [{ product: poorProduct, qty: 1 }], amount: 5 };
    expect(await outcomeOf("POST /api/orders/{id}/exchanges", { ...poorAdmin, id: placed, json }, poorShop)).toBe(
      "503 PAYMENT_PROVIDER_UNAVAILABLE",
    );
  });

  it("the returns'", async () => {
    const { order, product } = await orderToPay(shop, { customer });
    const { _id: id } = order;
    const [own, any] = ["/api/orders/mine/{id}/returns", "/api/orders/{id}/returns"];
    const line = { product, qty: 1, reason: "It does not fit" };
    const request = (json: object = { lines: [line] }) => outcomeOf(`POST ${own}`, { ...mine(), id, json });
    const enter = (json: object = { lines: [line] }) => outcomeOf(`POST ${any}`, { ...admin, id, json });
    expect([await request(), await enter()]).toEqual(["409 ILLEGAL_TRANSITION", "409 ILLEGAL_TRANSITION"]);
    await outcomeOf("PUT /api/orders/{id}/pay", { ...mine(), id, json: { id: await decided(shop, customer, id) } });
    for (const act of ["confirm", "process", "ship"] as const)
      expect(await outcomeOf(`PUT /api/orders/{id}/${act}`, { ...admin, id })).toBe("200");
    expect([await request({}), await enter({})]).toEqual(["400 VALIDATION", "400 VALIDATION"]);
    expect(await request()).toBe("201");
    const listed = await ask(`GET ${own}`, { ...mine(), id });
    expect(listed.outcome).toBe("200");
    expect(await outcomeOf(`GET ${any}`, { ...admin, id })).toBe("200");
    const returnsSchema = z.object({ returns: z.array(recordSchema) });
    const [first] = returnsSchema.parse(listed.answer).returns;
    const cancel = (of: string) => outcomeOf("PUT /api/returns/{id}/cancel", { ...mine(), id: of });
    expect(await cancel(first?._id ?? "")).toBe("200");
    expect(await enter()).toBe("201");
    const [, second] = returnsSchema.parse((await ask(`GET ${any}`, { ...admin, id })).answer).returns;
    const act = (name: string, json: object = {}) =>
      outcomeOf(`PUT /api/returns/{id}/${name}`, { ...admin, id: second?._id ?? "", json });
    const arrived = { lines: [{ product, qty: 1, condition: "used", isRestocked: false }] };
    expect(await act("items", { lines: [] })).toBe("400 VALIDATION");
    expect(await act("items", { lines: [{ product, qty: 1 }] })).toBe("409 ILLEGAL_TRANSITION");
    await shop.pool.query("update order_returns set is_withdrawal = true, declaration = 'One' where id = $1", [
      second?._id,
    ]);
    expect(await act("items", { lines: [{ product, qty: 1 }] })).toBe("200");
    expect(await act("receive", arrived)).toBe("409 ILLEGAL_TRANSITION");
    expect(await act("accept", { words: 5 })).toBe("400 VALIDATION");
    expect(await act("accept")).toBe("200");
    expect(await act("receive", {})).toBe("400 VALIDATION");
    expect(await act("receive", arrived)).toBe("200");
    expect(await act("accept")).toBe("409 ILLEGAL_TRANSITION");
    expect(await cancel(second?._id ?? "")).toBe("409 ILLEGAL_TRANSITION");

    const refund = (json: object, key?: string) =>
      outcomeOf("POST /api/returns/{id}/refund", {
        ...admin,
        id: second?._id ?? "",
        json,
        headers: key === undefined ? {} : { "idempotency-key": key },
      });
    const part = { amount: 5, reason: "Your return" };
    expect(await refund(part)).toBe("400 VALIDATION");
    const { faults } = shop.simulator;
    faults.add("refund", { kind: "status", status: 422, issue: "REFUND_TIME_LIMIT_EXCEEDED" });
    expect(await refund(part, "return-late")).toBe("402 REFUND_REFUSED");
    faults.add("refund", { kind: "drop" });
    expect(await refund(part, "return-unsure")).toBe("200");
    // The same once more, as long as the provider has not answered.
    expect(await refund(part, "return-unsure")).toBe("200");
    expect(await refund({ ...part, amount: 6 }, "return-unsure")).toBe("422 IDEMPOTENCY_KEY_REUSED");
    expect(await refund(part, "return-next")).toBe("409 ILLEGAL_TRANSITION");
    await shop.pool.query("update order_returns set state = 'received' where id = $1", [second?._id]);
    expect(await refund(part, "return-another")).toBe("409 REFUND_PENDING");
    faults.clear();
    expect(await act("refuse", {})).toBe("400 VALIDATION");
    expect(await act("refuse", { words: "It was worn." })).toBe("200");
    await shop.pool.query("update order_returns set state = 'refunded' where id = $1", [second?._id]);
    expect(await act("refuse", { words: "It was worn." })).toBe("409 ILLEGAL_TRANSITION");
    await shop.pool.query(
      `insert into order_returns (id, order_id, requested_by)
       select gen_random_uuid(), $1, user_id from orders, generate_series(1, 20) where orders.id = $1`,
      [id],
    );
    expect([await request(), await enter()]).toEqual(["409 IN_USE", "409 IN_USE"]);

    const poorAdmin = { cookie: (await insertCustomer(poorShop.db, { isAdmin: true })).cookie };
    const sent = await makeOrder(poorShop.db, { stepsDone: 4 });
    const { rows } = await poorShop.pool.query(
      `with made as (
         insert into order_returns (id, order_id, requested_by, state, received_at, received_by)
         select gen_random_uuid(), id, user_id, 'received', now(), user_id from orders where id = $1 returning id)
       select id from made`,
      [sent],
    );
    const asked = { ...poorAdmin, id: z.object({ id: z.string() }).parse(rows[0]).id, json: part };
    const headers = { "idempotency-key": "any" };
    expect(await outcomeOf("POST /api/returns/{id}/refund", { ...asked, headers }, poorShop)).toBe(
      "503 PAYMENT_PROVIDER_UNAVAILABLE",
    );
  });

  it("those of store credit", async () => {
    const { order, product } = await orderToPay(shop, { customer });
    const { _id: id } = order;
    const use = (json: object, who = mine()) => outcomeOf("PUT /api/orders/{id}/credit", { ...who, id, json });
    const takeOff = () => outcomeOf("DELETE /api/orders/{id}/credit", { ...mine(), id });
    const unknown = "0".repeat(20);
    expect(await use({})).toBe("409 ILLEGAL_TRANSITION");
    expect(await use({ giftCard: "no code" })).toBe("400 VALIDATION");
    expect(await use({}, { ...mine(), ...admin })).toBe("403 FORBIDDEN");
    expect(await outcomeOf("DELETE /api/orders/{id}/credit", { ...admin, id })).toBe("403 FORBIDDEN");
    const { rows } = await shop.pool.query(
      `insert into credit_accounts (id, kind, user_id) select gen_random_uuid(), 'customer', user_id from orders
       where id = $1 returning id`,
      [id],
    );
    const { id: account } = z.object({ id: z.string() }).parse(rows[0]);
    await shop.db.transaction((tx) =>
      transferCredit(tx, { act: "given", from: "given", to: { holder: account }, amountCents: 100 }),
    );
    expect(await use({})).toBe("200");
    expect(await takeOff()).toBe("200");
    expect(await outcomeOf("GET /api/users/profile/credit", mine())).toBe("200");
    expect(await outcomeOf("GET /api/orders/{id}/gift-cards", { ...mine(), id })).toBe("200");
    expect(await outcomeOf("GET /api/orders/{id}/gift-cards", { ...admin, id })).toBe("404 NOT_FOUND");
    await decided(shop, customer, id);
    const become = (status: string) =>
      shop.pool.query("update payments set status = $2 where order_id = $1 and provider = 'paypal'", [id, status]);
    await become("pending");
    expect([await use({}), await takeOff()]).toEqual(["409 PAYMENT_PENDING", "409 PAYMENT_PENDING"]);
    await become("created");
    await shop.pool.query("update orders set is_stock_held = false where id = $1", [id]);
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [product]);
    expect(await use({})).toBe("409 OUT_OF_STOCK");
    await shop.pool.query("update products set count_in_stock = 9 where id = $1", [product]);
    expect(await use({})).toBe("200");
    expect(await outcomeOf("PUT /api/orders/mine/{id}/cancel", { ...mine(), id })).toBe("200");
    expect([await use({}), await takeOff()]).toEqual(["409 ILLEGAL_TRANSITION", "409 ILLEGAL_TRANSITION"]);
    const { order: paid } = await orderToPay(shop, { customer });
    await markPaid(shop.pool, paid._id);
    const already = { ...mine(), id: paid._id };
    expect(await outcomeOf("PUT /api/orders/{id}/credit", { ...already, json: {} })).toBe("409 ALREADY_PAID");
    expect(await outcomeOf("DELETE /api/orders/{id}/credit", already)).toBe("409 ALREADY_PAID");
    const guessing = { ...mine(), id, json: { giftCard: unknown } };
    for (const outcome of ["400 VALIDATION", "429 RATE_LIMITED"]) {
      expect(await outcomeOf("PUT /api/orders/{id}/credit", guessing, strictShop)).toBe(outcome);
    }
  });

  it("the cancellations'", async () => {
    const [own, any] = ["PUT /api/orders/mine/{id}/cancel", "PUT /api/orders/{id}/cancel"] as const;
    const reinstate = "PUT /api/orders/{id}/reinstate";
    const { order } = await orderToPay(shop, { customer });
    const { _id: id } = order;
    const approved = await decided(shop, customer, id);
    const both = async (json?: object) => [
      await outcomeOf(own, { ...mine(), id, ...(json && { json }) }),
      await outcomeOf(any, { ...admin, id, ...(json && { json }) }),
    ];
    const twice = (outcome: string) => [outcome, outcome];
    expect(await both({ reason: 5 })).toEqual(twice("400 VALIDATION"));
    const become = (status: string) =>
      shop.pool.query("update payments set status = $2 where order_id = $1", [id, status]);
    await become("pending");
    expect(await both()).toEqual(twice("409 PAYMENT_PENDING"));
    await become("capturing");
    expect(await both()).toEqual(twice("503 PAYMENT_STATUS_UNKNOWN"));
    await become("created");
    expect(await outcomeOf("PUT /api/orders/{id}/pay", { ...mine(), id, json: { id: approved } })).toBe("200");
    shop.simulator.faults.add("refund", { kind: "drop" });
    const key = { "idempotency-key": "before-it-is-cancelled" };
    const part = { amount: 1, reason: "Late" };
    await outcomeOf("POST /api/orders/{id}/refund", { ...admin, id, json: part, headers: key });
    expect(await both()).toEqual(twice("409 REFUND_PENDING"));
    shop.simulator.faults.clear();
    await shop.pool.query("update refunds set status = 'failed', ask_again_at = null where order_id = $1", [id]);
    expect(await both()).toEqual(twice("200"));
    expect(await outcomeOf(reinstate, { ...admin, id, json: { text: "x" } })).toBe("409 ILLEGAL_TRANSITION");
    expect(await outcomeOf(reinstate, { ...admin, id, json: {} })).toBe("400 VALIDATION");

    const { order: sent } = await orderToPay(shop, { customer });
    await markPaid(shop.pool, sent._id);
    for (const act of ["confirm", "process", "ship"] as const)
      expect(await outcomeOf(`PUT /api/orders/{id}/${act}`, { ...admin, id: sent._id })).toBe("200");
    expect(await outcomeOf(own, { ...mine(), id: sent._id })).toBe("409 ILLEGAL_TRANSITION");
    expect(await outcomeOf(any, { ...admin, id: sent._id })).toBe("409 ILLEGAL_TRANSITION");

    const { order: unpaid, product } = await orderToPay(shop, { customer });
    expect(await outcomeOf(any, { ...admin, id: unpaid._id })).toBe("200");
    const again = () => outcomeOf(reinstate, { ...admin, id: unpaid._id, json: { text: "It is open again." } });
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [product]);
    expect(await again()).toBe("409 OUT_OF_STOCK");
    await shop.pool.query("update products set count_in_stock = 9 where id = $1", [product]);
    expect(await again()).toBe("200");

    const poorCustomer = { cookie: (await insertCustomer(poorShop.db)).cookie };
    const poorAdmin = { cookie: (await insertCustomer(poorShop.db, { isAdmin: true })).cookie };
    const poorProduct = await makeProduct(poorShop.db);
    const json = orderOf([{ product: poorProduct, qty: 1 }]);
    const placed = idOf(await ask("POST /api/orders", { ...poorCustomer, json }, poorShop));
    await markPaid(poorShop.pool, placed);
    const unavailable = "503 PAYMENT_PROVIDER_UNAVAILABLE";
    expect(await outcomeOf(own, { ...poorCustomer, id: placed }, poorShop)).toBe(unavailable);
    expect(await outcomeOf(any, { ...poorAdmin, id: placed }, poorShop)).toBe(unavailable);
  });

  it("the provider's", async () => {
    const { order } = await orderToPay(shop, { customer });
    const json = { resource: { id: await decided(shop, customer, order._id) } };
    const send = (headers: Record<string, string>, to = shop) =>
      outcomeOf("POST /api/webhooks/paypal", { headers, json }, to);
    const signed = () => signedFor(JSON.stringify(json));
    expect(await send(signed())).toBe("200");
    expect(await send({})).toBe("403 FORBIDDEN");
    expect(await send(signed(), poorShop)).toBe("404 NOT_FOUND");
    shop.simulator.faults.add("verify", { kind: "status", status: 500 });
    expect(await send(signed())).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    // All instances count together, and this one allows fewer.
    expect(await send(signed(), strictShop)).toBe("429 RATE_LIMITED");
  });

  it("those of Stripe", async () => {
    const { order } = await orderToPay(shop, { customer });
    const { content } = await start(shop, customer, order._id, "stripe");
    const json = { type: "charge.succeeded", data: { object: { id: String(content?.id), object: "payment_intent" } } };
    const send = (headers: Record<string, string>, to = shop) =>
      outcomeOf("POST /api/webhooks/stripe", { headers, json }, to);
    const signed = () => signedByStripe(JSON.stringify(json));
    expect(await send(signed())).toBe("200");
    expect(await send({})).toBe("403 FORBIDDEN");
    expect(await send(signed(), poorShop)).toBe("404 NOT_FOUND");
    shop.stripe().faults.add("read", { kind: "status", status: 500 });
    expect(await send(signed())).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    expect(await send(signed(), strictShop)).toBe("429 RATE_LIMITED");
  });

  it("the images'", async () => {
    const send = (body: FormData) => outcomeOf("POST /api/upload", { ...admin, body });
    expect(await send(formOf(await plain().png().toBuffer()))).toBe("200");
    expect(await send(formOf(Buffer.from("no picture")))).toBe("400 VALIDATION");
    expect(await send(formOf(await pngOf(5_300_000)))).toBe("413 TOO_LARGE");
    const photo = (body: FormData, at = shop) => outcomeOf("POST /api/reviews/photos", { ...mine(), body }, at);
    expect(await photo(formOf(await plain().png().toBuffer()))).toBe("200");
    expect(await photo(formOf(Buffer.from("no picture")))).toBe("400 VALIDATION");
    expect(await photo(formOf(await pngOf(5_300_000)))).toBe("413 TOO_LARGE");
    // All instances count together, and this one allows fewer.
    expect(await photo(formOf(await plain().png().toBuffer()), strictShop)).toBe("429 RATE_LIMITED");
  });

  it("the videos'", async () => {
    const send = (content: Buffer) =>
      outcomeOf("POST /api/videos", { ...admin, body: formOf(content, { name: "video", type: "video/mp4" }) });
    expect(await send(mp4())).toBe("200");
    expect(await send(Buffer.from("no video"))).toBe("400 VALIDATION");
    expect(await send(mp4({ bytes: videoBytesMax }))).toBe("413 TOO_LARGE");
  });

  it("those of files of products and users", async () => {
    const send = (content: string) => {
      const body = new FormData();
      body.set("file", new Blob([content]), "products.csv");
      return outcomeOf("POST /api/imports", { ...admin, body });
    };
    expect(await send("Key,Name\n1,Chair\n")).toBe("201");
    expect(await send("")).toBe("400 VALIDATION");
    expect(await send("x".repeat(importBytesMax + 100_000))).toBe("413 TOO_LARGE");
    const { rows } = await shop.pool.query("select id from imports where state = 'uploaded'");
    const { id } = z.object({ id: z.string() }).parse(rows[0]);
    expect(await outcomeOf("GET /api/imports/{id}/rows.csv", { ...admin, id })).toBe("200");
    const refused = { ...admin, id, query: "?outcome=perhaps" };
    expect(await outcomeOf("GET /api/imports/{id}/rows.csv", refused)).toBe("400 VALIDATION");
    const sendImages = (...content: Buffer[]) => {
      const body = new FormData();
      body.set("file", new Blob(content.map((part) => new Uint8Array(part))), "photos.zip");
      return outcomeOf("POST /api/imports/{id}/images", { ...admin, id, body });
    };
    expect(await sendImages(zipOf([{ name: "a.png", content: Buffer.from("a") }]))).toBe("201");
    expect(await sendImages(Buffer.from("no zip"))).toBe("400 VALIDATION");
    expect(await sendImages(Buffer.alloc(importArchiveBytesMax + 100_000))).toBe("413 TOO_LARGE");
    await shop.pool.query("update imports set state = 'applied' where id = $1", [id]);
    expect(await sendImages(zipOf([{ name: "a.png", content: Buffer.from("a") }]))).toBe("409 IN_USE");
    await shop.pool.query("update imports set state = 'uploaded' where id = $1", [id]);
    const query = `?search=${"x".repeat(101)}`;
    for (const name of ["GET /api/products.csv", "GET /api/users.csv"]) {
      expect(await outcomeOf(name, admin)).toBe("200");
      expect(await outcomeOf(name, { ...admin, query })).toBe("400 VALIDATION");
    }
    await shop.pool.query(
      `insert into imports (id, user_id, file_name, options, state)
       select gen_random_uuid(), user_id, file_name, options, state from imports, generate_series(1, 60) where id = $1`,
      [id],
    );
    expect(await send("Key,Name\n1,Chair\n")).toBe("429 RATE_LIMITED");
  });

  it("those of whoever watches the shop", async () => {
    expect(await outcomeOf("GET /healthz")).toBe("200");
    expect(await outcomeOf("GET /readyz")).toBe("200");
    expect(await outcomeOf("GET /readyz", {}, poorShop)).toBe("503");
    const { response } = await ask("GET /api/openapi.json");
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    expect(await outcomeOf("GET /api/openapi.json", { headers })).toBe("304");
  });

  it("refusals that come before anything is read", async () => {
    for (const { name, security } of operationsOf(witness.document)) {
      const uploads = ["POST /api/upload", "POST /api/videos", "POST /api/reviews/photos", "POST /api/imports"];
      const isUpload = [...uploads, "POST /api/imports/{id}/images"].includes(name);
      const id = unknownId;
      const answers = answersOf(witness.document, name);
      const who = answers.includes("403 FORBIDDEN") && !forbiddenToSome.includes(name) ? admin : mine();
      const needsSession = security.some((way) => "session" in way);
      if (needsSession) expect(await outcomeOf(name, { id })).toBe("401 UNAUTHENTICATED");
      if (security.some((way) => "apiKey" in way)) {
        const wrong = { headers: { authorization: `Bearer shopkey_${"0".repeat(64)}` } };
        expect(await outcomeOf(name, { id, ...wrong }), name).toBe("401 UNAUTHENTICATED");
        const tired = { headers: { authorization: `Bearer ${tiredKey}` } };
        expect(await outcomeOf(name, { id, ...tired }, strictShop), name).toBe("429 RATE_LIMITED");
      }
      if (needsSession && who === admin) {
        expect(await outcomeOf(name, { ...mine(), id })).toBe("403 FORBIDDEN");
        expect(await outcomeOf(name, { ...admin, id }, mfaShop)).toBe("403 SECOND_FACTOR_SETUP_REQUIRED");
      }
      const form = { body: formOf(Buffer.from("x")) };
      const json = name.startsWith("GET") ? {} : isUpload ? form : { json: {} };
      if (name.includes("{id}")) expect(await outcomeOf(name, { ...who, id, ...json })).toBe("404 NOT_FOUND");
      if (name.startsWith("GET")) continue;
      const foreign = { origin: "https://evil.example" };
      expect(await outcomeOf(name, { ...who, id, headers: foreign })).toBe("403 BAD_ORIGIN");
      const plainText = { headers: { "content-type": "text/plain" }, body: "text" };
      expect(await outcomeOf(name, { ...who, id, ...plainText })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
      if (isUpload) continue;
      // Of an event without a signature not even that is said.
      const signed = (body: string) =>
        name === "POST /api/webhooks/paypal"
          ? signedFor(body)
          : name === "POST /api/webhooks/stripe"
            ? signedByStripe(body)
            : {};
      const asJson = (body: string) => ({ headers: { "content-type": "application/json", ...signed(body) }, body });
      expect(await outcomeOf(name, { ...who, id, ...asJson("{") })).toBe("400 VALIDATION");
      const heavy = JSON.stringify("x".repeat(1_100_000));
      expect(await outcomeOf(name, { ...who, id, ...asJson(heavy) })).toBe("413 TOO_LARGE");
    }
  });

  it("those of a shop that has enough, and of one without its database", async () => {
    const fields = { name: "Ada", email: "ada@example.com", password: "correct horse 1" };
    await ask("POST /api/users", { json: fields }, poorShop);
    const { email } = fields;
    for (const outcome of ["401 INVALID_CREDENTIALS", "429 RATE_LIMITED"]) {
      expect(await outcomeOf("POST /api/users/auth", { json: { email, password: "wrong" } }, poorShop)).toBe(outcome);
    }
    const passkey = new SoftPasskey(issuer.publicOrigin);
    passkey.create({ challenge: "", user: { id: "AA" } });
    const signature = { json: passkey.sign({ challenge: "" }) };
    expect(await outcomeOf("POST /api/users/auth/passkey", signature, poorShop)).toBe("429 RATE_LIMITED");
    for (const outcome of ["200", "429 RATE_LIMITED"]) {
      expect(await outcomeOf("POST /api/users/auth/passkey/options", {}, poorShop)).toBe(outcome);
    }
    const other = { ...fields, email: "other@example.com" };
    expect(await outcomeOf("POST /api/users", { json: other }, poorShop)).toBe("429 RATE_LIMITED");
    const changer = await insertCustomer(poorShop.db);
    const change = (email: string) => ({ cookie: changer.cookie, json: { name: "Ada", email, password: "" } });
    expect(await outcomeOf("PUT /api/users/profile", change("changed-once@example.com"), poorShop)).toBe("200");
    expect(await outcomeOf("PUT /api/users/profile", change("changed-twice@example.com"), poorShop)).toBe(
      "429 RATE_LIMITED",
    );
    const reset = { email: "any@example.com", code: "12345678", password: fields.password };
    expect(await outcomeOf("POST /api/users/password-reset", { json: reset }, poorShop)).toBe("200");
    for (const name of ["POST /api/users/password-reset", "POST /api/users/password-reset/confirm"]) {
      expect(await outcomeOf(name, { json: reset }, poorShop)).toBe("429 RATE_LIMITED");
    }
    const withdrawal = { json: { orderNumber: "1a2b3", email: "any@example.com" } };
    for (const outcome of ["200", "429 RATE_LIMITED"]) {
      expect(await outcomeOf("POST /api/withdrawals", withdrawal, poorShop)).toBe(outcome);
    }
    const download = () => outcomeOf("GET /api/users/profile/data", { cookie: changer.cookie }, poorShop);
    expect([await download(), await download()]).toEqual(["200", "429 RATE_LIMITED"]);
    const confirm = { cookie: changer.cookie, json: { password: "wrong" } };
    expect(await outcomeOf("POST /api/users/reauth", confirm, poorShop)).toBe("429 RATE_LIMITED");

    // Nobody answers there; what was connected before is cut off.
    poorShop.pool.options.connectionString = "postgres://127.0.0.1:1/nothing";
    const database = new URL(poorShop.databaseUrl).pathname.slice(1);
    await shop.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
    for (const { name } of operationsOf(witness.document)) {
      if (!answersOf(witness.document, name).includes("503 UNAVAILABLE")) continue;
      if (earlyRefusals.includes(name)) continue;
      expect(await outcomeOf(name, { ...mine(), id: unknownId }, poorShop), name).toBe("503 UNAVAILABLE");
    }
  });

  it("and nothing is documented that no request can meet", () => {
    const unmet = operationsOf(witness.document).flatMap(({ name }) =>
      answersOf(witness.document, name)
        .filter((answer) => witness.seen.get(name)?.has(answer) !== true)
        .map((answer) => `${name} ${answer}`),
    );
    // Bugs and stalling callers are other tests' business.
    const isOwn = (answer: string) => !/ (500 INTERNAL|408 TIMEOUT)$/.test(answer);
    expect(unmet.filter(isOwn)).toEqual(earlyRefusals.map((name) => `${name} 503 UNAVAILABLE`));
  });
});
