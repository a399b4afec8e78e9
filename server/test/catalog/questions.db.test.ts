import { openQuestionsMax, questionLength, questionPageSize } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { productQuestions } from "../../src/db/schema/questions.ts";
import { makeApiKey } from "../harness/api-keys.ts";
import { makeProduct } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { startMailing } from "../harness/mailing.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, TestClient } from "../harness/test-client.ts";

const shop = startTestShop();
const limited = startTestShop({
  besides: shop,
  settings: { limits: { ...wideLimits, questionsPerUser: { points: 2, seconds: 3_600 } } },
});
const without = startTestShop({ besides: shop, fixed: { hasQuestions: false } });
const mailing = startMailing(shop);

let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
});

const listedSchema = z.strictObject({
  questions: z.array(
    z.strictObject({
      _id: z.string(),
      text: z.string(),
      createdAt: z.string(),
      answer: z.strictObject({ text: z.string(), at: z.string(), editedAt: z.string().nullable() }),
      variant: z.string().optional(),
    }),
  ),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});
const ownSchema = z.array(z.looseObject({ _id: z.string(), text: z.string(), hiddenReason: z.string().nullable() }));
const adminPageSchema = z.object({
  questions: z.array(z.looseObject({ _id: z.string(), text: z.string(), version: z.number() })),
  total: z.number(),
});

/** The questions about a product as everybody sees them. */
async function listOf(productId: string, query = "") {
  return listedSchema.parse(
    (await new TestClient(shop).rest("GET", `/api/products/${productId}/questions${query}`)).body,
  );
}
const ask = (who: TestClient, productId: string, text: unknown) =>
  who.rest("POST", `/api/products/${productId}/questions`, { text });
const mine = async (who: Member, productId: string) =>
  ownSchema.parse((await who.trpc("query", "question.mine", { productId })).body);
const adminList = async (input: object) =>
  adminPageSchema.parse((await admin.trpc("query", "admin.questions.page", { filter: "all", ...input })).body);

/** A question of a new customer about a product. */
async function asked(productId: string, text = "Is it heavy?"): Promise<{ asker: Member; id: string }> {
  const asker = await makeCustomer(shop);
  expect((await ask(asker, productId, text)).status).toBe(201);
  const [own] = await mine(asker, productId);
  return { asker, id: own?._id ?? "" };
}
/** Sends what waits; gives the mails about questions. */
async function sendMails() {
  const { arrived, failures } = await mailing.sendAll();
  expect(failures).toEqual([]);
  return arrived.filter(({ subject }) => /question/i.test(subject));
}
const act = (name: string, input: object) => admin.trpc("mutation", `admin.questions.${name}`, input);

describe("a question about a product", () => {
  it("goes to the staff by mail, is answered by mail, and is then on the product's page without a name", async () => {
    await mailing.sendAll();
    const product = await makeProduct(shop.db, { name: "Brass lamp" });
    const asker = await makeCustomer(shop, { name: "Ada Lovelace" });
    const text = "  Is it heavy?\n<b>Really</b>  ";
    expect(await ask(asker, product, text)).toMatchObject({ status: 201, body: { message: "Question sent" } });
    expect((await listOf(product)).questions).toEqual([]);
    expect(await mine(asker, product)).toMatchObject([{ text: "Is it heavy?\n<b>Really</b>", answer: null }]);
    const toStaff = await sendMails();
    expect(toStaff.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [admin.email, "A question about Brass lamp"],
    ]);
    expect(toStaff[0]?.html).toContain("&lt;b&gt;Really&lt;/b&gt;");

    const [waiting] = (await adminList({ filter: "open", search: "brass lamp" })).questions;
    expect(waiting).toMatchObject({ asker: "Ada Lovelace", answer: null, hidden: null });
    expect((await act("answer", { id: waiting?._id, text: "Two kilograms." })).status).toBe(200);
    const [toAsker] = await sendMails();
    expect(toAsker).toMatchObject({ recipient: asker.email, subject: "Our answer to your question about Brass lamp" });
    expect(toAsker?.text).toContain("> Two kilograms.");
    expect(toAsker?.text).toContain(`/product/${product}#questions`);
    const { questions, total } = await listOf(product);
    expect(questions).toMatchObject([{ answer: { text: "Two kilograms.", editedAt: null } }]);
    expect(total).toBe(1);
    expect(JSON.stringify(questions)).not.toContain("Ada");
    expect(await mine(asker, product)).toEqual([]);
    expect((await asker.trpc("query", "question.own", {})).body).toMatchObject({
      questions: [{ product: { name: "Brass lamp", isOnSale: true }, answer: { text: "Two kilograms." } }],
      total: 1,
    });
  });

  it("keeps what looks like markup or code as text, and refuses what no column stores", async () => {
    const product = await makeProduct(shop.db);
    const hostile = `</script><img src=x onerror=alert(1)> {{7*7}} '; drop table products; -- \u202e\u{1f600}`;
    const { id } = await asked(product, hostile);
    expect((await act("answer", { id, text: hostile })).status).toBe(200);
    expect((await listOf(product)).questions).toMatchObject([{ text: hostile, answer: { text: hostile } }]);
    const sent = await sendMails();
    expect(sent).not.toEqual([]);
    for (const { html } of sent) expect(html).not.toContain("<img src=x");
    const asker = await makeCustomer(shop);
    for (const text of ["", "   ", "\u200b", "nul\u0000", "\ud800", "x".repeat(questionLength + 1), 7, null, ["a"]]) {
      expect(await ask(asker, product, text), JSON.stringify(text)).toMatchObject({ status: 400, code: "VALIDATION" });
    }
    expect((await ask(asker, product, "x".repeat(questionLength))).status).toBe(201);
  });

  it("needs an account and a product on sale", async () => {
    const product = await makeProduct(shop.db);
    const draft = await makeProduct(shop.db, { publishedAt: null });
    expect((await ask(new TestClient(shop), product, "Is it heavy?")).status).toBe(401);
    const asker = await makeCustomer(shop);
    for (const id of [draft, uuidv7(), "none"]) {
      expect(await ask(asker, id, "Is it heavy?"), id).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect((await ask(asker, id, "")).status, id).toBe(404);
      const list = await new TestClient(shop).rest("GET", `/api/products/${id}/questions`);
      expect(list.status, id).toBe(404);
    }
  });

  it("is listed on the pages of all products of its group, newest first, a few at a time", async () => {
    const [sand, navy] = [await makeProduct(shop.db), await makeProduct(shop.db)];
    await makeGroup(shop.db, {
      options: [{ name: "Color", values: ["Sand", "Navy"] }],
      variants: [
        { productId: sand, values: [0] },
        { productId: navy, values: [1] },
      ],
    });
    const asker = await makeCustomer(shop);
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const answered = { answer: "Yes", answeredAt: day(28), answeredBy: admin.id, userId: asker.id };
    await shop.db.insert(productQuestions).values(
      Array.from({ length: questionPageSize + 2 }, (_, n) => ({
        ...answered,
        productId: n % 2 === 0 ? sand : navy,
        text: `Question ${n}`,
        createdAt: day(n + 1),
      })),
    );
    for (const id of [sand, navy]) {
      const first = await listOf(id);
      expect(first).toMatchObject({ page: 1, pages: 2, total: questionPageSize + 2 });
      const rest = await listOf(id, "?pageNumber=2");
      const texts = [...first.questions, ...rest.questions].map(({ text }) => text);
      expect(texts).toEqual(
        Array.from({ length: questionPageSize + 2 }, (_, n) => `Question ${questionPageSize + 1 - n}`),
      );
      expect((await listOf(id, "?pageNumber=3")).questions).toEqual([]);
      expect((await listOf(id, "?pageSize=50")).questions.map(({ text }) => text)).toEqual(texts);
      expect(new Set(first.questions.map(({ variant }) => variant))).toEqual(new Set(["Sand", "Navy"]));
    }
  });
});

describe("the limits of questions", () => {
  it("are so many of one account in an hour", async () => {
    const product = await makeProduct(shop.db);
    const asker = await makeCustomer(shop);
    const client = new TestClient(limited);
    const { email, password } = asker;
    await client.rest("POST", "/api/users/auth", { email, password });
    const statuses: number[] = [];
    for (const n of [1, 2, 3]) statuses.push((await ask(client, product, `Question ${n}`)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  it("are so many open ones of one account, also when they arrive at once", async () => {
    const product = await makeProduct(shop.db);
    const asker = await makeCustomer(shop);
    const many = Array.from({ length: openQuestionsMax + 5 }, (_, n) => ask(asker, product, `Question ${n}`));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(openQuestionsMax);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    const [own] = await mine(asker, product);
    expect((await asker.trpc("mutation", "question.remove", { questionId: own?._id })).status).toBe(200);
    expect((await ask(asker, product, "One more")).status).toBe(201);
  });

  it("count the same open question once", async () => {
    const product = await makeProduct(shop.db);
    const asker = await makeCustomer(shop);
    const twice = await Promise.all([1, 2, 3].map(() => ask(asker, product, "Is it heavy?")));
    expect(twice.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await mine(asker, product)).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("of two of the staff at once is the first one; the other is told", async () => {
    const product = await makeProduct(shop.db);
    const { id, asker } = await asked(product);
    await mailing.sendAll();
    const replies = await Promise.all(
      ["Two kilograms.", "Three kilograms."].map((text) => act("answer", { id, text, version: 1 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)).toMatchObject({ code: "STALE" });
    const won = replies[0]?.status === 200 ? "Two kilograms." : "Three kilograms.";
    expect((await listOf(product)).questions).toMatchObject([{ answer: { text: won } }]);
    expect((await sendMails()).filter(({ recipient }) => recipient === asker.email)).toHaveLength(1);
  });

  it("is changed without another mail, and removed, which makes the question open again", async () => {
    const product = await makeProduct(shop.db);
    const { id } = await asked(product);
    await act("answer", { id, text: "Two kilograms.", version: 1 });
    await mailing.sendAll();
    expect((await act("answer", { id, text: "Three kilograms.", version: 2 })).status).toBe(200);
    expect(await sendMails()).toEqual([]);
    const [changed] = (await listOf(product)).questions;
    expect(changed?.answer).toMatchObject({ text: "Three kilograms." });
    expect(changed?.answer.editedAt).not.toBeNull();
    expect(await act("removeAnswer", { id, version: 2 })).toMatchObject({ status: 409, code: "STALE" });
    expect((await act("removeAnswer", { id, version: 3 })).status).toBe(200);
    expect((await listOf(product)).questions).toEqual([]);
    const { rows } = await shop.pool.query(
      "select act, subject from admin_acts where entity = 'question' and entity_id = $1 order by id",
      [id],
    );
    expect(rows.map((row) => row.act)).toEqual(["answered", "changed the answer to", "removed the answer to"]);
  });

  it("that is removed before its mail was sent goes to nobody", async () => {
    const { id, asker } = await asked(await makeProduct(shop.db));
    await act("answer", { id, text: "Two kilograms." });
    await act("removeAnswer", { id });
    expect((await sendMails()).filter(({ recipient }) => recipient === asker.email)).toEqual([]);
  });

  it("to a hidden question goes to who asked by mail, and is on no page", async () => {
    const product = await makeProduct(shop.db, { name: "Oak stool" });
    const { id, asker } = await asked(product, "Where is my order 12345?");
    expect((await act("hide", { id, reason: "personal data" })).status).toBe(200);
    expect(await act("hide", { id, reason: "fake" })).toMatchObject({ status: 409, code: "ILLEGAL_TRANSITION" });
    const hiding = (await sendMails()).filter(({ recipient }) => recipient === asker.email);
    expect(hiding.map(({ subject }) => subject)).toEqual(["Your question about Oak stool is hidden"]);
    expect(hiding[0]?.text).toContain("Personal data");
    expect(await mine(asker, product)).toMatchObject([{ hiddenReason: "personal data" }]);
    await act("answer", { id, text: "On its way." });
    const [answer] = await sendMails();
    expect(answer?.text).toContain("> On its way.");
    expect(answer?.text).not.toContain("#questions");
    expect((await listOf(product)).questions).toEqual([]);
    expect((await adminList({ filter: "hidden", search: "Oak stool" })).total).toBe(1);
    expect((await act("show", { id })).status).toBe(200);
    expect((await listOf(product)).total).toBe(1);
  });
});

describe("a question is deleted", () => {
  it("by who asked, and by nobody else", async () => {
    const product = await makeProduct(shop.db);
    const { id, asker } = await asked(product);
    const other = await makeCustomer(shop);
    const remove = (who: Member) => who.trpc("mutation", "question.remove", { questionId: id });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(asker)).status).toBe(200);
    expect((await remove(asker)).status).toBe(404);
    expect(await sendMails()).toEqual([]);
    expect(await act("answer", { id, text: "Late" })).toMatchObject({ status: 404 });
  });

  it("while the shop answers it, in either order, without a mail about what is gone", async () => {
    const product = await makeProduct(shop.db);
    for (let n = 0; n < 4; n += 1) {
      const { id, asker } = await asked(product, `Race ${n}`);
      const [removed, answered] = await Promise.all([
        asker.trpc("mutation", "question.remove", { questionId: id }),
        act("answer", { id, text: "Yes" }),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(answered.status);
      expect((await listOf(product)).total).toBe(0);
    }
    expect(await sendMails()).toEqual([]);
  });

  it("with the account of who asked unless others see it, which stays as it was: without a name", async () => {
    const product = await makeProduct(shop.db);
    const asker = await makeCustomer(shop);
    await ask(asker, product, "Open one");
    await ask(asker, product, "Answered one");
    const { questions } = await adminList({ search: "Answered one" });
    await act("answer", { id: questions[0]?._id, text: "Yes" });
    expect((await asker.does("REST", "deleteAccount")).status).toBe(200);
    expect((await listOf(product)).questions.map(({ text }) => text)).toEqual(["Answered one"]);
    expect((await adminList({ search: "Open one" })).total).toBe(0);
    expect((await adminList({ search: "Answered one" })).questions).toMatchObject([{ asker: "Deleted user" }]);
  });

  it("is not asked once its product is, also while the question waits", async () => {
    const product = await makeProduct(shop.db);
    const asker = await makeCustomer(shop);
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update products set deleted_at = now() where id = $1", [product]);
      const asking = ask(asker, product, "Is it heavy?");
      await waitForLock(shop.pool);
      await client.query("commit");
      expect(await asking).toMatchObject({ status: 404, code: "NOT_FOUND" });
    } finally {
      client.release();
    }
    expect(await mine(asker, product)).toEqual([]);
  });
});

describe("a program of the shop", () => {
  it("lists, answers and deletes questions by a key", async () => {
    const product = await makeProduct(shop.db, { name: "Slate clock" });
    const { id } = await asked(product);
    const { headers } = await makeApiKey(shop.db, { scope: "write" });
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(shop.origin + path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    const found = await send("GET", "/api/questions?search=Slate");
    expect(found).toMatchObject({ status: 200, body: { total: 1, questions: [{ _id: id, version: 1 }] } });
    const answered = await send("PUT", `/api/questions/${id}/answer`, { text: "A little.", version: 1 });
    expect(answered).toMatchObject({ status: 200, body: { answer: { text: "A little." }, version: 2 } });
    const late = await send("PUT", `/api/questions/${id}/answer`, { text: "Very.", version: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: "STALE" } });
    expect((await send("GET", "/api/questions?filter=answered&search=Slate")).body).toMatchObject({ total: 1 });
    expect((await send("GET", "/api/questions?filter=none")).status).toBe(400);
    expect((await send("DELETE", `/api/questions/${id}`)).status).toBe(200);
    expect((await send("DELETE", `/api/questions/${id}`)).status).toBe(404);
    expect((await listOf(product)).total).toBe(0);
  });
});

it("A shop that takes no questions refuses them, shows none, and still answers those that are open", async () => {
  const product = await makeProduct(shop.db);
  const { id, asker } = await asked(product);
  await act("answer", { id, text: "Yes" });
  const guest = new TestClient(without);
  expect((await guest.rest("GET", `/api/products/${product}/questions`)).body).toMatchObject({ total: 0 });
  const open = await asked(product, "Is it blue?");
  const client = new TestClient(without);
  const { email, password } = asker;
  await client.rest("POST", "/api/users/auth", { email, password });
  expect(await ask(client, product, "One more?")).toMatchObject({ status: 403, code: "FORBIDDEN" });
  expect((await act("answer", { id: open.id, text: "It is." })).status).toBe(200);
});
