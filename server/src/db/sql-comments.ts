import pg from "pg";

/** Request ids that cannot end a comment or a string. */
const safeId = /^[\w.:=+@-]{1,64}$/;
/** PostgreSQL truncates longer connection names. */
const nameLengthMax = 63;

/** The request or the round of a job that holds a connection, and what it is told of it. */
export type ConnectionHolder = {
  readonly id: string;
  /** The `traceparent` of what it does; rows that later work begins with keep it. */
  readonly traceParent?: string | undefined;
  /** Told how long it has waited for the connection, in milliseconds. */
  onConnection: (ms: number) => void;
  /** Called when a statement is sent. Returns what is called when it has ended. */
  onStatement: (text: string) => (error?: unknown) => void;
};

export type TaggedClientConfig = pg.ClientConfig & {
  /** Settings and their milliseconds that every transaction sets for itself. */
  limitsInTransactions?: readonly (readonly [name: string, ms: number])[];
};

/**
 * A connection that shows in `pg_stat_activity` for which request it works. Unprepared statements
 * carry the request's id in a comment. A transaction carries it in the connection's name, which is
 * set together with BEGIN and also covers its prepared statements. Prepared statements outside a
 * transaction stay unmarked, because another text would be another plan.
 */
export class TaggedClient extends pg.Client {
  holder: ConnectionHolder | undefined;
  private readonly applicationName: string;
  /** Follows each BEGIN. */
  private readonly limits: string;

  constructor({ limitsInTransactions = [], ...config }: TaggedClientConfig = {}) {
    super(config);
    this.applicationName = config.application_name ?? "shop";
    this.limits = limitsInTransactions.map(([name, ms]) => `; set local ${name} = ${ms}`).join("");
  }

  override query<Result>(query: unknown, ...rest: unknown[]): Result {
    const text = textOf(query);
    const { holder } = this;
    if (holder === undefined || text === undefined) {
      return Reflect.apply(super.query, this, [this.tagged(query), ...rest]);
    }
    const onEnd = holder.onStatement(text);
    const callback = rest.at(-1);
    if (typeof callback === "function") {
      const end = (error: unknown, result: unknown) => {
        onEnd(error);
        Reflect.apply(callback, undefined, [error, result]);
      };
      return Reflect.apply(super.query, this, [this.tagged(query), ...rest.slice(0, -1), end]);
    }
    const answer = Reflect.apply(super.query, this, [this.tagged(query), ...rest]);
    if (answer instanceof Promise) answer.then(() => onEnd(), onEnd);
    return answer;
  }

  private tagged(query: unknown): unknown {
    if (typeof query === "string") return this.tag(query);
    const isUnprepared = isQueryConfig(query) && !query.name;
    return isUnprepared ? { ...query, text: this.tag(query.text) } : query;
  }

  private tag(text: string): string {
    const id = this.holder?.id;
    const isNamed = id !== undefined && safeId.test(id);
    const tagged = isNamed ? `${text} /*request='${id}'*/` : text;
    if (!isBegin(text)) return tagged;
    const limited = tagged + this.limits;
    if (!isNamed) return limited;
    const name = `${this.applicationName} ${id}`.slice(0, nameLengthMax);
    const { traceParent } = this.holder ?? {};
    const traced = traceParent !== undefined && safeId.test(traceParent);
    const named = `${limited}; set local application_name = '${name}'`;
    return traced ? `${named}; set local shop.trace_parent = '${traceParent}'` : named;
  }
}

function isBegin(text: string): boolean {
  return /^begin\b/i.test(text);
}

/** Whether a query is given by its text, and not as an object that sends itself, such as a COPY stream. */
function isQueryConfig(query: unknown): query is { text: string; name?: string } {
  return typeof query === "object" && query !== null && "text" in query && !("submit" in query);
}

function textOf(query: unknown): string | undefined {
  if (typeof query === "string") return query;
  return isQueryConfig(query) ? query.text : undefined;
}
