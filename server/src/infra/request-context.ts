import { AsyncLocalStorage } from "node:async_hooks";

type Say = (facts: object, message: string) => void;

/** On whose behalf something is done: one request, or one round of what the shop does by itself. */
export type ExecutionContext = {
  /** Short and harmless in any log and any statement. */
  id: string;
  log: { info: Say; debug: Say };
};

const contexts = new AsyncLocalStorage<ExecutionContext>();

/** Does work on behalf of somebody; everything that comes of it knows. */
export function runWithContext<Result>(context: ExecutionContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** On whose behalf this code runs; nobody's, at the start and in between. */
export function currentContext(): ExecutionContext | undefined {
  return contexts.getStore();
}
