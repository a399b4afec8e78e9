import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOldStockAlerts } from "../../src/domain/stock-alert/delete.ts";
import { writeStockAlertMails } from "../../src/domain/stock-alert/write-mails.ts";
import { makeProduct } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { type Member, makeCustomer, TestClient } from "../harness/test-client.ts";

const shop = startTestShop({
  settings: { limits: { ...wideLimits, stockAlertsPerEmail: { points: 3, seconds: 3_600 } } },
});
const twin = startTestShop({ besides: shop });
const mailing = startMailing(shop);

beforeEach(async () => {
  await shop.pool.query("delete from mails");
  await shop.pool.query("delete from stock_alerts");
});

const soldOut = () => makeProduct(shop.db, { countInStock: 0, name: "Brass lamp" });
const setStock = (id: string, units: number) =>
  shop.pool.query("update products set count_in_stock = $2 where id = $1", [id, units]);
const ask = (client: TestClient, productId: string, email: string) =>
  client.trpc("mutation", "stockAlert.request", { productId, email });
const guest = () => new TestClient(shop);
/** A customer who has used the link in a mail. */
async function provenCustomer(): Promise<Member> {
  const member = await makeCustomer(shop);
  await shop.pool.query("update users set proven_at = now() where id = $1", [member.id]);
  return member;
}
const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`http://localhost:3000(${path}\\?token=[\\w.-]+)`).exec(text ?? "")?.[1] ?? "";
const press = (path: string) => fetch(shop.origin + path, { method: "POST" });

async function mailRows() {
  const { rows } = await shop.pool.query("select kind, recipient from mails where kind like '%stock alert' order by 2");
  return z.array(z.object({ kind: z.string(), recipient: z.string() })).parse(rows);
}
async function waiting(): Promise<number> {
  const { rows } = await shop.pool.query("select count(*)::int as n from stock_alerts");
  return z.object({ n: z.number() }).parse(rows[0]).n;
}

describe("a guest who waits for a sold-out product", () => {
  it("confirms the address by a link, is told once when it is back, and can stop by one click", async () => {
    const id = await soldOut();
    const asked = await ask(guest(), id, "Ada@Example.com ");
    expect(asked).toMatchObject({ status: 200, body: { isConfirmed: false } });
    const [request] = (await mailing.sendDue()).arrived;
    expect(request).toMatchObject({ recipient: "ada@example.com" });
    const link = linkIn(request?.text, "/stock-alerts/confirm");
    // Programs open links to check them.
    const opened = await fetch(shop.origin + link);
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining("Brass lamp")]);
    await setStock(id, 1);
    await setStock(id, 0);
    expect(await writeStockAlertMails(shop.db)).toBe(0);
    expect(await (await press(link)).text()).toContain("You are on the list");
    await setStock(id, 3);
    // A short return counts.
    await setStock(id, 0);
    await setStock(id, 3);
    expect(await writeStockAlertMails(shop.db)).toBe(1);
    expect(await writeStockAlertMails(shop.db)).toBe(0);
    expect(await waiting()).toBe(0);
    const [arrivedMail] = (await mailing.sendDue()).arrived;
    expect(arrivedMail).toMatchObject({ recipient: "ada@example.com", subject: "Brass lamp is back" });
    const stop = linkIn(arrivedMail?.text, "/stock-alerts/stop");
    const other = await soldOut();
    await ask(guest(), other, "ada@example.com");
    expect((await fetch(shop.origin + stop)).status).toBe(200);
    expect(await waiting()).toBe(1);
    expect(await (await press(stop)).text()).toContain("on no list any more");
    expect(await waiting()).toBe(0);
    expect((await press(`${stop}x`)).status).toBe(400);
    expect((await press(link)).status).toBe(400);
  });

  it("gets the same answer and mail whether the address is known, waits already, or is new", async () => {
    const id = await soldOut();
    const member = await makeCustomer(shop);
    await ask(member, id, member.email);
    await shop.pool.query("delete from mails");
    const answers = [];
    for (const email of [member.email, "new@example.com", "new@example.com"]) {
      const { status, body } = await ask(guest(), id, email);
      answers.push({ status, text: JSON.stringify(body).replaceAll(email, "…") });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await mailRows()).map(({ kind }) => kind)).toEqual(Array(3).fill("confirm stock alert"));
    expect(await waiting()).toBe(2);
  });

  it("is refused too many mails to one address, a product in stock, and one that is not there", async () => {
    const [id, inStock] = [await soldOut(), await makeProduct(shop.db)];
    for (const status of [200, 200, 200, 429]) expect((await ask(guest(), id, "many@example.com")).status).toBe(status);
    expect(await ask(guest(), inStock, "b@example.com")).toMatchObject({ status: 409, code: "IN_USE" });
    expect((await ask(guest(), "none", "b@example.com")).status).toBe(404);
    expect((await ask(guest(), id, "no address")).status).toBe(400);
  });

  it("learns on the confirmation that the product is back already", async () => {
    const id = await soldOut();
    await ask(guest(), id, "late@example.com");
    const [request] = (await mailing.sendDue()).arrived;
    await setStock(id, 1);
    expect(await (await press(linkIn(request?.text, "/stock-alerts/confirm"))).text()).toContain("back already");
    expect([await writeStockAlertMails(shop.db), await waiting()]).toEqual([0, 0]);
  });
});

describe("a customer who waits for a sold-out product", () => {
  it("confirms the address of the account like any other, as long as nobody has proven it", async () => {
    const [id, member] = [await soldOut(), await makeCustomer(shop)];
    expect((await ask(member, id, member.email)).body).toMatchObject({ isConfirmed: false });
    const { rows } = await shop.pool.query("select confirmed_at from stock_alerts where email = $1", [member.email]);
    expect(rows).toEqual([{ confirmed_at: null }]);
  });

  it("needs no confirmation, sees the request, and takes it back", async () => {
    const [id, member] = [await soldOut(), await provenCustomer()];
    expect((await ask(member, id, member.email)).body).toMatchObject({ isConfirmed: true });
    expect((await ask(member, id, "else@example.com")).body).toMatchObject({ isConfirmed: false });
    const mine = async () => (await member.trpc("query", "stockAlert.mine", { productId: id })).body;
    expect(await mine()).toEqual({ email: member.email });
    await member.trpc("mutation", "stockAlert.cancel", { productId: id });
    expect(await mine()).toBeNull();
  });

  it("is told when a draft of the product is published with stock", async () => {
    const [id, member] = [await soldOut(), await provenCustomer()];
    await ask(member, id, member.email);
    await shop.pool.query("update products set published_at = null where id = $1", [id]);
    await setStock(id, 5);
    expect(await writeStockAlertMails(shop.db)).toBe(0);
    await shop.pool.query("update products set published_at = now() where id = $1", [id]);
    expect(await writeStockAlertMails(shop.db)).toBe(1);
  });

  it("is not forgotten when the product comes back in the same instant", async () => {
    const [id, member] = [await soldOut(), await provenCustomer()];
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update products set count_in_stock = 1 where id = $1", [id]);
      const asking = ask(member, id, member.email);
      await waitForLock(shop.pool);
      await client.query("commit");
      // The request waited for the change, and says what it has found.
      expect(await asking).toMatchObject({ status: 409, code: "IN_USE" });
    } finally {
      client.release();
    }
  });
});

it("A hundred waiting get one mail each, with two instances, one of which is killed", async () => {
  const id = await soldOut();
  await shop.pool.query(
    `insert into stock_alerts (id, product_id, email, confirmed_at)
     select gen_random_uuid(), $1, 'waits' || n || '@example.com', now() from generate_series(1, 100) n`,
    [id],
  );
  await setStock(id, 1);
  // One instance ends in the middle of its transaction.
  const victim = await shop.pool.connect();
  await victim.query("begin");
  await victim.query("delete from stock_alerts where id in (select id from stock_alerts limit 40 for update)");
  await Promise.all([writeStockAlertMails(shop.db), writeStockAlertMails(twin.db)]);
  expect((await mailRows()).length).toBeLessThanOrEqual(60);
  victim.release(true);
  await expect
    .poll(async () => {
      await Promise.all([writeStockAlertMails(shop.db), writeStockAlertMails(twin.db)]);
      return waiting();
    })
    .toBe(0);
  const rows = await mailRows();
  expect(rows).toHaveLength(100);
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(100);
  await mailing.sendDue();
  await mailing.sendAll();
  const arrived = mailing.server.received.filter(({ recipient }) => recipient.startsWith("waits"));
  expect(arrived).toHaveLength(100);
});

it("Requests that nobody confirms end after two days, and others after half a year", async () => {
  const id = await soldOut();
  await shop.pool.query(
    `insert into stock_alerts (id, product_id, email, created_at, confirmed_at)
     select gen_random_uuid(), $1, 'age' || n || '@example.com', now() - age, case when confirmed then now() end
     from unnest(array[interval '47 hours', '49 hours', '179 days', '181 days'], array[false, false, true, true])
       with ordinality as t (age, confirmed, n)`,
    [id],
  );
  await deleteOldStockAlerts(shop.db);
  const { rows } = await shop.pool.query("select email from stock_alerts order by 1");
  expect(rows.map(({ email }) => email)).toEqual(["age1@example.com", "age3@example.com"]);
});
