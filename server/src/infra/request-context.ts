import { AsyncLocalStorage } from "node:async_hooks";

type Say = (facts: object, message: string) => void;

/** The cause of the running code: an HTTP request or a round of a background job. */
export type ExecutionContext = {
  /** A short id, safe in logs and in SQL comments. */
  id: string;
  log: { info: Say; debug: Say };
};

const contexts = new AsyncLocalStorage<ExecutionContext>();

/** Runs work in a context; all asynchronous code that it starts sees it. */
export function runWithContext<Result>(context: ExecutionContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The context of the running code; `undefined` outside of requests and jobs. */
export function currentContext(): ExecutionContext | undefined {
  return contexts.getStore();
}
