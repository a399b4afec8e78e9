import type { FastifyRequest } from "fastify";
import { isAdmin } from "../domain/base/actor.ts";
import type { DomainEvent, EventBus } from "../domain/base/events.ts";
import type { ExecutionContext } from "../infra/request-context.ts";
import { refusalsOf } from "./refusals.ts";
import { knownUser } from "./security/access.ts";
import { apiKeyOf } from "./security/api-key.ts";

/** The id of the user or of the API key, and the codes of refused calls, for the request's log line. */
export function whoAndWhy(request: FastifyRequest): {
  user?: string;
  apiKey?: string;
  isAdmin?: true;
  refused?: readonly string[];
} {
  const user = knownUser(request);
  const refused = refusalsOf(request);
  const key = apiKeyOf(request);
  return {
    ...(key === undefined ? {} : { apiKey: key.keyId }),
    ...(user === undefined ? {} : { user: user.id }),
    ...(user !== undefined && isAdmin(user) ? { isAdmin: true } : {}),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** Logs domain events under the id of the request that emits them. */
export function logEvents(on: EventBus["on"], logNow: () => ExecutionContext["log"]): void {
  on((event) => {
    const { type, ...facts } = event;
    const log = logNow();
    if (isRoutine(event)) log.debug(facts, type);
    else log.info(facts, type);
  });
}

/** Events that polling repeats while a payment is pending; logged at debug level. */
function isRoutine(event: DomainEvent): boolean {
  if (event.type === "provider asked") return event.call === "read order" && event.status === 200;
  return event.type === "payment not made" && event.by === null && event.code === "PAYMENT_NOT_VERIFIED";
}
