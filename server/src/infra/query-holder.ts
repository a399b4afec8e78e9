import { currentContext, type ExecutionContext } from "./request-context.ts";
import { currentTracing, type OpenSpan, type SpanOptions } from "./tracing.ts";
import { addWait } from "./waits.ts";

/** A request or a round of a job as the database knows it. Made while it runs: callbacks of a pool run in another context. */
class QueryHolder {
  readonly #context: ExecutionContext;
  readonly #begin: ((options: SpanOptions) => OpenSpan) | undefined;
  /** What is written in a transaction leads to its trace. */
  readonly traceParent: string | undefined;

  constructor(context: ExecutionContext) {
    this.#context = context;
    const tracing = currentTracing();
    this.#begin = tracing?.beginner();
    this.traceParent = this.#begin === undefined ? undefined : tracing?.traceParent();
  }

  get id(): string {
    return this.#context.id;
  }

  onConnection(ms: number): void {
    addWait("pool", ms, this.#context);
  }

  /** Returns what is called at the end of the statement. */
  onStatement(text: string): (error?: unknown) => void {
    const since = performance.now();
    const span = this.#begin?.(toSpan(text));
    return (error) => {
      addWait("sql", performance.now() - since, this.#context);
      span?.end(error == null ? {} : { error });
    };
  }
}

/** The kind of statement and its first table; not its text, which could have literals. */
function toSpan(text: string): SpanOptions {
  const [, word = "statement"] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? [];
  const operation = word.toUpperCase();
  const facts = { "db.system.name": "postgresql", "db.operation.name": operation, "db.collection.name": table };
  return { name: table === undefined ? operation : `${operation} ${table}`, kind: "client", facts };
}

/** The holder of the connections that the running code asks for; `undefined` outside of requests and jobs. */
export function currentHolder(): QueryHolder | undefined {
  const context = currentContext();
  return context === undefined ? undefined : new QueryHolder(context);
}
