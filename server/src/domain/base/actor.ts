import type { Permission, WithImplied } from "@shop/shared/account/permissions";

type ActorSession = { id: string; expiresAt: Date; hasSecondFactor: boolean };

/**
 * The authenticated caller, with an account or as a guest customer. A function that takes a `User`, an `Admin` or a key can only be called after
 * access control: the classes are instantiated only there. The protected fields make the types
 * nominal.
 */
export class User {
  protected readonly isLetIn = true;
  constructor(
    readonly id: string,
    readonly name: string,
    readonly email: string,
    readonly session: ActorSession,
  ) {}
}

/** Whoever has an account, and can sign in to it again. */
export class Member extends User {
  protected readonly hasAccount = true;
}

/** A customer who buys without an account: may shop and see these orders, and has no password to show. */
export class GuestCustomer extends User {
  protected readonly isGuest = true;
}

/**
 * A signed-in administrator with at least these permissions. An act that takes `Admin<"orders.refund">` can only be called
 * for somebody who may refund; one that takes `Admin<never>` is for all of the staff, and `Admin` alone for owners.
 */
export class Admin<Granted extends Permission = Permission> extends Member {
  declare protected readonly granted: { readonly [Each in WithImplied<Granted>]: true };
  constructor(
    { id, name, email }: { id: string; name: string; email: string },
    session: ActorSession,
    readonly permissions: ReadonlySet<Permission>,
  ) {
    super(id, name, email, session);
  }
}

/**
 * An administrator who has not shown the second factor that the shop requires. May do what a
 * customer may.
 */
export class AdminWithoutFactor extends Member {
  protected readonly lacksFactor = true;
}

/**
 * A program with an API key of the scope "read" and at least these permissions. `id` is the administrator who created the
 * key, in whose name it acts. It is no `User`: what takes one is not for programs.
 */
export class ReadKey<Granted extends Permission = Permission> {
  protected readonly isKey = true;
  declare protected readonly granted: { readonly [Each in WithImplied<Granted>]: true };
  constructor(
    readonly id: string,
    readonly keyId: string,
    readonly permissions: ReadonlySet<Permission>,
  ) {}
}

/** A program with an API key of the scope "write". */
export class WriteKey<Granted extends Permission = Permission> extends ReadKey<Granted> {
  protected readonly canWrite = true;
}

/** Whoever may read something of the shop: the catalog with its drafts, or all orders. */
export type Reader<Granted extends Permission = Permission> = Admin<Granted> | ReadKey<Granted>;
/** Whoever may change something of the shop. */
export type Editor<Granted extends Permission = Permission> = Admin<Granted> | WriteKey<Granted>;

export function isAdmin(caller: User | ReadKey<never>): caller is Admin<never> {
  return caller instanceof Admin;
}

/** Whether an administrator's role, or a key, has a permission. */
export function isPermitted<Granted extends Permission>(
  caller: Admin<never>,
  permission: Granted,
): caller is Admin<Granted>;
export function isPermitted<Granted extends Permission>(
  caller: Reader<never>,
  permission: Granted,
): caller is Reader<Granted>;
export function isPermitted(caller: Reader<never>, permission: Permission): boolean {
  return caller.permissions.has(permission);
}

/** Whether a caller is of the staff, or a program of theirs, with a permission. */
export function isReader<Granted extends Permission>(
  caller: User | ReadKey<never>,
  permission: Granted,
): caller is Reader<Granted> {
  return (caller instanceof Admin || caller instanceof ReadKey) && caller.permissions.has(permission);
}

/** The key of a program that acts; `null` for an administrator. Acts are recorded with it. */
export function keyIdOf(actor: Editor<never>): string | null {
  return actor instanceof WriteKey ? actor.keyId : null;
}

/** Whoever has the administrator's role, whatever the session may do. */
export type Administrator = Admin<never> | AdminWithoutFactor;

export function isAdministrator(user: User): user is Administrator {
  return user instanceof Admin || user instanceof AdminWithoutFactor;
}
