import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { refuseAmount } from "./bank/money.ts";
import type { Serve } from "./serve-call.ts";
import type { SimulatorState } from "./simulator-state.ts";

const moneySchema = z.object({ currency_code: z.string().length(3), value: z.string() });
const createSchema = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        amount: moneySchema,
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
      }),
    )
    .min(1)
    .max(10),
  application_context: z
    .object({
      brand_name: z.string().max(127).optional(),
      return_url: z.url().optional(),
      cancel_url: z.url().optional(),
      shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
      user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
    })
    .optional(),
});
const ofUnit = "/purchase_units/@reference_id=='default'/";
/** The changes of an order that the shop makes. */
const changeSchema = z
  .array(
    z.discriminatedUnion("path", [
      z.object({
        op: z.enum(["add", "replace"]),
        path: z.literal(`${ofUnit}custom_id`),
        value: z.string().max(255),
      }),
      z.object({
        op: z.enum(["add", "replace"]),
        path: z.literal(`${ofUnit}invoice_id`),
        value: z.string().max(127),
      }),
      z.object({ op: z.literal("replace"), path: z.literal(`${ofUnit}amount`), value: moneySchema }),
    ]),
  )
  .min(1);
const idSchema = z.object({ id: z.string() });
const trackSchema = z.object({
  capture_id: z.string().regex(/^[a-zA-Z0-9-]{1,50}$/),
  tracking_number: z.string().min(1).max(64),
  carrier: z.string().regex(/^[0-9A-Z_]{1,64}$/),
  carrier_name_other: z.string().min(1).max(64).optional(),
  notify_payer: z.boolean().default(false),
});
const trackerSchema = z.object({ id: z.string(), trackerId: z.string() });
/** The only change of a status that the provider takes. */
const cancelSchema = z.tuple([
  z.object({ op: z.literal("replace"), path: z.literal("/status"), value: z.literal("CANCELLED") }),
]);

/** Access tokens and the orders API. */
export function ordersApi(app: FastifyInstance, state: SimulatorState, serve: Serve): void {
  const { bank } = state;

  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
    payload.resume();
    payload.on("end", () => done(null));
  });
  app.post(
    "/v1/oauth2/token",
    serve(
      "token",
      (request) => {
        const { credentials } = state;
        const basic = Buffer.from(`${credentials?.clientId}:${credentials?.clientSecret}`).toString("base64");
        if (credentials !== undefined && request.headers.authorization !== `Basic ${basic}`) {
          return { status: 401, body: { error: "invalid_client" } };
        }
        const token = `SIM-TOKEN-${randomBytes(24).toString("hex")}`;
        state.tokens.add(token);
        return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
      },
      true,
    ),
  );
  app.post(
    "/v2/checkout/orders",
    serve("create", (request) => {
      const { purchase_units, application_context } = createSchema.parse(request.body);
      for (const { amount } of purchase_units) refuseAmount(amount);
      return { status: 201, body: bank.create(purchase_units, application_context) };
    }),
  );
  app.get(
    "/v2/checkout/orders/:id",
    serve("read", (request) => ({ status: 200, body: bank.read(idSchema.parse(request.params).id) })),
  );
  app.patch(
    "/v2/checkout/orders/:id",
    serve("change", ({ params, body }) => {
      const changes = changeSchema.parse(body);
      for (const each of changes) if (each.path === `${ofUnit}amount`) refuseAmount(each.value);
      const change = Object.fromEntries(changes.map(({ path, value }) => [path.slice(ofUnit.length), value]));
      bank.change(idSchema.parse(params).id, change);
      return { status: 204, body: undefined };
    }),
  );
  app.post(
    "/v2/checkout/orders/:id/capture",
    serve("capture", (request) => ({ status: 201, body: bank.capture(idSchema.parse(request.params).id) })),
  );
  app.post(
    "/v2/checkout/orders/:id/track",
    serve("track", ({ params, body }) => ({
      status: 201,
      body: bank.track(idSchema.parse(params).id, trackSchema.parse(body)),
    })),
  );
  app.patch(
    "/v2/checkout/orders/:id/trackers/:trackerId",
    serve("change tracker", ({ params, body }) => {
      const { id, trackerId } = trackerSchema.parse(params);
      cancelSchema.parse(body);
      bank.cancelTracker(id, trackerId);
      return { status: 204, body: undefined };
    }),
  );
}
