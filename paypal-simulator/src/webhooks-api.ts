import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "./bank/refusal.ts";
import { rawMembers } from "./raw-members.ts";
import type { Serve } from "./serve-call.ts";
import { signWebhook } from "./webhook-signature.ts";

const bodyLimit = 4_194_304;
const headersSchema = z.object({
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
});

/** Verifies webhook signatures for shops. */
export function webhooksApi(app: FastifyInstance, serve: Serve): void {
  app.register(async (scope) => {
    // The signature covers raw bytes, which parsing and serializing would change.
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      "/v1/notifications/verify-webhook-signature",
      { bodyLimit },
      serve("verify", ({ body }) => ({
        status: 200,
        body: { verification_status: isOurs(Buffer.isBuffer(body) ? body : Buffer.alloc(0)) ? "SUCCESS" : "FAILURE" },
      })),
    );
  });
}

function isOurs(request: Buffer): boolean {
  const members = rawMembers(request);
  const event = members?.get("webhook_event");
  if (members === undefined || event === undefined) throw new Refusal(400, "MISSING_REQUIRED_PARAMETER");
  members.delete("webhook_event");
  const { transmission_id, transmission_sig, transmission_time, webhook_id } = headersSchema.parse(toTexts(members));
  const body = Buffer.from(event, "latin1");
  const signature = signWebhook({
    transmissionId: transmission_id,
    time: transmission_time,
    webhookId: webhook_id,
    body,
  });
  return transmission_sig === signature;
}

function toTexts(members: Map<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...members].flatMap(([name, raw]) => {
      const text = z.string().safeParse(raw.startsWith('"') ? JSON.parse(Buffer.from(raw, "latin1").toString()) : null);
      return text.success ? [[name, text.data]] : [];
    }),
  );
}
