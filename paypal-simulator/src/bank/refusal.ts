/** The reason for which a request is refused. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly issue: string,
  ) {
    super(issue);
  }
}
