import type { Bank } from "./bank.ts";
import type { Deliveries } from "./deliveries.ts";
import type { CallName, Faults } from "./faults.ts";
import type { KnownAnswers } from "./known-answers.ts";

/** One call that came in, whatever became of it. */
export type Call = {
  call: CallName;
  method: string;
  path: string;
  requestId: string | undefined;
  /** When it came in, by the bank's clock, in milliseconds. */
  at: number;
  /** The kind of the fault that it met. */
  fault: string | undefined;
  /** What was answered; absent while nothing was, or where the connection was cut. */
  status?: number;
};

export type SimulatorState = {
  bank: Bank;
  faults: Faults;
  calls: Call[];
  answers: KnownAnswers;
  deliveries: Deliveries;
  /** Access tokens that are let in; taking one out ends it. */
  tokens: Set<string>;
  credentials: { clientId: string; clientSecret: string } | undefined;
};
