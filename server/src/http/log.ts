import type { FastifyRequest } from "fastify";
import { Admin } from "../domain/account/actor.ts";
import type { DomainEvent, EventBus } from "../domain/events.ts";
import type { ExecutionContext } from "../infra/request-context.ts";
import { refusalsOf } from "./refusals.ts";
import { knownUser } from "./security/access.ts";

/** Who made a request, by id, and why calls of it were refused; for its line in the log. */
export function whoAndWhy(request: FastifyRequest): { user?: string; isAdmin?: true; refused?: readonly string[] } {
  const user = knownUser(request);
  const refused = refusalsOf(request);
  return {
    ...(user === undefined ? {} : { user: user.id }),
    ...(user instanceof Admin ? { isAdmin: true } : {}),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** Writes what happens in the shop into the log, under the id of the request that it comes of. */
export function logEvents(on: EventBus["on"], logNow: () => ExecutionContext["log"]): void {
  on((event) => {
    const { type, ...facts } = event;
    const log = logNow();
    if (isRoutine(event)) log.debug(facts, type);
    else log.info(facts, type);
  });
}

/** What the shop finds again and again while it waits for a buyer. */
function isRoutine(event: DomainEvent): boolean {
  if (event.type === "provider asked") return event.call === "read order" && event.status === 200;
  return event.type === "payment not made" && event.by === null && event.code === "PAYMENT_NOT_VERIFIED";
}
