/**
 * The authenticated caller. A function that takes a `User` or an `Admin` can only be called after
 * access control: both classes are instantiated only there. The protected fields make the types
 * nominal.
 */
export class User {
  protected readonly isLetIn = true;
  constructor(
    readonly id: string,
    readonly name: string,
    readonly email: string,
    readonly session: { id: string; expiresAt: Date },
  ) {}
}

/** A signed-in administrator. */
export class Admin extends User {
  protected readonly isAdminRole = true;
}
