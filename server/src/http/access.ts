import type { FastifyReply, FastifyRequest } from "fastify";
import { Admin, User } from "../domain/account/actor.ts";
import { readSession } from "../domain/account/session.ts";
import { DomainError } from "../domain/errors.ts";
import { type RequestContext, type Services, toContext } from "./context.ts";
import { sessionToken } from "./session-cookie.ts";

/** The answer is the same for all calls of one request, so the database is asked once. */
const visitors = new WeakMap<FastifyRequest, Promise<User | null>>();

/** Who turned out to call. */
const identified = new WeakMap<FastifyRequest, User>();

/** Who was found to call, without asking again; nobody where nobody has asked. */
export function knownVisitor(request: FastifyRequest): User | undefined {
  return identified.get(request);
}

/** Who calls, as they are at this moment; `null` for anybody without a living session. */
export function findVisitor(context: RequestContext): Promise<User | null> {
  let visitor = visitors.get(context.request);
  if (visitor === undefined) {
    visitor = identify(context);
    visitors.set(context.request, visitor);
  }
  return visitor;
}

async function identify({ db, tokens, request, isSecure }: RequestContext): Promise<User | null> {
  const token = sessionToken(request, isSecure);
  if (token === undefined) return null;
  const claims = await tokens.verify(token);
  if (claims === null) return null;
  const found = await readSession(db, claims);
  if (found === null) return null;
  const { person, session } = found;
  const Actor = person.isAdmin ? Admin : User;
  const visitor = new Actor(person.id, person.name, person.email, session);
  identified.set(request, visitor);
  return visitor;
}

/** Lets in whoever is signed in; refuses everybody else with 401. */
export async function requireUser(context: RequestContext): Promise<User> {
  const visitor = await findVisitor(context);
  if (visitor === null) throw new DomainError("UNAUTHENTICATED", "Please sign in");
  return visitor;
}

/** Lets in administrators; refuses nobody-in-particular with 401 and other people with 403. */
export async function requireAdmin(context: RequestContext): Promise<Admin> {
  const visitor = await requireUser(context);
  if (!(visitor instanceof Admin)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  return visitor;
}

/**
 * Route options for what only signed-in people may do: access is decided before
 * the body is read, so that a refused caller learns nothing about it. The answer
 * is kept for the handler, which still asks for the person.
 */
export function usersOnly(services: Services) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await requireUser(toContext(services, request, reply));
    },
  };
}

/** The same for what only administrators may do. */
export function adminsOnly(services: Services) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await requireAdmin(toContext(services, request, reply));
    },
  };
}
