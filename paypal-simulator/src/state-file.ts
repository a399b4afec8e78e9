import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { disputeSchema, orderSchema, webhookEventSchema } from "./bank/resources.ts";
import type { Bank } from "./bank.ts";
import { type ResponseCache, storedAnswersSchema } from "./response-cache.ts";

const decisionSchema = z.enum(["approve", "decline", "pend", "cancel"]);
const stateSchema = z.object({
  version: z.literal(1),
  orders: z.array(orderSchema),
  disputes: z.array(disputeSchema),
  decisions: z.array(z.tuple([z.string(), decisionSchema])),
  declines: z.array(z.tuple([z.string(), z.number()])),
  /** The capture of each refund. */
  refundedCaptures: z.array(z.tuple([z.string(), z.string()])),
  events: z.array(webhookEventSchema),
  answers: storedAnswersSchema,
});

type State = z.infer<typeof stateSchema>;
type PersistedState = { bank: Bank; answers: ResponseCache };

/** The debounce time of writes, in milliseconds. */
const gatherMs = 100;
/** Only the newest events are stored, so that they can be delivered again by hand. */
const eventsMax = 200;

/** Persists the state in a file. Returns a function that writes pending changes now. */
export function storeState(file: string, persisted: PersistedState, report: (problem: string) => void): () => void {
  const state = readState(file, report);
  if (state !== undefined) restore(persisted, state);
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      writeState(file, persisted);
    } catch (error) {
      report(`The simulator's state could not be written to ${file}: ${String(error)}`);
    }
  };
  persisted.bank.store.onChange(() => {
    timer ??= setTimeout(write, gatherMs).unref();
  });
  return write;
}

/** An unreadable file is renamed, so that nothing is lost and the simulator starts. */
function readState(file: string, report: (problem: string) => void): State | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    report(`The simulator's state in ${file} cannot be read; it is now ${file}.broken, and all begins anew`);
    renameSync(file, `${file}.broken`);
    return undefined;
  }
}

function writeState(file: string, { bank, answers }: PersistedState): void {
  const { store } = bank;
  const state: State = {
    version: 1,
    orders: [...store.orders.values()],
    disputes: [...store.disputes.values()],
    decisions: [...store.decisions],
    declines: [...store.declines],
    refundedCaptures: [...store.refunds].map(([id, { captureId }]) => [id, captureId]),
    events: store.events.slice(-eventsMax),
    answers: answers.entries(),
  };
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.new`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  // Written to a temporary file and renamed, so that readers never see a partial file.
  renameSync(draft, file);
}

function restore({ bank, answers }: PersistedState, state: State): void {
  const { store } = bank;
  const captureOf = new Map(state.refundedCaptures);
  for (const order of state.orders) {
    store.addOrder(order);
    for (const unit of order.purchase_units) {
      for (const capture of unit.payments?.captures ?? []) store.addCapture({ order, unit, capture });
      for (const refund of unit.payments?.refunds ?? []) {
        const captureId = captureOf.get(refund.id);
        if (captureId !== undefined) store.refunds.set(refund.id, { refund, captureId });
      }
    }
  }
  for (const dispute of state.disputes) store.disputes.set(dispute.dispute_id, dispute);
  for (const [id, decision] of state.decisions) store.decisions.set(id, decision);
  for (const [id, count] of state.declines) store.declines.set(id, count);
  store.events.push(...state.events);
  answers.restore(state.answers);
  bank.resumeClearing();
}
