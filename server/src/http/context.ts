import type { FastifyReply, FastifyRequest } from "fastify";
import type { Replicas } from "../db/replicas.ts";
import type { AccountDeps } from "../domain/account/sign-in.ts";
import type { EventBus } from "../domain/events.ts";
import type { PlaceOrderDeps } from "../domain/order/place.ts";
import type { PaymentDeps } from "../domain/payment/deps.ts";
import type { QueueMetrics } from "../infra/concurrency-limiter.ts";
import type { Storage } from "../infra/storage.ts";
import type { Tokens } from "../infra/tokens.ts";
import type { UploadPace } from "./uploads/slow-uploads.ts";

/** What the doors need from outside; made once at start. */
export type Services = AccountDeps &
  PlaceOrderDeps &
  PaymentDeps &
  EventBus & {
    pageSize: number;
    /** Where visitors' questions about the catalog may go; absent where there is but one database. */
    replicas: Replicas | undefined;
    /** How many orders wait for their turn. */
    orderQueue: QueueMetrics;
    storage: Storage;
    uploadPace: UploadPace;
    tokens: Tokens;
    /** Whether the shop is reached by https, which decides how session cookies are set. */
    isSecure: boolean;
  };

/** What one request carries through either door. */
export type RequestContext = Services & {
  requestId: string;
  /** The caller's network address, as far as trusted proxies tell it. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The context of a request, the same for both doors. */
export function toContext(services: Services, request: FastifyRequest, reply: FastifyReply): RequestContext {
  return { ...services, requestId: request.id, address: request.ip, request, reply };
}
