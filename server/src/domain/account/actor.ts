type ActorSession = { id: string; expiresAt: Date; hasSecondFactor: boolean };

/**
 * The authenticated caller. A function that takes a `User` or an `Admin` can only be called after
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

/** Whoever has the administrator's role, whatever the session may do. */
export type Administrator = Admin | AdminWithoutFactor;

export function isAdministrator(user: User): user is Administrator {
  return user instanceof Admin || user instanceof AdminWithoutFactor;
}
