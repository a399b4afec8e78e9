import type { ChangeCredit, CustomerCredit } from "@shop/shared/credit/credit-schema";
import { formatMoney, toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { openCreditAccount, readCustomerCredit } from "./customer-account.ts";
import { lockBalance, transferCredit } from "./transfer.ts";

type Changer = Admin<"customers.read" | "orders.refund">;

/**
 * Gives a customer credit, of which a mail tells, or takes it back. The same key changes nothing again. Throws NOT_FOUND for
 * an unknown or deleted customer, and VALIDATION for a guest, who could not spend it, and for more than is left.
 */
export async function changeCredit(db: Db, admin: Changer, input: ChangeCredit): Promise<CustomerCredit> {
  await db.transaction(async (tx) => {
    const customer = await lockHolder(tx, input.id);
    if ((await tx.$count(creditTransfers, eq(creditTransfers.id, input.key))) > 0) return;
    await moveCredit(tx, admin, { ...input, account: await openCreditAccount(tx, customer.id) });
    const amountCents = input.act === "given" ? input.amount : -input.amount;
    const changes = { creditCents: [0, amountCents] as [number, number] };
    const subject = customer.name;
    await recordAct(tx, admin, {
      act: "changed the credit of",
      entity: "user",
      entityId: customer.id,
      subject,
      changes,
    });
    if (input.act === "taken back") return;
    const { amount, reason } = input;
    const data = { name: customer.name, amountCents: amount, reason };
    await writeAccountMail(tx, { kind: "credit given", userId: customer.id, recipient: customer.email, data });
  });
  return readCustomerCredit(db, admin, input.id);
}

async function moveCredit(tx: Db, admin: Changer, change: ChangeCredit & { account: string }): Promise<void> {
  const { key: id, act, amount: amountCents, reason, account } = change;
  const holder = { holder: account };
  const sides = act === "given" ? ({ from: "given", to: holder } as const) : ({ from: holder, to: "given" } as const);
  if (await transferCredit(tx, { id, act, ...sides, amountCents, reason, madeBy: admin.id })) return;
  const left = formatMoney(toWire(await lockBalance(tx, account)));
  const message = `This customer has ${left} of credit, so no more can be taken back`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "amount", message }] });
}

/** Locks a customer who can spend credit. Throws as `changeCredit`. */
export async function lockHolder(tx: Db, userId: string): Promise<{ id: string; name: string; email: string }> {
  if (!isId(userId)) throw notFound("User");
  const [found] = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  if (found === undefined) throw notFound("User");
  if (found.email !== null) return { ...found, email: found.email };
  throw new DomainError("VALIDATION", "This customer bought without an account, so there is nowhere to keep credit");
}
