import { type BankStatement, statementCharactersMax } from "@shop/shared/order/bank-statement";
import { spacedReference, transferReference } from "@shop/shared/order/bank-transfer";
import type { StoredSettings } from "@shop/shared/settings/settings";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeProduct } from "../harness/factories.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const fixed: StoredSettings = {
  paymentMethods: ["PayPal", "Credit Card", "Bank Transfer"],
  bankDetails: ["Account holder: Lumen & Loom", "IBAN: DE02 1203 0000 0000 2020 51"],
};
const shop = startTestShop({ takesPayments: true, fixed });

let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const placedSchema = z.looseObject({ _id: z.uuid() });

/** An order over 21.50 by a customer of this name, to be paid by bank transfer. */
async function ordered(customerName = "Ada Lovelace"): Promise<string> {
  const product = await makeProduct(shop.db, { priceCents: 10_00, countInStock: 10 });
  const customer = await makeCustomer(shop);
  const body = { ...orderOf([{ product, qty: 1 }]), paymentMethod: "Bank Transfer" };
  const { _id } = placedSchema.parse((await customer.rest("POST", "/api/orders", body)).body);
  await shop.pool.query("update orders set buyer_name = $2 where id = $1", [_id, customerName]);
  return _id;
}

const statementSchema = z.looseObject({
  headings: z.array(z.string()),
  columns: z.looseObject({}).nullable(),
  others: z.int(),
  lines: z.array(
    z.looseObject({ line: z.int(), amount: z.number(), entry: z.string(), match: z.looseObject({ is: z.string() }) }),
  ),
});

const ask = (text: string, columns?: object) =>
  admin.trpc("mutation", "admin.orders.readStatement", { text, ...(columns === undefined ? {} : { columns }) });
const read = async (text: string, columns?: object) => statementSchema.parse((await ask(text, columns)).body);
const matchesOf = ({ lines }: Pick<BankStatement, "lines"> | z.infer<typeof statementSchema>) =>
  lines.map(({ match }) => match.is);

const record = (id: string, amount: number, bankReference: string) =>
  admin.rest("POST", `/api/orders/${id}/bank-transfer`, { amount, bankReference });

describe("A statement", () => {
  it("of a German bank, with lines about the account before its table, is matched by reference and amount", async () => {
    const [one, two] = [await ordered(), await ordered()];
    const text = [
      '"Kontonummer:";"DE02 1203 0000 0000 2020 51"',
      '"Von:";"01.11.2026"',
      "",
      '"Buchungstag";"Verwendungszweck";"Auftraggeber";"Betrag (EUR)"',
      `"03.11.2026";"SVWZ+${spacedReference(transferReference(one))} Danke";"ADA LOVELACE";"21,50"`,
      `"03.11.2026";"${transferReference(two).toLowerCase()}";"GRACE HOPPER";"1.020,00"`,
      '"04.11.2026";"Miete";"Hausverwaltung";"-1.200,00"',
      '"04.11.2026";"Zinsen";"Bank";"0,17"',
    ].join("\r\n");
    const statement = await read(text);
    expect(statement.headings).toEqual(["Buchungstag", "Verwendungszweck", "Auftraggeber", "Betrag (EUR)"]);
    expect(statement.columns).toEqual({ amount: 3, day: 0, entry: null });
    expect(statement.others).toBe(1);
    expect(statement.lines).toMatchObject([
      { day: "03.11.2026", amount: 21.5, match: { is: "pays", order: { _id: one, totalPrice: 21.5 } } },
      { amount: 1020, match: { is: "differs", order: { _id: two } } },
      { amount: 0.17, match: { is: "none" } },
    ]);
  });

  it("that was recorded says so when it is read again, whatever else is in the file by then", async () => {
    const id = await ordered();
    const line = `2026-11-03,Transfer ${transferReference(id)},21.50`;
    const [first] = (await read(`Date,Details,Amount\n${line}\n`)).lines;
    expect(first?.match.is).toBe("pays");
    expect((await record(id, first?.amount ?? 0, first?.entry ?? "")).status).toBe(200);
    const again = await read(`Date,Details,Amount\n2026-11-04,Other,5.00\n${line}\n`);
    expect(matchesOf(again)).toEqual(["none", "recorded"]);
    // Recording it once more changes nothing.
    expect((await record(id, 21.5, again.lines[1]?.entry ?? "")).status).toBe(200);
    const { rows } = await shop.pool.query("select count(*)::int as n from payments where order_id = $1", [id]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("with the same money twice pays an order by the first line, and tells the two lines apart", async () => {
    const id = await ordered();
    const line = `2026-11-03;${transferReference(id)};21,50`;
    const { lines } = await read(`Date;Details;Amount\n${line}\n${line}\n`);
    expect(lines.map(({ match }) => match.is)).toEqual(["pays", "paid"]);
    expect(new Set(lines.map(({ entry }) => entry)).size).toBe(2);
  });

  it("says what was paid or cancelled before, by the bank's own numbers of entries", async () => {
    const [paid, cancelled] = [await ordered(), await ordered()];
    await record(paid, 21.5, "by hand");
    await admin.rest("PUT", `/api/orders/${cancelled}/cancel`, {});
    const text = ["Transaction ID\tDate\tText\tAmount"]
      .concat([paid, cancelled].map((id, n) => `TX-${n}\t2026-11-03\t${transferReference(id)}\t21.50`))
      .join("\n");
    const statement = await read(text);
    expect(statement.columns).toEqual({ amount: 3, day: 1, entry: 0 });
    expect(statement.lines.map(({ entry }) => entry)).toEqual(["TX-0", "TX-1"]);
    expect(matchesOf(statement)).toEqual(["paid", "cancelled"]);
  });

  it("without a reference is perhaps for the only order of its name and amount", async () => {
    const id = await ordered("Zoë Ångström");
    const line = (name: string, amount = "21.50") => `2026-11-03,Order from ${name},${amount}`;
    const head = "Date,Details,Amount";
    const lines = [line("ZOE ANGSTROM"), line("Zoë"), line("Zoe Angstrom", "21.51")];
    const found = await read([head, ...lines].join("\n"));
    expect(found.lines.map(({ match }) => match)).toMatchObject([
      { is: "perhaps", order: { _id: id } },
      { is: "none" },
      { is: "none" },
    ]);
    await ordered("Zoe Angstrom");
    expect(matchesOf(await read(`${head}\n${line("Zoe Angstrom")}`))).toEqual(["none"]);
  });

  it("with a wrong letter in its reference is for no order", async () => {
    const id = await ordered("Somebody Unmatched");
    const reference = transferReference(id);
    const wrong = reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
    expect(matchesOf(await read(`Date,Details,Amount\n2026-11-03,${wrong},21.50`))).toEqual(["none"]);
  });

  it("is read by the columns that are chosen, where the heading says nothing", async () => {
    const id = await ordered();
    const text = `A,B,C,D\n2026-11-03,7.00,${transferReference(id)},21.50\n`;
    const open = await read(text);
    expect(open).toMatchObject({ headings: ["A", "B", "C", "D"], columns: null, lines: [] });
    const chosen = await read(text, { amount: 3, day: 0, entry: null });
    expect(chosen.lines).toMatchObject([{ day: "2026-11-03", amount: 21.5, match: { is: "pays" } }]);
    expect((await ask(text, { amount: -1, day: null, entry: null })).status).toBe(400);
  });

  it.each([
    ["that is empty", ""],
    ["of one column", "Hello\nthere\n"],
    ["that is none", "\0\u0001\u0002"],
    ["that is too large", `Date,Amount\n${"2026-11-03,1.00\n".repeat(statementCharactersMax / 16)}`],
    ["of too many lines", `Date,Amount\n${"1,2\n".repeat(3_000)}`],
    ["with open quotes", `Date,Amount\n"2026-11-03,1.00\n${"a,b\n".repeat(3)}`],
  ])("%s is refused with words, or has no lines", async (_name, text) => {
    const reply = await ask(text);
    if (reply.status === 200) expect(statementSchema.parse(reply.body).lines).toEqual([]);
    else expect([reply.status, reply.code]).toEqual([400, "VALIDATION"]);
  });

  it("is read for those alone who may move money", async () => {
    const customer = await makeCustomer(shop);
    const refused = await customer.trpc("mutation", "admin.orders.readStatement", { text: "a,b\n1,2" });
    expect(refused.status).toBe(403);
  });
});
