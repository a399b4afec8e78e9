/**
 * Who acts. A function that takes one of these can only be called for somebody
 * who was let in: both classes are made where access is decided, and nowhere
 * else. The protected marks keep look-alikes from passing for them.
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

/** A signed-in person who runs the shop. */
export class Admin extends User {
  protected readonly isAdminRole = true;
}
