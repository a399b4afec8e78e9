/** Why the bank does not do what it was asked. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
  ) {
    super(issue);
  }
}
