import type { FastifyReply, FastifyRequest } from "fastify";
import { Admin, User } from "../../domain/account/actor.ts";
import { readSession } from "../../domain/account/session.ts";
import { DomainError } from "../../domain/errors.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import { sessionToken } from "./session-cookie.ts";

/** The answer is the same for all calls of one request, so the database is asked once. */
const usersByRequest = new WeakMap<FastifyRequest, Promise<User | null>>();

/** Who turned out to call. */
const identified = new WeakMap<FastifyRequest, User>();

/** Who was found to call, without asking again; nobody where nobody has asked. */
export function knownUser(request: FastifyRequest): User | undefined {
  return identified.get(request);
}

/** Who calls, as they are at this moment; `null` for anybody without a living session. */
export function findUser(context: RequestContext): Promise<User | null> {
  let user = usersByRequest.get(context.request);
  if (user === undefined) {
    user = identify(context);
    usersByRequest.set(context.request, user);
  }
  return user;
}

async function identify({ db, tokens, request, isSecure }: RequestContext): Promise<User | null> {
  const token = sessionToken(request, isSecure);
  if (token === undefined) return null;
  const claims = await tokens.verify(token);
  if (claims === null) return null;
  const found = await readSession(db, claims);
  if (found === null) return null;
  const { account, session } = found;
  const Actor = account.isAdmin ? Admin : User;
  const user = new Actor(account.id, account.name, account.email, session);
  identified.set(request, user);
  return user;
}

/** Lets in whoever is signed in; refuses everybody else with 401. */
export async function requireUser(context: RequestContext): Promise<User> {
  const user = await findUser(context);
  if (user === null) throw new DomainError("UNAUTHENTICATED", "Please sign in");
  return user;
}

/** Lets in administrators; refuses nobody-in-particular with 401 and other people with 403. */
export async function requireAdmin(context: RequestContext): Promise<Admin> {
  const user = await requireUser(context);
  if (!(user instanceof Admin)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  return user;
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
