import { currentContext, type ExecutionContext } from "./request-context.ts";
import { addWait } from "./waits.ts";

/** A request or a round of a job as the database knows it. Made while it runs: callbacks of a pool run in another context. */
class QueryHolder {
  constructor(private readonly context: ExecutionContext) {}

  get id(): string {
    return this.context.id;
  }

  onConnection(ms: number): void {
    addWait("pool", ms, this.context);
  }

  /** Returns what is called at the end of the statement. */
  onStatement(): () => void {
    const since = performance.now();
    return () => addWait("sql", performance.now() - since, this.context);
  }
}

/** The holder of the connections that the running code asks for; `undefined` outside of requests and jobs. */
export function currentHolder(): QueryHolder | undefined {
  const context = currentContext();
  return context === undefined ? undefined : new QueryHolder(context);
}
