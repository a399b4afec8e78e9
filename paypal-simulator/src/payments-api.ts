import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Serve } from "./serve-call.ts";
import type { SimulatorState } from "./simulator-state.ts";

export const refundRequestSchema = z.object({
  amount: z
    .object({ currency_code: z.string().length(3), value: z.string().regex(/^-?\d{1,12}(\.\d{1,2})?$/) })
    .optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});
const idSchema = z.object({ id: z.string() });

/** The captures and refunds API. */
export function paymentsApi(app: FastifyInstance, { bank }: SimulatorState, serve: Serve): void {
  app.get(
    "/v2/payments/captures/:id",
    serve("read capture", ({ params }) => ({ status: 200, body: bank.captureById(idSchema.parse(params).id) })),
  );
  app.post(
    "/v2/payments/captures/:id/refund",
    serve("refund", ({ params, body }) => ({
      status: 201,
      body: bank.refund(idSchema.parse(params).id, refundRequestSchema.parse(body ?? {})),
    })),
  );
  app.get(
    "/v2/payments/refunds/:id",
    serve("read refund", ({ params }) => ({ status: 200, body: bank.refundById(idSchema.parse(params).id) })),
  );
}
