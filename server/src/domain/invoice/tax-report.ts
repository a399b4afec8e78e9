import { toWire } from "@shop/shared/money";
import type { TaxReportRange, TaxReportRow } from "@shop/shared/order/tax-report";
import { taxPercent } from "@shop/shared/shop";
import { countryCode } from "@shop/shared/terms-of-sale/countries";
import { euCountries } from "@shop/shared/terms-of-sale/starting-rates";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { invoices, refunds } from "../../db/schema/payments.ts";
import type { Reader } from "../base/actor.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";

/** Papers from before terms of sale had versions name one rate, which was that of all goods. */
const specifiedTaxes = sql`jsonb_build_array(jsonb_build_object('name', 'Tax', 'rate', ${taxPercent * 1_000}::int,
  'taxCents', i.content->'taxCents', 'netCents', coalesce((i.content->>'itemsCents')::bigint,
    round((i.content->>'taxCents')::numeric * 100 / ${taxPercent}))))`;

const rowSchema = z.array(
  z.object({
    month: z.string(),
    country: z.string(),
    tax: z.string(),
    rate: z.coerce.number(),
    net: z.coerce.number(),
    amount: z.coerce.number(),
  }),
);

/**
 * The taxes of some months by country and rate: the invoices less the credit notes, by the day of each paper. A credit
 * note whose refund failed counts nothing.
 */
export async function readTaxReport(
  db: Db,
  _reader: Reader<"insights.read">,
  { firstMonth, lastMonth }: TaxReportRange,
): Promise<TaxReportRow[]> {
  const { rows } = await db.execute(sql`
    select left(i.content->>'issuedOn', 7) as month, t->>'name' as tax, (t->>'rate')::numeric as rate,
      coalesce(i.content->'terms'->>'countryCode', i.content->'customer'->>'country') as country,
      sum((t->>'netCents')::numeric * case when i.kind = 'invoice' then 1 else -1 end) as net,
      sum((t->>'taxCents')::numeric * case when i.kind = 'invoice' then 1 else -1 end) as amount
    from ${invoices} i
    left join ${refunds} r on r.id = i.refund_id
    cross join lateral jsonb_array_elements(coalesce(i.content->'taxes', ${specifiedTaxes})) as t
    where i.year between ${Number(firstMonth.slice(0, 4))}::int and ${Number(lastMonth.slice(0, 4))}::int
      and left(i.content->>'issuedOn', 7) between ${firstMonth} and ${lastMonth} and r.status is distinct from 'failed'
    group by 1, 2, 3, 4`);
  return bySameCountry(rowSchema.parse(rows));
}

/** Joins the spellings of a country, in the order of month, country and rate. */
function bySameCountry(rows: readonly TaxReportRow[]): TaxReportRow[] {
  const sums = new Map<string, TaxReportRow>();
  for (const row of rows) {
    const country = countryCode(row.country);
    const key = JSON.stringify([row.month, country, row.tax, row.rate]);
    const sum = sums.get(key) ?? { ...row, country, net: 0, amount: 0 };
    sums.set(key, { ...sum, net: sum.net + row.net, amount: sum.amount + row.amount });
  }
  const keyOf = ({ month, country, tax, rate }: TaxReportRow) =>
    `${month} ${country} ${tax} ${String(rate).padStart(7, "0")}`;
  return [...sums.values()]
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((row) => ({ ...row, rate: row.rate / 1_000, net: toWire(row.net), amount: toWire(row.amount) }));
}

/** This year's net sales to other countries of the EU, and the threshold that the owner watches; null for none. */
export type DistanceSales = { net: number; max: number } | null;

/** How close the shop is to the threshold from which the rates of its customers' countries apply. */
export async function readDistanceSales(
  db: Db,
  reader: Reader<"insights.read">,
  { terms, today }: { terms: TermsReader; today: string },
): Promise<DistanceSales> {
  const { terms: of } = await terms.current(db);
  if (of.distanceSalesMax === null) return null;
  const year = today.slice(0, 4);
  const rows = await readTaxReport(db, reader, { firstMonth: `${year}-01`, lastMonth: `${year}-12` });
  const abroad = rows.filter(({ country }) => country !== of.country && euCountries.includes(country));
  return { net: abroad.reduce((sum, { net }) => sum + net, 0), max: toWire(of.distanceSalesMax) };
}
