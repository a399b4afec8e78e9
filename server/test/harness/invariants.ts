import type pg from "pg";
import { expect } from "vitest";

const isCounterSale = "(delivery ->> 'id' = 'counter sale' is true)";
const isUncharged = "(delivery ->> 'id' in ('counter sale', 'free exchange') is true)";

const hasGiftCards = "exists (select from order_items i where i.order_id = orders.id and i.tax_class = 'gift-card')";

/** Statements that find a broken promise; each must find nothing. */
export const broken = {
  "amounts that do not add up": `
    select id from orders where
      total_cents <> items_cents - discount_cents + shipping_cents + case when tax_included then 0 else tax_cents end
      or items_cents <> (select coalesce(sum(price_cents::bigint * qty), 0) from order_items i where i.order_id = orders.id)
      or terms_version = 1 and not ${hasGiftCards} and (tax_cents <> ((items_cents - (
          select sum(i.discount_cents)::bigint from order_items i where i.order_id = orders.id)) * 15 + 50) / 100
        or shipping_cents <> case when items_cents > 10000 or ${isUncharged} then 0 else 1000 end)`,
  "discounts that do not add up": `
    select o.id from orders o where o.discount_cents <> (
        select coalesce(sum(d.amount_cents), 0) from order_discounts d where d.order_id = o.id)
      or exists (select from order_items i where i.order_id = o.id and i.discount_cents <> (
        select coalesce(sum((l->>'cents')::bigint), 0)
        from order_discounts d cross join jsonb_array_elements(d.lines) l
        where d.order_id = o.id and (l->>'position')::int = i.position))`,
  "discounts that are counted wrongly": `
    select r.id::text from discount_rules r
    where r.uses <> (select count(*) from order_discounts d where d.rule_id = r.id and d.is_counted)
      or r.given_cents <> (
        select coalesce(sum(d.amount_cents), 0) from order_discounts d where d.rule_id = r.id and d.is_counted)
    union all
    select c.code from discount_codes c where c.uses <> (
      select count(*) from order_discounts d where d.code = c.code and d.is_counted)`,
  "discounts that count though their order holds no units, or the other way round": `
    select o.id from orders o join order_discounts d on d.order_id = o.id
    where d.is_counted <> (o.is_stock_held or o.paid_at is not null)`,
  "orders without lines":
    "select o.id from orders o left join order_items i on i.order_id = o.id where i.order_id is null",
  "orders whose lines are not numbered from 0": `
    select order_id from order_items group by order_id
    having min(position) <> 0 or max(position) <> count(*) - 1 or count(distinct product_id) <> count(*)`,
  "orders without an address": `
    select id from orders o
    where (not ${isCounterSale} and '' in (btrim(address), btrim(city), btrim(postal_code), btrim(country)))
      or btrim(buyer_name) = '' or (btrim(buyer_email) = '' and not exists (
        select from users u where u.id = o.user_id and u.guest_email = ''))`,
  "orders that were placed twice": `
    select order_id from order_events where act = 'placed' group by order_id having count(*) > 1`,
  "stock below zero": "select id from products where count_in_stock < 0",
  "steps out of order": `
    select id from orders where (confirmed_at is not null and paid_at is null and payment_method <> 'On Delivery')
      or (processed_at is not null and confirmed_at is null)
      or (shipped_at is not null and processed_at is null)
      or (delivered_at is not null and shipped_at is null)
      or (confirmed_at < paid_at and payment_method <> 'On Delivery')
      or processed_at < confirmed_at or shipped_at < processed_at or delivered_at < shipped_at`,
  "captures that pay twice":
    "select capture_id from payments where capture_id is not null group by 1 having count(*) > 1",
  "provider's orders that pay twice": "select provider_order_id from payments group by 1 having count(*) > 1",
  "paid orders without their money": `
    select o.id from orders o where o.paid_at is not null and (
      select count(*) from payments p where p.order_id = o.id and p.is_settling and p.capture_id is not null
        and p.status in ('completed', 'refunded') and p.amount_cents = o.total_cents - o.credit_cents and p.currency = 'USD') <> 1`,
  "money that paid no order": `
    select p.id from payments p join orders o on o.id = p.order_id where p.is_settling and o.paid_at is null`,
  "second payments that nobody is told of": `
    select p.id from payments p join orders o on o.id = p.order_id
    where p.status = 'completed' and not p.is_settling and p.provider not in ('exchange', 'store credit')
      and not exists (select from order_matters m where m.order_id = o.id and m.payment_id = p.id and m.kind <> 'payment risk')
      and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'failed')`,
  "paid orders without their units that nobody is told of": `select id from orders o where paid_at is not null and not is_stock_held
      and not exists (select from order_matters m where m.order_id = o.id and m.kind = 'stock gone')
      and not exists (select from order_changes c where c.order_id = o.id and c.undone_at is null)`,
  "cancelled orders that hold units": `
    select o.id from orders o join order_changes c on c.order_id = o.id and c.undone_at is null where o.is_stock_held`,
  "cancelled orders that were shipped": `
    select o.id from orders o join order_changes c on c.order_id = o.id and c.undone_at is null
    where o.shipped_at is not null and not (o.payment_method = 'On Delivery' and o.paid_at is null)`,
  "money of cancelled orders that goes nowhere": `
    select p.id from payments p join order_changes c on c.order_id = p.order_id and c.undone_at is null
    where p.status = 'completed' and p.amount_cents > (
        select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed')
      and not exists (select from order_matters m
        where m.order_id = p.order_id and m.payment_id = p.id and m.kind <> 'payment risk')`,
  "credit that is not what exchanges and store credit have paid": `
    select o.id from orders o where o.credit_cents <> (
        select coalesce(sum(p.amount_cents), 0) from payments p
        where p.order_id = o.id and p.provider in ('exchange', 'store credit') and not p.is_settling
          and p.status in ('completed', 'refunded'))
      or o.credit_cents >= o.total_cents and o.credit_cents > 0`,
  "balances of store credit that are not what its transfers come to": `
    select a.id from credit_accounts a where a.kind in ('customer', 'gift card') and a.balance_cents <> (
      select coalesce(sum(case when t.to_id = a.id then t.amount_cents else -t.amount_cents end), 0)
      from credit_transfers t where a.id in (t.from_id, t.to_id))`,
  "payments of store credit that did not take what they say, or have not given it back": `
    select p.id from payments p where p.provider = 'store credit' and (
      (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.payment_id = p.id and t.act = 'spent')
        <> p.amount_cents
      or (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.payment_id = p.id and t.act = 'returned')
        <> case when p.status = 'failed' then p.amount_cents else 0 end)`,
  "refunds to store credit that were not entered, or twice": `
    select r.id from refunds r join payments p on p.id = r.payment_id
    where (r.credit_account_id is not null or p.provider = 'store credit')
      and not exists (select from payments x where x.from_refund_id = r.id)
      and (select coalesce(sum(amount_cents), 0) from credit_transfers t where t.refund_id = r.id)
        <> case when r.status = 'completed' then r.amount_cents else 0 end`,
  "gift cards that are worth more than what was paid for them": `
    select g.id from gift_cards g where g.value_cents <> (
      select i.price_cents from order_items i where i.order_id = g.order_id and i.position = g.position)
      or g.value_cents < (select a.balance_cents from credit_accounts a where a.id = g.id)`,
  "exchanged money that was not given back": `
    select p.id from payments p left join refunds r on r.id = p.from_refund_id
    where p.provider = 'exchange' and (r.id is null or r.status <> 'completed' or r.amount_cents <> p.amount_cents
      or not exists (select from order_exchanges x where x.order_id = p.order_id and x.of_order_id = r.order_id))`,
  "refunds that pass their payment": `
    select p.id from payments p where p.amount_cents < (
      select coalesce(sum(r.amount_cents), 0) from refunds r
      where r.payment_id = p.id and r.status in ('pending', 'completed') and r.credit_account_id is null
        and not exists (select from payments x where x.from_refund_id = r.id))`,
  "payments that say otherwise than their refunds": `
    select p.id from payments p where p.status in ('completed', 'refunded') and (p.status = 'refunded') <> (
      p.amount_cents <= (select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.payment_id = p.id and r.status in ('pending', 'completed')))`,
  "more units back in stock than were ordered": `
    select o.id from orders o join order_items i on i.order_id = o.id where i.qty < (
      select coalesce(sum(b.qty), 0) from refund_items b join refunds r on r.id = b.refund_id
      where r.order_id = o.id and b.product_id = i.product_id and (r.status <> 'failed' or r.restocked_at is not null))`,
  "units that were sent twice": `
    select i.order_id from order_items i where i.qty < (
      select coalesce(sum(u.qty), 0) from parcel_items u join parcels b on b.id = u.parcel_id
      where b.order_id = i.order_id and u.product_id = i.product_id)`,
  "orders that were shipped twice": `
    select order_id from order_events where act = 'shipped' group by order_id having count(*) > 1`,
  "orders that were cancelled though a part was sent": `
    select o.id from orders o join order_changes c on c.order_id = o.id and c.undone_at is null
    where exists (select from parcels b where b.order_id = o.id)
      and not (o.payment_method = 'On Delivery' and o.paid_at is null and o.shipped_at is not null)`,
  "orders that were paid twice in their history": `select order_id from order_events where act in ('paid', 'transfer taken back') group by order_id
     having count(*) filter (where act = 'paid') > 1 + count(*) filter (where act <> 'paid')`,
  "review counts that are wrong": `
    with subjects as (
      select p.id, p.num_reviews, p.rating_sum, coalesce(v.group_id, p.id) as subject
      from products p left join product_variants v on v.product_id = p.id
    ), counted as (
      select s.subject, count(*) as count, sum(r.rating) as sum from subjects s join reviews r on r.product_id = s.id
      where r.hidden_at is null and not r.is_superseded group by s.subject
    )
    select s.id from subjects s left join counted c using (subject)
    where s.num_reviews <> coalesce(c.count, 0) or s.rating_sum <> coalesce(c.sum, 0)`,
  "votes that are counted wrongly": `
    select id from reviews where helpful_count <> (select count(*) from review_votes v where v.review_id = reviews.id)`,
  "two reviews by one person": `
    select min(r.product_id::text) from reviews r left join product_variants v on v.product_id = r.product_id
    where not r.is_superseded group by coalesce(v.group_id, r.product_id), r.user_id having count(*) > 1`,
  "two people with one e-mail":
    "select lower(email) from users where deleted_at is null and email is not null group by 1 having count(*) > 1",
  "keys without an order": `
    select key from idempotency_keys k
    where not exists (select from orders o where o.id = k.order_id and (o.user_id = k.user_id
      or exists (select from order_events e where e.order_id = o.id and e.act = 'placed' and e.user_id = k.user_id)))`,
  "two keys for one order": "select order_id from idempotency_keys group by order_id having count(*) > 1",
};

/**
 * Looks for every broken promise in the database. `initialStock` maps product
 * ids to the units that they had before the first order.
 */
export async function expectInvariants(pool: pg.Pool, initialStock: Record<string, number> = {}): Promise<void> {
  for (const [what, statement] of Object.entries(broken)) {
    const { rows } = await pool.query(statement);
    expect(rows, what).toEqual([]);
  }
  for (const [id, initial] of Object.entries(initialStock)) {
    const { rows } = await pool.query(
      `select p.count_in_stock + coalesce(sum(i.qty) filter (where o.is_stock_held), 0) - (
         select coalesce(sum(b.qty), 0) from refund_items b join refunds r on r.id = b.refund_id
         join orders h on h.id = r.order_id and h.is_stock_held
         where b.product_id = p.id and r.restocked_at is not null) as total
       from products p left join order_items i on i.product_id = p.id left join orders o on o.id = i.order_id
       where p.id = $1 group by p.id`,
      [id],
    );
    expect(Number(rows[0]?.total), `units of ${id} in stock and in orders`).toBe(initial);
  }
}
