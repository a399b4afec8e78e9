import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "./account/refusal.ts";
import type { Charge, PaymentIntent } from "./account/resources.ts";
import type { Account } from "./account.ts";
import { type FormObject, readForm } from "./form.ts";
import type { Serve, ServerState } from "./serve-call.ts";

const metadataSchema = z.record(z.string().max(40), z.string().max(500)).default({});
const expandSchema = z.array(z.string()).default([]);
const createSchema = z.object({
  amount: z.coerce.number().int().max(99_999_999),
  currency: z.string().length(3),
  automatic_payment_methods: z.object({ enabled: z.literal("true") }),
  payment_method_options: z.object({ card: z.object({ capture_method: z.literal("manual") }) }),
  description: z.string().max(1_000).optional(),
  metadata: metadataSchema,
});
const refundSchema = z.object({
  charge: z.string(),
  amount: z.coerce.number().int().optional(),
  metadata: metadataSchema,
});
const limitSchema = z.coerce.number().int().min(1).max(100).default(10);
const listSchema = z.object({
  payment_intent: z.string().optional(),
  created: z.object({ gte: z.coerce.number().default(0), lt: z.coerce.number().default(Infinity) }).optional(),
  starting_after: z.string().optional(),
  limit: limitSchema,
});
const idSchema = z.object({ id: z.string() });

/** So many refunds an expanded charge shows. */
const expandedMax = 10;

/** The part of Stripe's API that the shop uses. */
export function stripeApi(app: FastifyInstance, { account }: ServerState, serve: Serve): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, readForm(String(body))),
  );
  app.post(
    "/v1/payment_intents",
    serve("create", ({ body }) => {
      const { amount, currency, metadata, description = null } = createSchema.parse(body);
      return account.create({ amount, currency, metadata, description });
    }),
  );
  app.get(
    "/v1/payment_intents/:id",
    serve("read", (request) =>
      expanded(account, account.read(idOf(request)), expandSchema.parse(queryOf(request).expand)),
    ),
  );
  app.post(
    "/v1/payment_intents/:id/capture",
    serve("capture", (request) => {
      const { expand } = z.object({ expand: expandSchema }).parse(request.body ?? {});
      return expanded(account, account.capture(idOf(request)), expand);
    }),
  );
  app.post(
    "/v1/payment_intents/:id/cancel",
    serve("cancel", (request) => account.cancel(idOf(request))),
  );
  app.get(
    "/v1/charges",
    serve("list charges", (request) =>
      listed(queryOf(request), (intent) => (intent === undefined ? account.charges : account.chargesOf(intent))),
    ),
  );
  app.get(
    "/v1/charges/:id",
    serve("read charge", (request) => account.charge(idOf(request))),
  );
  app.post(
    "/v1/refunds",
    serve("refund", ({ body }) => account.refund(refundSchema.parse(body))),
  );
  app.get(
    "/v1/refunds",
    serve("list", (request) =>
      listed(queryOf(request), (intent) => {
        if (intent === undefined) return account.refunds;
        const charge = account.chargeOf(intent);
        return charge === undefined ? [] : account.refundsOf(charge.id);
      }),
    ),
  );
  app.get(
    "/v1/disputes",
    serve("list", (request) =>
      listed(queryOf(request), (intent) => {
        if (intent === undefined) return account.disputes;
        const charge = account.chargeOf(intent);
        return charge === undefined ? [] : account.disputesOf(charge.id);
      }),
    ),
  );
}

const idOf = ({ params }: FastifyRequest) => idSchema.parse(params).id;

function queryOf({ url }: FastifyRequest): FormObject {
  return readForm(url.split("?")[1] ?? "");
}

/** A page of a list: those of an intent or of all, made in a time, behind an item; the newest come first. */
function listed<Item extends { id: string; created: number }>(
  query: FormObject,
  itemsOf: (intent: string | undefined) => readonly Item[],
) {
  const { payment_intent, created, starting_after, limit } = listSchema.parse(query);
  const { gte, lt } = created ?? { gte: 0, lt: Infinity };
  const items = itemsOf(payment_intent).filter((item) => item.created >= gte && item.created < lt);
  if (starting_after === undefined) return page(items, limit);
  const place = items.findIndex(({ id }) => id === starting_after);
  if (place === -1) throw new Refusal(400, "resource_missing", { param: "starting_after" });
  return page(items.slice(0, place), limit);
}

/** The newest come first. */
function page<Item>(items: readonly Item[], limit: number) {
  return { object: "list", data: items.toReversed().slice(0, limit), has_more: items.length > limit };
}

/** An intent with its charge, and the refunds of that, as far as they are asked for. */
function expanded(account: Account, intent: PaymentIntent, expand: readonly string[]) {
  const charge = intent.latest_charge === null ? null : account.charge(intent.latest_charge);
  if (charge === null || !expand.includes("latest_charge")) return intent;
  return { ...intent, latest_charge: expand.includes("latest_charge.refunds") ? withRefunds(account, charge) : charge };
}

function withRefunds(account: Account, charge: Charge) {
  return { ...charge, refunds: page(account.refundsOf(charge.id), expandedMax) };
}
