import type Stripe from "stripe";
import { z } from "zod";
import { type ListedMoney, type MoneyPage, ProviderError } from "../payment-provider.ts";
import { toProviderMoney } from "./amounts.ts";
import type { AskStripe } from "./ask.ts";
import { metadataSchema } from "./documents.ts";

const pageMax = 100;
/** How long before its capture a charge may have been authorised, in milliseconds. A list has the time of the latter. */
const authorisedForMs = 7 * 86_400_000;

/** Charges, then refunds, then disputes. */
const lists = ["charges", "refunds", "disputes"] as const;
type List = (typeof lists)[number];

const moneyShape = { id: z.string().min(1), amount: z.int(), currency: z.string(), created: z.int() };
const chargeSchema = z.object({
  ...moneyShape,
  status: z.string(),
  captured: z.boolean(),
  amount_captured: z.int(),
  payment_intent: z.string().nullish(),
  metadata: metadataSchema,
});
const refundSchema = z.object({
  ...moneyShape,
  status: z.string().nullable(),
  charge: z.string().nullish(),
  metadata: metadataSchema,
});
const disputeSchema = z.object({ ...moneyShape, status: z.string(), charge: z.string() });
const pageSchema = z.object({ data: z.array(z.object({ id: z.string() }).loose()), has_more: z.boolean() });

/** Stripe's lists of charges, refunds and disputes, the newest first. */
export async function listMoney(
  ask: AskStripe,
  { since, before }: { since: Date; before: Date },
  page: string | undefined,
  until: number,
): Promise<MoneyPage> {
  const { list, after } = readPart(page);
  const from = list === "charges" ? since.getTime() - authorisedForMs : since.getTime();
  const range = { gte: Math.floor(from / 1_000), lt: Math.ceil(before.getTime() / 1_000) };
  const params = { created: range, limit: pageMax, ...(after === undefined ? {} : { starting_after: after }) };
  const request = (client: Stripe, options: Stripe.RequestOptions) => client[list].list(params, options);
  const answer = await ask("list money", request, until);
  const parsed = pageSchema.safeParse(answer.body);
  if (answer.status === 403) throw new ProviderError(`Stripe refuses its list: the key may not read ${list}`);
  if (!parsed.success) throw new ProviderError(`no ${list} listed, status ${answer.status}`);
  const { data, has_more: hasMore } = parsed.data;
  const last = data.at(-1)?.id;
  const following = lists[lists.indexOf(list) + 1];
  return {
    money: data.flatMap((item) => readers[list](item) ?? []),
    next: hasMore && last !== undefined ? `${list}/${last}` : following,
    completeUntil: undefined,
  };
}

function readPart(page: string | undefined): { list: List; after: string | undefined } {
  const [name, after] = page?.split("/") ?? [];
  return { list: lists.find((list) => list === name) ?? "charges", after };
}

/** Reads an entry of each list; `undefined` for what moved no money. */
const readers: Readonly<Record<List, (item: unknown) => ListedMoney | undefined>> = {
  charges: (item) => {
    const { data: charge } = chargeSchema.safeParse(item);
    const isPending = charge?.status === "pending";
    if (charge === undefined || !(isPending || (charge.status === "succeeded" && charge.captured))) return undefined;
    const { amount, amount_captured, currency, metadata } = charge;
    return {
      ...toListed("capture", { ...charge, amount: isPending ? amount : amount_captured, currency }),
      isPending,
      names: metadata.orderId === undefined ? [] : [metadata.orderId],
      providerOrderId: charge.payment_intent ?? undefined,
    };
  },
  refunds: (item) => {
    const { data: refund } = refundSchema.safeParse(item);
    if (refund === undefined || refund.status === "failed" || refund.status === "canceled") return undefined;
    const { metadata, charge } = refund;
    return {
      ...toListed("refund", refund),
      isPending: refund.status !== "succeeded",
      names: metadata.refundId === undefined ? [] : [metadata.refundId],
      captureId: charge ?? undefined,
    };
  },
  disputes: (item) => {
    const { data: dispute } = disputeSchema.safeParse(item);
    if (dispute?.status !== "lost") return undefined;
    return { ...toListed("reversal", dispute), captureId: dispute.charge };
  },
};

type Moved = { id: string; amount: number; currency: string; created: number };

function toListed(kind: ListedMoney["kind"], { id, amount, currency, created }: Moved): ListedMoney {
  return {
    kind,
    id,
    at: new Date(created * 1_000),
    amount: toProviderMoney(amount, currency),
    isPending: false,
    names: [],
    providerOrderId: undefined,
    captureId: undefined,
  };
}
