import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { CaptureEntry, RefundEntry } from "./bank/payment-store.ts";
import type { Capture } from "./bank/resources.ts";
import type { Bank } from "./bank.ts";
import type { Serve } from "./serve-call.ts";
import type { SimulatorState } from "./simulator-state.ts";

/** Internet times with their seconds and their zone, as PayPal wants them. */
const timeSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/)
  .transform((text) => Date.parse(text));
const querySchema = z.object({
  start_date: timeSchema,
  end_date: timeSchema,
  fields: z.string().default("transaction_info"),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
});

const rangeMaxMs = 31 * 86_400_000;

/** The Transaction Search API. Its entries have times of whole seconds, refunds a negative amount. */
export function reportingApi(app: FastifyInstance, { bank }: SimulatorState, serve: Serve): void {
  app.get(
    "/v1/reporting/transactions",
    serve("list transactions", ({ query }) => {
      const { start_date, end_date, page_size, page } = querySchema.parse(query);
      if (end_date < start_date || end_date - start_date > rangeMaxMs) return refused("INVALID_REQUEST");
      const entries = entriesOf(bank).filter(({ at }) => at >= start_date && at <= end_date);
      if (entries.length > bank.reportMax) return refused("RESULTSET_TOO_LARGE");
      const shown = entries.slice((page - 1) * page_size, page * page_size);
      return {
        status: 200,
        body: {
          transaction_details: shown.map(({ info }) => ({ transaction_info: info })),
          account_number: "SIMULATEDSHOP",
          start_date: new Date(start_date).toISOString(),
          end_date: new Date(end_date).toISOString(),
          last_refreshed_datetime: reportTime(new Date(bank.now()).toISOString()),
          page,
          total_items: entries.length,
          total_pages: Math.ceil(entries.length / page_size),
          links: [],
        },
      };
    }),
  );
}

function refused(name: string) {
  return { status: 400, body: { name, message: "The simulator says no.", details: [] } };
}

type Entry = { at: number; info: Record<string, unknown> };

/** What moved money, the oldest first, and a fee beside each payment, as accounts have them. */
function entriesOf(bank: Bank): Entry[] {
  const captures = bank.store.captureEntries().filter(({ capture }) => capture.status !== "FAILED");
  const refunds = [...bank.store.refunds.values()].filter(({ refund }) => refund.status !== "FAILED");
  return [...captures.map(toPayment), ...captures.map(toFee), ...refunds.map(toRefund)].sort((a, b) => a.at - b.at);
}

const statuses: Partial<Record<Capture["status"], string>> = { PENDING: "P", DECLINED: "D", REFUNDED: "V" };

function toPayment({ capture }: CaptureEntry): Entry {
  const names = { invoice_id: capture.invoice_id, custom_field: capture.custom_id };
  return toEntry(capture.create_time, {
    transaction_id: capture.id,
    transaction_event_code: "T0006",
    transaction_amount: capture.amount,
    transaction_status: statuses[capture.status] ?? "S",
    ...names,
  });
}

function toFee({ capture }: CaptureEntry): Entry {
  const { currency_code } = capture.amount;
  return toEntry(capture.create_time, {
    transaction_id: `FEE${capture.id}`,
    paypal_reference_id: capture.id,
    paypal_reference_id_type: "TXN",
    transaction_event_code: "T0100",
    transaction_amount: { currency_code, value: "-0.30" },
    transaction_status: "S",
  });
}

function toRefund({ refund, captureId }: RefundEntry): Entry {
  const isReversal = refund.note_to_payer === "Payment reversed";
  return toEntry(refund.create_time, {
    transaction_id: refund.id,
    paypal_reference_id: captureId,
    paypal_reference_id_type: "TXN",
    transaction_event_code: isReversal ? "T1106" : "T1107",
    transaction_amount: { ...refund.amount, value: `-${refund.amount.value}` },
    transaction_status: refund.status === "PENDING" ? "P" : "S",
    custom_field: refund.custom_id,
  });
}

function toEntry(time: string, info: Record<string, unknown>): Entry {
  const written = reportTime(time);
  return {
    at: Date.parse(time),
    info: { ...info, transaction_initiation_date: written, transaction_updated_date: written },
  };
}

/** Times of reports are written with an offset without a colon. */
function reportTime(time: string): string {
  return time.replace(/(\.\d+)?Z$/, "+0000");
}
