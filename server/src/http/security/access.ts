import type { Permission } from "@shop/shared/account/permissions";
import type { FastifyRequest } from "fastify";
import { readSession, type Session } from "../../domain/account/session.ts";
import {
  Admin,
  type Administrator,
  AdminWithoutFactor,
  type Editor,
  GuestCustomer,
  isAdmin,
  isAdministrator,
  isReader,
  Member,
  type Reader,
  type ReadKey,
  type User,
  WriteKey,
} from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import type { RequestContext, Services } from "../context.ts";
import { apiKeyOf } from "./api-key.ts";
import { sessionToken } from "./session-cookie.ts";

/** Cached per request, so that the calls of a batch share one query. */
const usersByRequest = new WeakMap<FastifyRequest, Promise<User | null>>();

type FoundSession = NonNullable<Awaited<ReturnType<typeof readSession>>>;

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
  const user = actorOf(account, session, settings.current.requiresSecondFactor);
  identified.set(request, user);
  return user;
}

/** What a session may act as. Administrators are told from customers here alone. */
function actorOf(
  { id, name, email, isAdmin, isGuest, permissions }: FoundSession["account"],
  session: Session,
  requiresSecondFactor: boolean,
): User {
  if (isGuest === true) return new GuestCustomer(id, name, email, session);
  if (!isAdmin) return new Member(id, name, email, session);
  if (requiresSecondFactor && !session.hasSecondFactor) return new AdminWithoutFactor(id, name, email, session);
  return new Admin<never>({ id, name, email }, session, permissions);
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

/** The signed-in user with an account. Throws UNAUTHENTICATED (401) for guests, and FORBIDDEN (403) for guest customers. */
export async function requireMember(context: RequestContext): Promise<Member> {
  const user = await requireUser(context);
  if (!(user instanceof Member)) throw new DomainError("FORBIDDEN", "This needs an account. Please make one first.");
  return user;
}

/**
 * The signed-in admin, whose role has these permissions. Throws UNAUTHENTICATED (401) for guests, FORBIDDEN (403) for
 * customers and for admins whose role does not permit it, and SECOND_FACTOR_SETUP_REQUIRED (403) for admins who have not
 * shown the second factor that the shop requires.
 */
export async function requireAdmin<Granted extends Permission = never>(
  context: RequestContext,
  needed: readonly Granted[],
): Promise<Admin<Granted>> {
  const user = await requireUser(context);
  if (user instanceof AdminWithoutFactor) {
    const message = "This shop requires a second factor of administrators. Please set it up on your profile.";
    throw new DomainError("SECOND_FACTOR_SETUP_REQUIRED", message);
  }
  if (!isAdmin(user)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  if (!hasAll(user, needed)) throw new DomainError("FORBIDDEN", "Your role does not permit this. Please ask an owner.");
  return user;
}

/** Whether an administrator, or a key, has all of these permissions. */
function hasAll<Granted extends Permission>(caller: Admin<never>, needed: readonly Granted[]): caller is Admin<Granted>;
function hasAll<Granted extends Permission>(
  caller: ReadKey<never>,
  needed: readonly Granted[],
): caller is ReadKey<Granted>;
function hasAll({ permissions }: Reader<never>, needed: readonly Permission[]): boolean {
  return needed.every((permission) => permissions.has(permission));
}

/** Whoever has the administrator's role, to set up the second factor. Refuses guests and customers like `requireAdmin`. */
export async function requireAdministrator(context: RequestContext): Promise<Administrator> {
  const user = await requireUser(context);
  if (!isAdministrator(user)) throw new DomainError("FORBIDDEN", "Only administrators may do this");
  return user;
}

/** The admin, or the program with an API key of any scope, with a permission; `undefined` for everybody else. */
export async function findReader<Granted extends Permission>(
  context: RequestContext,
  permission: Granted,
): Promise<Reader<Granted> | undefined> {
  const caller = apiKeyOf(context.request) ?? (await findUser(context));
  return caller !== null && isReader(caller, permission) ? caller : undefined;
}

/** The admin, or the program with an API key of any scope. Refuses everybody else like `requireAdmin`. */
export async function requireReader<Granted extends Permission = never>(
  context: RequestContext,
  needed: readonly Granted[],
): Promise<Reader<Granted>> {
  const key = apiKeyOf(context.request);
  return key === undefined ? requireAdmin(context, needed) : permitted(key, needed);
}

/** The signed-in user, or the program with an API key of any scope. Throws UNAUTHENTICATED (401) for guests. */
export async function requireUserOrKey(context: RequestContext): Promise<User | ReadKey<never>> {
  return apiKeyOf(context.request) ?? requireUser(context);
}

/** The admin, or the program with an API key of the scope "write". Throws FORBIDDEN (403) for one that may only read. */
export async function requireEditor<Granted extends Permission = never>(
  context: RequestContext,
  needed: readonly Granted[],
): Promise<Editor<Granted>> {
  const key = apiKeyOf(context.request);
  if (key === undefined) return requireAdmin(context, needed);
  const allowed = permitted(key, needed);
  if (!(allowed instanceof WriteKey)) throw new DomainError("FORBIDDEN", "This API key may only read");
  return allowed;
}

function permitted<Granted extends Permission>(key: ReadKey<never>, needed: readonly Granted[]): ReadKey<Granted> {
  if (!hasAll(key, needed)) throw new DomainError("FORBIDDEN", "This API key does not permit this");
  return key;
}
