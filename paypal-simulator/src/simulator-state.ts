import type { Bank } from "./bank.ts";
import type { Deliveries } from "./deliveries.ts";
import type { CallName, Faults } from "./faults.ts";
import type { ResponseCache } from "./response-cache.ts";

/** A logged call. */
export type Call = {
  call: CallName;
  method: string;
  path: string;
  requestId: string | undefined;
  /** The simulated time of its arrival, in milliseconds. */
  at: number;
  /** The kind of its fault. */
  fault: string | undefined;
  /** The response; absent while there is none, or if the connection was closed. */
  status?: number;
};

export type SimulatorState = {
  bank: Bank;
  faults: Faults;
  calls: Call[];
  answers: ResponseCache;
  deliveries: Deliveries;
  /** The valid access tokens; deleting one revokes it. */
  tokens: Set<string>;
  credentials: { clientId: string; clientSecret: string } | undefined;
  /** The number of calls that are being processed, whether or not the caller still waits. */
  callsInProgress: number;
};
