type ActorSession = { id: string; expiresAt: Date; hasSecondFactor: boolean };

/**
 * The authenticated caller. A function that takes a `User`, an `Admin` or a key can only be called after
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

/** A signed-in administrator. */
export class Admin extends User {
  protected readonly isAdminRole = true;
}

/**
 * An administrator who has not shown the second factor that the shop requires. May do what a
 * customer may.
 */
export class AdminWithoutFactor extends User {
  protected readonly lacksFactor = true;
}

/**
 * A program with an API key of the scope "read". `id` is the administrator who created the key, in whose name it acts.
 * It is no `User`: what takes one is not for programs.
 */
export class ReadKey {
  protected readonly isKey = true;
  constructor(
    readonly id: string,
    readonly keyId: string,
  ) {}
}

/** A program with an API key of the scope "write". */
export class WriteKey extends ReadKey {
  protected readonly canWrite = true;
}

/** Whoever may read the catalog with its drafts, and all orders. */
export type Reader = Admin | ReadKey;
/** Whoever may change the catalog, and take the steps of orders. */
export type Editor = Admin | WriteKey;

export function isReader(caller: User | ReadKey): caller is Reader {
  return caller instanceof Admin || caller instanceof ReadKey;
}

/** The key of a program that acts; `null` for an administrator. Acts are recorded with it. */
export function keyIdOf(actor: Editor): string | null {
  return actor instanceof WriteKey ? actor.keyId : null;
}

/** Whoever has the administrator's role, whatever the session may do. */
export type Administrator = Admin | AdminWithoutFactor;

export function isAdministrator(user: User): user is Administrator {
  return user instanceof Admin || user instanceof AdminWithoutFactor;
}
