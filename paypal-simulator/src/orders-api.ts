import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
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
  application_context: z.object({ brand_name: z.string().optional() }).optional(),
});
const idSchema = z.object({ id: z.string() });

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
      return { status: 201, body: bank.create(purchase_units, application_context?.brand_name) };
    }),
  );
  app.get(
    "/v2/checkout/orders/:id",
    serve("read", (request) => ({ status: 200, body: bank.read(idSchema.parse(request.params).id) })),
  );
  app.post(
    "/v2/checkout/orders/:id/capture",
    serve("capture", (request) => ({ status: 201, body: bank.capture(idSchema.parse(request.params).id) })),
  );
}
