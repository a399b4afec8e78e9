import { toWire } from "@shop/shared/money";
import { normalized } from "@shop/shared/normalized";
import type { BankStatement, MatchedOrder, ReadStatement, StatementMatch } from "@shop/shared/order/bank-statement";
import { orderEndingOf } from "@shop/shared/order/bank-transfer";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../../../db/client.ts";
import { orders } from "../../../../db/schema/orders.ts";
import { payments } from "../../../../db/schema/payments.ts";
import type { Admin } from "../../../base/actor.ts";
import { isCancelledSql } from "../../../order/cancelled.ts";
import { entryId } from "../entries.ts";
import { type ReadLine, readLines } from "./read-lines.ts";

/**
 * Reads a bank's CSV and finds the orders that its lines pay, by reference and amount. Nothing is written: whoever looks at
 * it records each line. Throws VALIDATION for a text that is no table.
 */
export async function readStatement(
  db: Db,
  _admin: Admin<"orders.refund">,
  { text, columns: chosen }: ReadStatement,
): Promise<BankStatement> {
  const { headings, columns, lines, others } = await readLines(text, chosen);
  const referred = lines.map((line) => ({ line, ending: referenceIn(line.text) }));
  const byEnding = await findOrders(
    db,
    referred.flatMap(({ ending }) => ending ?? []),
  );
  const recorded = await findRecorded(db, referred, byEnding);
  const unpaid = await listUnpaid(db);
  const matcher = new Matcher(recorded, unpaid);
  return {
    headings,
    columns,
    others,
    lines: referred.map(({ line: { amountCents, ...line }, ending }) => ({
      ...line,
      amount: toWire(amountCents),
      match: matcher.match({ amountCents, ...line }, ending === undefined ? undefined : byEnding.get(ending)),
    })),
  };
}

/** The end of the id of the order whose reference is in a text; banks break it and print it in groups. */
function referenceIn(text: string): string | undefined {
  for (const [found] of text.matchAll(/RF *\d(?: *\d){16}/gi)) {
    const ending = orderEndingOf(found);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

type Candidate = {
  id: string;
  customerName: string;
  centsToPay: number;
  paidAt: Date | null;
  isCancelled: boolean;
};

const candidateColumns = {
  id: orders.id,
  customerName: orders.customerName,
  centsToPay: sql<number>`${orders.totalCents} - ${orders.creditCents}`.mapWith(Number),
  paidAt: orders.paidAt,
  isCancelled: isCancelledSql,
};

/** Orders by the ends of their ids. A range of the index, because it knows no other way to find ends. */
async function findOrders(db: Db, endings: string[]): Promise<Map<string, Candidate>> {
  if (endings.length === 0) return new Map();
  const rows = await db
    .select({ ...candidateColumns, ending: sql<string>`wanted.ending` })
    .from(sql`unnest(${sql.param(endings)}::text[]) as wanted(ending)`)
    .innerJoin(
      orders,
      sql`reverse(${orders.id}::text) ~>=~ reverse(wanted.ending) and reverse(${orders.id}::text) ~<~ (reverse(wanted.ending) || 'g')`,
    );
  return new Map(rows.map(({ ending, ...order }) => [ending, order]));
}

type Referred = { line: ReadLine; ending: string | undefined };

/** The entries that were recorded before for these orders. */
async function findRecorded(
  db: Db,
  lines: readonly Referred[],
  byEnding: ReadonlyMap<string, Candidate>,
): Promise<ReadonlySet<string>> {
  const wanted = lines.flatMap(({ line, ending }) => {
    const order = ending === undefined ? undefined : byEnding.get(ending);
    return order === undefined ? [] : [entryId(order.id, line.entry)];
  });
  const rows = await db
    .select({ id: payments.providerOrderId })
    .from(payments)
    .where(and(inArray(payments.providerOrderId, wanted), ne(payments.status, "failed")));
  return new Set(rows.map(({ id }) => id));
}

/** Orders that await a transfer, of which a few hundred are compared by name. */
function listUnpaid(db: Db): Promise<Candidate[]> {
  return db
    .select(candidateColumns)
    .from(orders)
    .where(and(isNull(orders.paidAt), orders.isStockHeld, eq(orders.paymentMethod, "Bank Transfer")))
    .limit(500);
}

const toMatched = ({ id, customerName, centsToPay }: Candidate): MatchedOrder => ({
  _id: id,
  customer: customerName,
  totalPrice: toWire(centsToPay),
});

/** Finds what each line is; an order is paid by the first of a statement's lines that pays it. */
class Matcher {
  private readonly taken = new Set<string>();

  constructor(
    private readonly recorded: ReadonlySet<string>,
    private readonly unpaid: readonly Candidate[],
  ) {}

  match(line: ReadLine, order: Candidate | undefined): StatementMatch {
    if (order === undefined) return this.byName(line);
    return { is: this.kindOf(line, order), order: toMatched(order) };
  }

  private kindOf({ entry, amountCents }: ReadLine, order: Candidate): Exclude<StatementMatch["is"], "none"> {
    if (this.recorded.has(entryId(order.id, entry))) return "recorded";
    if (order.isCancelled) return "cancelled";
    if (order.paidAt !== null || this.taken.has(order.id)) return "paid";
    if (amountCents !== order.centsToPay) return "differs";
    this.taken.add(order.id);
    return "pays";
  }

  /** The only order of this amount whose customer's whole name is in the line. */
  private byName({ text, amountCents }: ReadLine): StatementMatch {
    const words = new Set(wordsOf(text));
    const [found, ...others] = this.unpaid.filter(
      ({ id, customerName, centsToPay }) =>
        centsToPay === amountCents && !this.taken.has(id) && wordsOf(customerName).every((word) => words.has(word)),
    );
    return found === undefined || others.length > 0 ? { is: "none" } : { is: "perhaps", order: toMatched(found) };
  }
}

/** The words of a text without accents and capitals. */
function wordsOf(text: string): string[] {
  const plain = normalized(text, "NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
