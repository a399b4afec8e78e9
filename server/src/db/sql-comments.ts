import pg from "pg";

/** Request ids that cannot end a comment or a string. */
const safeId = /^[\w.:=+@-]{1,64}$/;
/** PostgreSQL truncates longer connection names. */
const nameLengthMax = 63;

/**
 * A connection that shows in `pg_stat_activity` for which request it works. Unprepared statements
 * carry the request's id in a comment. A transaction carries it in the connection's name, which is
 * set together with BEGIN and also covers its prepared statements. Prepared statements outside a
 * transaction stay unmarked, because another text would be another plan.
 */
export class TaggedClient extends pg.Client {
  /** The id of the request that holds the connection. */
  requestId: string | undefined;
  private readonly applicationName: string;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.applicationName = config.application_name ?? "shop";
  }

  override query<Result>(query: unknown, ...rest: unknown[]): Result {
    return Reflect.apply(super.query, this, [this.tagged(query), ...rest]);
  }

  private tagged(query: unknown): unknown {
    if (typeof query === "string") return this.tag(query);
    const isUnprepared = isQueryConfig(query) && !query.name;
    return isUnprepared ? { ...query, text: this.tag(query.text) } : query;
  }

  private tag(text: string): string {
    const id = this.requestId;
    if (id === undefined || !safeId.test(id)) return text;
    const tagged = `${text} /*request='${id}'*/`;
    if (!/^begin\b/i.test(text)) return tagged;
    const name = `${this.applicationName} ${id}`.slice(0, nameLengthMax);
    return `${tagged}; set local application_name = '${name}'`;
  }
}

/** Whether a query is given by its text, and not as an object that sends itself, such as a COPY stream. */
function isQueryConfig(query: unknown): query is { text: string; name?: string } {
  return typeof query === "object" && query !== null && "text" in query && !("submit" in query);
}
