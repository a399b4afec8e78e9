import { giftCodeOf } from "@shop/shared/credit/gift-code";
import { uuidv7 } from "uuidv7";
import { creditAccounts } from "../../../src/db/schema/credit-accounts.ts";
import { giftCards } from "../../../src/db/schema/gift-cards.ts";
import { takeCreditOff } from "../../../src/domain/payment/store-credit/give-back-credit.ts";
import { payWithCredit } from "../../../src/domain/payment/store-credit/pay-with-credit.ts";
import { openCreditAccount } from "../../../src/domain/store-credit/customer-account.ts";
import { hashGiftCode } from "../../../src/domain/store-credit/gift-card.ts";
import { transferCredit } from "../../../src/domain/store-credit/transfer.ts";
import { makeOrder } from "../factories.ts";
import { wholeFrom } from "../random.ts";
import type { WalkedOrder } from "./walked-order.ts";
import type { Instance, World } from "./world.ts";

/** What of a schedule credit needs. */
type Walked = {
  random: () => number;
  pick: <Value>(values: readonly Value[]) => Value;
  instance: () => Instance;
  world: World;
  orders: readonly WalkedOrder[];
  giftCode: string | undefined;
};

/** No order comes to such an amount, nor to what is left of one. */
const oddCents = (random: () => number) => wholeFrom(random, 2, 30) * 100 + 7;

/** Gives the customers credit, and gives the code of a gift card that the orders of one schedule share. */
export async function addCredit({ instances, accounts }: World, seed: number, random: () => number): Promise<string> {
  const { db } = instances[0].deps;
  const code = giftCodeOf(Buffer.from(`walked ${seed}`.padEnd(12, "x")).reverse());
  const [id, valueCents] = [uuidv7(), oddCents(random)];
  const orderId = await makeOrder(db, { priceCents: valueCents });
  await db.transaction(async (tx) => {
    await tx.insert(creditAccounts).values({ id, kind: "gift card" });
    const card = { orderId, position: 0, unit: 0, valueCents, codeHash: hashGiftCode(code), ending: code.slice(-4) };
    await tx.insert(giftCards).values({ id, ...card });
    await transferCredit(tx, { act: "card sold", from: "sold", to: { holder: id }, amountCents: valueCents });
    for (const customer of accounts.customers) {
      const holder = await openCreditAccount(tx, customer.id);
      await transferCredit(tx, { act: "given", from: "given", to: { holder }, amountCents: oddCents(random) });
    }
  });
  return code;
}

/** A customer pays with the gift card or with credit, perhaps twice at once, and may take it off again. */
export async function walkCredit(schedule: Walked): Promise<void> {
  const { random, giftCode } = schedule;
  const { id, customer } = schedule.pick(schedule.orders);
  const input = giftCode !== undefined && random() < 0.6 ? { giftCard: giftCode } : {};
  const presses = random() < 0.3 ? 2 : 1;
  const pay = () => payWithCredit(schedule.instance().deps, customer, id, input);
  const results = await Promise.allSettled(Array.from({ length: presses }, pay));
  if (random() < 0.3) await takeCreditOff(schedule.instance().deps.db, customer, id);
  for (const each of results) if (each.status === "rejected") throw each.reason;
}

/** What of the promises about credit is broken, as sentences. */
export async function judgeCredit({ world, orders }: Pick<Walked, "world" | "orders">): Promise<string[]> {
  const ids = [orders.map(({ id }) => id)];
  const find = async (sentence: string, statement: string, values: unknown[] = []) => {
    const rows = await world.query<{ id: string }>(statement, values);
    return rows.length === 0 ? [] : [`${sentence} (${rows.map(({ id }) => id).join(", ")})`];
  };
  const found = await Promise.all([
    find(
      "a balance is not what its transfers come to",
      `select a.id from credit_accounts a where a.kind in ('customer', 'gift card') and a.balance_cents <> (
         select coalesce(sum(case when t.to_id = a.id then t.amount_cents else -t.amount_cents end), 0)
         from credit_transfers t where a.id in (t.from_id, t.to_id))`,
    ),
    find(
      "credit of an order that holds nothing, or was cancelled before it was paid, did not go back",
      `select o.id from orders o where o.id = any($1) and o.paid_at is null
         and (not o.is_stock_held or exists (
           select from order_changes c where c.order_id = o.id and c.undone_at is null))
         and exists (select from payments p
           where p.order_id = o.id and p.provider = 'store credit' and p.status = 'completed')`,
      ids,
    ),
    find(
      "a payment of credit has not taken what it says, or has not given it back",
      `select p.id from payments p where p.order_id = any($1) and p.provider = 'store credit' and (
         (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.payment_id = p.id and t.act = 'spent')
           <> p.amount_cents
         or (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.payment_id = p.id and t.act = 'returned')
           <> case when p.status = 'failed' then p.amount_cents else 0 end)`,
      ids,
    ),
    find(
      "a refund to credit was not entered, or twice",
      `with recursive source as (
         select p.id, p.credit_account_id from payments p where p.from_refund_id is null
         union all
         select p.id, s.credit_account_id
         from payments p join refunds f on f.id = p.from_refund_id join source s on s.id = f.payment_id)
       select r.id from refunds r join source s on s.id = r.payment_id
       where r.order_id = any($1) and not exists (select from payments x where x.from_refund_id = r.id)
         and (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.refund_id = r.id)
           <> case when r.status = 'completed' and coalesce(r.credit_account_id, s.credit_account_id) is not null
             then r.amount_cents else 0 end`,
      ids,
    ),
  ]);
  return found.flat();
}
