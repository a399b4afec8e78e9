import { currentContext, type ExecutionContext } from "./request-context.ts";

/** What a request waits for: a database connection, statements, the rendering of its page, a payment provider. */
export const waits = ["pool", "sql", "render", "provider"] as const;
export type Wait = (typeof waits)[number];

/** Times in milliseconds. */
type Waited = Partial<Record<Wait, number>>;

const waitedBy = new WeakMap<ExecutionContext, Waited>();

/** Notes that a context has waited, in milliseconds. What runs side by side is added up. */
export function addWait(wait: Wait, ms: number, context = currentContext()): void {
  if (context === undefined) return;
  const waited = waitedBy.get(context);
  if (waited === undefined) waitedBy.set(context, { [wait]: ms });
  else waited[wait] = (waited[wait] ?? 0) + ms;
}

/** What a context has waited for so far, in milliseconds. */
export function waitedFor(context: ExecutionContext): Readonly<Waited> {
  return waitedBy.get(context) ?? {};
}

/** Measures work that the current context waits for. */
export async function waitFor<Result>(wait: Wait, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await work();
  } finally {
    addWait(wait, performance.now() - since);
  }
}
