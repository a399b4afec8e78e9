import type { FastifyRequest } from "fastify";
import { type Account, readSession, type Session } from "../../domain/account/session.ts";
import {
  Admin,
  type Administrator,
  AdminWithoutFactor,
  type Editor,
  isAdministrator,
  type Reader,
  ReadKey,
  User,
  WriteKey,
} from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import type { RequestContext, Services } from "../context.ts";
import { apiKeyOf } from "./api-key.ts";
import { sessionToken } from "./session-cookie.ts";

/** Cached per request, so that the calls of a batch share one query. */
const usersByRequest = new WeakMap<FastifyRequest, Promise<User | null>>();

/** The users that requests were found to come from. */
const identified = new WeakMap<FastifyRequest, User>();

/** The request's user, if the session was read already. */
export function knownUser(request: FastifyRequest): User | undefined {
  return identified.get(request);
}

/** Whether the request names a session, valid or not. */
export function hasSession(request: FastifyRequest, { isSecure }: Pick<Services, "isSecure">): boolean {
  return sessionToken(request, isSecure) !== undefined;
}

/** The request's user as the database has it now; `null` without a valid session, and for programs with an API key. */
export async function findUser(context: RequestContext): Promise<User | null> {
  if (apiKeyOf(context.request) !== undefined) return null;
  let user = usersByRequest.get(context.request);
  if (user === undefined) {
    user = identify(context);
    usersByRequest.set(context.request, user);
  }
  return user;
}

async function identify({ db, tokens, request, isSecure, settings }: RequestContext): Promise<User | null> {
  const token = sessionToken(request, isSecure);
  if (token === undefined) return null;
  const claims = await tokens.verify(token);
  if (claims === null) return null;
  const found = await readSession(db, claims);
  if (found === null) return null;
  const { account, session } = found;
  const Actor = actorOf(account, session, settings.current.requiresSecondFactor);
  const user = new Actor(account.id, account.name, account.email, session);
  identified.set(request, user);
  return user;
}

/** What a session may act as. Administrators are told from customers here alone. */
function actorOf({ isAdmin }: Account, { hasSecondFactor }: Session, requiresSecondFactor: boolean): typeof User {
  if (!isAdmin) return User;
  return hasSecondFactor || !requiresSecondFactor ? Admin : AdminWithoutFactor;
}

/**
 * The signed-in user. Throws UNAUTHENTICATED (401) for guests, and FORBIDDEN (403) for programs with an API key: what
 * they may do is listed by `requireReader` and `requireEditor`.
 */
export async function requireUser(context: RequestContext): Promise<User> {
  if (apiKeyOf(context.request) !== undefined) {
    throw new DomainError("FORBIDDEN", "Programs with an API key may not do this");
  }
  const user = await findUser(context);
  if (user === null) throw new DomainError("UNAUTHENTICATED", "Please sign in");
  return user;
}

/**
 * The signed-in admin. Throws UNAUTHENTICATED (401) for guests, FORBIDDEN (403) for customers, and
 * SECOND_FACTOR_SETUP_REQUIRED (403) for admins who have not shown the second factor that the shop requires.
 */
export async function requireAdmin(context: RequestContext): Promise<Admin> {
  const user = await requireUser(context);
  if (user instanceof AdminWithoutFactor) {
    const message = "This shop requires a second factor of administrators. Please set it up on your profile.";
    throw new DomainError("SECOND_FACTOR_SETUP_REQUIRED", message);
  }
  if (!(user instanceof Admin)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  return user;
}

/** Whoever has the administrator's role, to set up the second factor. Refuses guests and customers like `requireAdmin`. */
export async function requireAdministrator(context: RequestContext): Promise<Administrator> {
  const user = await requireUser(context);
  if (!isAdministrator(user)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  return user;
}

/** The admin, or the program with an API key of any scope; `undefined` for guests and customers. */
export async function findReader(context: RequestContext): Promise<Reader | undefined> {
  const caller = apiKeyOf(context.request) ?? (await findUser(context));
  return caller instanceof Admin || caller instanceof ReadKey ? caller : undefined;
}

/** The admin, or the program with an API key of any scope. Refuses everybody else like `requireAdmin`. */
export async function requireReader(context: RequestContext): Promise<Reader> {
  return apiKeyOf(context.request) ?? requireAdmin(context);
}

/** The signed-in user, or the program with an API key of any scope. Throws UNAUTHENTICATED (401) for guests. */
export async function requireUserOrKey(context: RequestContext): Promise<User | ReadKey> {
  return apiKeyOf(context.request) ?? requireUser(context);
}

/** The admin, or the program with an API key of the scope "write". Throws FORBIDDEN (403) for one that may only read. */
export async function requireEditor(context: RequestContext): Promise<Editor> {
  const key = apiKeyOf(context.request);
  if (key === undefined) return requireAdmin(context);
  if (!(key instanceof WriteKey)) throw new DomainError("FORBIDDEN", "This API key may only read");
  return key;
}
