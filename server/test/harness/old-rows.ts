import pg from "pg";

/** A table of which some rows are to be deleted, and how many others are to stay. */
export type Filled = { table: string; isOld: string; staying: number };

type Filling = { table: string; isOld: string; insert: string };

/** `old`: whether a row is to be deleted. The first quarter of the rows is not. */
const rows = "generate_series(1, $1::int) n, lateral (select n > $1::int / 4 as old) as age";
const when = (old: string, young: string) =>
  `(case when old then now() - interval '${old}' else now() - interval '${young}' end - n * interval '1 millisecond')`;
const user = "(select id from users order by created_at limit 1)";
const longAgo = when("14 months", "12 months");
const isLongAgo = (column: string) => `${column} < now() - interval '13 months'`;
const isOldAlert =
  "(created_at < now() - interval '180 days' or confirmed_at is null and created_at < now() - interval '2 days')";
const product = (n: string) => `(select ids[1 + ${n} % cardinality(ids)] from some_products)`;

const fillings: Filling[] = [
  {
    table: "sessions",
    isOld: "expires_at < now()",
    insert: `insert into sessions (id, user_id, expires_at) select gen_random_uuid(), ${user}, ${when("1 day", "-1 day")} from ${rows}`,
  },
  {
    table: "passkey_challenges",
    isOld: "expires_at < now()",
    insert: `insert into passkey_challenges (challenge, purpose, expires_at) select n, 'sign in', ${when("1 day", "-1 day")} from ${rows}`,
  },
  {
    table: "rate_limits",
    isOld: "expire < extract(epoch from now()) * 1000",
    insert: `insert into rate_limits (key, points, expire) select n, 1, extract(epoch from ${when("1 day", "-1 day")}) * 1000 from ${rows}`,
  },
  {
    table: "idempotency_keys",
    isOld: "created_at < now() - interval '2 days'",
    insert: `insert into idempotency_keys (user_id, key, request_hash, order_id, created_at)
      select ${user}, n, '', gen_random_uuid(), ${when("3 days", "1 day")} from ${rows}`,
  },
  {
    table: "password_resets",
    isOld: "created_at < now() - interval '1 hour'",
    insert: `insert into password_resets (id, email, looked_up_at, created_at)
      select gen_random_uuid(), 'a@example.com', now(), ${when("2 hours", "-1 hour")} from ${rows}`,
  },
  {
    table: "email_changes",
    isOld: "created_at < now() - interval '8 days'",
    insert: `insert into email_changes (id, user_id, before, created_at)
      select gen_random_uuid(), ${user}, 'a@example.com', ${when("9 days", "7 days")} from ${rows}`,
  },
  {
    table: "bulk_edits",
    isOld: "created_at < now() - interval '2 days'",
    insert: `insert into bulk_edits (key, request_hash, created_at) select gen_random_uuid(), '', ${when("3 days", "1 day")} from ${rows}`,
  },
  {
    // More than 5,000 are too many, however young.
    table: "empty_searches",
    isOld: "last_at < now() - interval '90 days'",
    insert: `insert into empty_searches (keyword, count, last_at)
      select n, 1, ${when("91 days", "1 day")} from ${rows} where old or n <= 5000`,
  },
  {
    table: "popular_searches",
    isOld: "last_at < now() - interval '90 days'",
    insert: `insert into popular_searches (keyword, count, last_at)
      select n, 1, ${when("91 days", "1 day")} from ${rows} where old or n <= 5000`,
  },
  {
    // More than 10,000 are too many.
    table: "search_purchases",
    isOld: "last_at < now() - interval '90 days'",
    insert: `insert into search_purchases (keyword, product_id, count, last_at)
      select n, ${product("n")}, 1, ${when("91 days", "1 day")} from ${rows} where old or n <= 10000`,
  },
  {
    table: "facet_choices",
    isOld: "last_at < now() - interval '90 days'",
    insert: `insert into facet_choices (category, facet, count, last_at)
      select n, 'price', 1, ${when("91 days", "1 day")} from ${rows} where old or n <= 5000`,
  },
  {
    table: "stock_alerts",
    isOld: isOldAlert,
    insert: `insert into stock_alerts (id, product_id, email, created_at, confirmed_at)
      select gen_random_uuid(), ${product("n")}, 'old' || n || '@example.com', ${when("181 days", "170 days")}, now() from ${rows}`,
  },
  {
    table: "stock_alerts",
    isOld: isOldAlert,
    insert: `insert into stock_alerts (id, product_id, email, created_at)
      select gen_random_uuid(), ${product("n")}, 'new' || n || '@example.com', ${when("3 days", "1 day")} from ${rows}`,
  },
  {
    table: "review_photos",
    isOld: "created_at < now() - interval '1 day'",
    insert: `insert into review_photos (id, image, user_id, created_at)
      select gen_random_uuid(), '', ${user}, ${when("2 days", "-1 day")} from ${rows}`,
  },
  {
    table: "mails",
    isOld: "ended_at < now() - interval '90 days'",
    insert: `insert into mails (id, kind, user_id, recipient, status, send_at, ended_at)
      select gen_random_uuid(), 'low stock', ${user}, '', 'sent', null, ${when("91 days", "89 days")} from ${rows}`,
  },
  {
    table: "import_rows",
    isOld: "key like 'old%'",
    insert: `insert into import_rows (import_id, line, outcome, key, name)
      select i.id, n, 'changed', case when old then 'old' else 'young' end || n, '' from ${rows}
      join imports i on i.file_name = case when old then 'old' else 'young' end`,
  },
  {
    table: "import_images",
    isOld: "before = 'old'",
    insert: `insert into import_images (import_id, product_id, address, before, state)
      select i.id, p.id, '', i.file_name, 'stored'
      from imports i, (select id from products order by id limit $1::int) p where i.file_name <> 'checked'`,
  },
  {
    table: "imports",
    isOld: "file_name in ('old', 'checked')",
    insert: `update imports set percent = least($1::int, 100)`,
  },
  {
    table: "webhook_deliveries",
    isOld: "ended_at < now() - interval '30 days'",
    insert: `insert into webhook_deliveries (id, event_id, endpoint_id, type, body, status, send_at, ended_at)
      select gen_random_uuid(), gen_random_uuid(), (select id from webhook_endpoints limit 1), 'order.paid', '{}', 'delivered', null,
        ${when("31 days", "29 days")} from ${rows}`,
  },
  {
    table: "webhook_events",
    isOld: "dispatched_at < now() - interval '30 days'",
    insert: `insert into webhook_events (id, type, subject_id, dispatched_at)
      select gen_random_uuid(), 'order.paid', gen_random_uuid(), ${when("31 days", "29 days")} from ${rows}`,
  },
  {
    table: "product_history",
    isOld: isLongAgo("recorded_at"),
    insert: `with made as (
        insert into product_edits (id, user_id, recorded_at)
        select gen_random_uuid(), ${user}, ${longAgo} - interval '1 second' from ${rows} where n % 10 = 0
        returning id, recorded_at
      ), numbered as (select id, recorded_at, row_number() over (order by recorded_at desc) as number from made)
      insert into product_history (product_id, edit_id, changes, recorded_at)
      select p.id, e.id, jsonb_build_object('priceCents', jsonb_build_array(e.number, e.number + 1)), e.recorded_at + interval '1 second'
      from numbered e, (select id from products order by id limit 10) p`,
  },
  {
    table: "product_edits",
    isOld: isLongAgo("recorded_at"),
    insert: `insert into product_edits (id, user_id, recorded_at) select gen_random_uuid(), ${user}, ${longAgo} from ${rows}`,
  },
  {
    table: "product_prices",
    isOld: isLongAgo("ended_at"),
    insert: `insert into product_prices (product_id, price_cents, began_at, ended_at)
      select ${product("n")}, 1, ${longAgo} - interval '1 hour', ${longAgo} from ${rows}`,
  },
  {
    table: "planned_prices",
    isOld: isLongAgo("ended_at"),
    insert: `insert into planned_prices (id, product_id, price_cents, starts_at, ends_at, begun_at, ended_at, user_id)
      select gen_random_uuid(), ${product("n")}, 1, ${longAgo} - interval '1 hour', ${longAgo}, ${longAgo}, ${longAgo}, ${user}
      from ${rows}`,
  },
  {
    table: "admin_acts",
    isOld: isLongAgo("created_at"),
    insert: `insert into admin_acts (id, user_id, act, entity, entity_id, subject, created_at)
      select gen_random_uuid(), ${user}, 'updated', 'product', gen_random_uuid(), '', ${longAgo} from ${rows}`,
  },
  {
    table: "search_vocabulary",
    isOld: "word like 'zzgone%'",
    insert: `insert into search_vocabulary (word, lexeme, unused_since)
      select word, word, now() - interval '2 days'
      from ${rows}, lateral (select 'zzgone' || translate(n::text, '0123456789', 'abcdefghij') as word) as spelt where old`,
  },
];

type Statement = [text: string, ...values: unknown[]];

/** Runs statements in a transaction past the shop, without triggers and without time limits. */
export async function writePast(url: string, statements: readonly Statement[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    for (const [text, ...values] of statements) await client.query(text, values);
    await client.query("commit");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/**
 * Fills every table that a clean-up deletes from with rows, three quarters of them old enough. There are products and
 * users. Returns the tables with what is to be left of them.
 */
export async function fillWithOldRows(
  { databaseUrl, pool }: { databaseUrl: string; pool: pg.Pool },
  count: number,
): Promise<Filled[]> {
  await writePast(databaseUrl, [
    [
      "create temporary table some_products on commit drop as select array(select id from products order by id limit 100) as ids",
    ],
    [
      `insert into webhook_endpoints (id, url, events, secret, user_id) values (gen_random_uuid(), 'https://example.com', '{}', '', ${user})`,
    ],
    [
      `insert into imports (id, user_id, file_name, options, state, created_at)
       select gen_random_uuid(), ${user}, name, '{}', state, now() - age
       from (values ('old', 'applied', interval '14 months'), ('young', 'applied', interval '80 days'),
         ('checked', 'checked', interval '8 days')) as i (name, state, age)`,
    ],
    ...fillings.map(({ insert }): Statement => [insert, count]),
  ]);
  const filled: Filled[] = [];
  for (const { table, isOld } of fillings) {
    filled.push({ table, isOld, staying: await countRows(pool, `${table} where not (${isOld})`) });
  }
  return filled;
}

export async function countRows(pool: pg.Pool, what: string): Promise<number> {
  const { rows: found } = await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return found[0]?.n ?? 0;
}

/** From now on a statement that changes or deletes more rows of a table fails, whoever sent it, cascades included. */
export async function boundStatements(pool: pg.Pool, rowsMax: number): Promise<void> {
  await pool.query(`
    create function refuse_large() returns trigger language plpgsql as $$
    declare
      count bigint := (select count(*) from changed);
    begin
      if count > ${rowsMax} then raise exception '% of % rows of % in one statement', lower(tg_op), count, tg_table_name; end if;
      return null;
    end $$;
    do $$
    declare
      name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger bounded_update after update on %I referencing new table as changed
          for each statement execute function refuse_large()', name);
        execute format('create trigger bounded_delete after delete on %I referencing old table as changed
          for each statement execute function refuse_large()', name);
      end loop;
    end $$`);
}
