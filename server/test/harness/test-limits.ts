import { type ConnectionLimits, requestLimits } from "../../src/db/client.ts";

/** What a test prepares may take long on a slow machine; it waits for locks like a request. */
export const testLimits: ConnectionLimits = {
  ...requestLimits,
  connectMs: 120_000,
  statementMs: 120_000,
  queryMs: 120_000,
  // A test may hold a lock while a process of the shop starts.
  idleInTransactionMs: 600_000,
};
