import { parseArgs } from "node:util";
import { plainAmount } from "@shop/shared/order/earlier-order";
import { onlineProviders } from "@shop/shared/order/online-providers";
import { openDb } from "../src/db/client.ts";
import {
  findUnknownMoney,
  type MoneySearch,
  recordUnknownMoney,
  type UnknownMoney,
} from "../src/domain/payment/unknown-money.ts";
import { EnvError } from "../src/env/variables.ts";
import { openPayments } from "../src/infra/payments.ts";
import { readProviders } from "./read-providers.ts";
import { runCommand, withDatabase } from "./with-database.ts";

const usage =
  "Lists captures and refunds at PayPal and Stripe that the shop has not recorded: " +
  "unknown-payments --since 2026-01-31T12:00Z [--until 2026-01-31T18:00Z] [--record] [--all]";

/** What to do with each kind, the one that matters most first. */
const advice: readonly (readonly [UnknownMoney["verdict"]["is"], string])[] = [
  [
    "lost order",
    "Customers paid for these orders, which the shop does not have. Open each at the provider: write to its payer, and refund it there or enter the order anew in the admin, paid otherwise. Another shop of this program on the same account looks the same.",
  ],
  [
    "unrecorded",
    "The orders are there, the payments are not recorded. With --record the running shop looks each up, compares it with its order and records it.",
  ],
  [
    "unrecorded refund",
    "The payments are there, the refunds are not recorded. With --record the running shop looks each up, records it and opens a matter.",
  ],
  ["refund of the list", "These give back payments of the lists above: nothing more to refund for them."],
  ["foreign", "Nothing in these is the shop's: other shops on the account, payments by hand, invoices."],
];

await runCommand(async () => {
  const { since, before, isRecording, showsAll } = readOptions();
  await withDatabase(async ({ url, env }) => {
    const { payments: paypal, stripe } = await readProviders(env, url);
    const connected = openPayments({ paypal, stripe });
    const { db, close } = openDb({ url, poolMax: 1, name: "shop command" });
    try {
      const found: UnknownMoney[] = [];
      for (const via of onlineProviders) {
        const provider = connected.providers[via];
        if (provider === undefined) continue;
        const range = { range: { since, before }, actMs: connected.actMs };
        const search = await findUnknownMoney(db, [via, provider], range);
        report(via, search, before);
        found.push(...search.found);
      }
      print(found, showsAll);
      if (isRecording) {
        const count = await recordUnknownMoney(db, connected, found);
        console.log(`The shop looks up ${count} of them now; see Needs attention in the order list in some minutes.`);
      }
    } finally {
      await close();
    }
  });
});

function readOptions() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { since: text, until: text, record: flag, all: flag } });
  const since = new Date(values.since ?? "");
  const before = values.until === undefined ? new Date() : new Date(values.until);
  if (Number.isNaN(since.getTime()) || Number.isNaN(before.getTime()) || since >= before) throw new EnvError(usage);
  return { since, before, isRecording: values.record, showsAll: values.all };
}

function report(via: string, { listed, problem, completeUntil }: MoneySearch, before: Date): void {
  console.log(`${via}: ${listed} captures and refunds compared`);
  if (completeUntil !== undefined && completeUntil < before) {
    console.log(`${via}: its list is complete until ${completeUntil.toISOString()}; ask again for what is later`);
  }
  if (problem === undefined) return;
  console.error(`${via}: the list is not complete: ${problem}`);
  process.exitCode = 1;
}

function print(found: readonly UnknownMoney[], showsAll: boolean): void {
  for (const [kind, text] of advice) {
    const ofKind = found.filter(({ verdict }) => verdict.is === kind);
    if (ofKind.length === 0) continue;
    console.log(`\n${ofKind.length} × ${kind}. ${text}`);
    if (kind === "foreign" && !showsAll) console.log("  --all lists them");
    else for (const money of ofKind) console.log(`  ${lineOf(money)}`);
  }
  if (found.length === 0) console.log("The shop has recorded all of it.");
}

/** Names that others gave are quoted, so that a terminal obeys none of them. */
function lineOf({ via, kind, id, at, amount, isPending, verdict, captureId, names }: UnknownMoney): string {
  const order = "orderId" in verdict ? `order ${verdict.orderId}` : names.map((name) => JSON.stringify(name)).join(" ");
  const sum =
    amount?.cents == null || !/^[A-Z]{3}$/.test(amount.currency)
      ? "unknown amount"
      : `${plainAmount(amount.cents, amount.currency)} ${amount.currency}`;
  const state = isPending ? ", pending" : "";
  return [at.toISOString(), via, kind + state, id, sum, order, captureId === undefined ? "" : `of ${captureId}`]
    .filter((part) => part !== "")
    .join("  ");
}
