import { AsyncLocalStorage } from "node:async_hooks";

type Say = (facts: object, message: string) => void;

/** On whose behalf something is done: one request, or one round of what the shop does by itself. */
export type Trace = {
  /** Short and harmless in any log and any statement. */
  id: string;
  log: { info: Say; debug: Say };
};

const traces = new AsyncLocalStorage<Trace>();

/** Does work on behalf of somebody; everything that comes of it knows. */
export function onBehalfOf<Result>(trace: Trace, work: () => Result): Result {
  return traces.run(trace, work);
}

/** On whose behalf this code runs; nobody's, at the start and in between. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}
