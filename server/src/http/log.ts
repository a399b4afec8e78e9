import type { FastifyRequest } from "fastify";
import { isAdmin } from "../domain/base/actor.ts";
import { toLoggable } from "../domain/base/errors.ts";
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

type Logged = [what: unknown, message?: string | undefined, ...more: unknown[]];

/**
 * Gives an error that is logged without a message the message of `toLoggable`: the logger would take the error's own,
 * which libraries that log errors of streams do not know to be secret. For the logger's hook.
 */
export function withLoggableMessage(logged: Logged): Logged {
  const [what, message, ...more] = logged;
  const error = what instanceof Error ? what : errorIn(what);
  if (error === undefined || (message !== undefined && message !== error.message)) return logged;
  return [what instanceof Error ? { err: what } : what, toLoggable(error).message, ...more];
}

function errorIn(what: unknown): Error | undefined {
  return typeof what === "object" && what !== null && "err" in what && what.err instanceof Error ? what.err : undefined;
}
