import { z } from "zod";

export const callNames = [
  "token",
  "create",
  "read",
  "capture",
  "read capture",
  "refund",
  "read refund",
  "read dispute",
  "list disputes",
  "verify",
] as const;
export type CallName = (typeof callNames)[number];

const milliseconds = z.number().int().min(0).max(120_000);

export const faultSchema = z.union([
  /** Waits before doing what was asked, or once it is done before saying so. */
  z.strictObject({ kind: z.enum(["delay", "delay answer"]), ms: milliseconds }),
  /** Does what was asked and hangs up without an answer. */
  z.strictObject({ kind: z.literal("drop") }),
  /** Hangs up at once. */
  z.strictObject({ kind: z.literal("refuse") }),
  /** Answers nonsense, as broken JSON or as a page, before or without doing anything. */
  z.strictObject({ kind: z.enum(["garbage", "page"]) }),
  /** Answers far more than anybody wants to read. */
  z.strictObject({ kind: z.literal("huge"), bytes: z.number().int().min(1).max(50_000_000).default(10_000_000) }),
  z.strictObject({ kind: z.literal("redirect"), to: z.url() }),
  /** Refuses with a status and, where there is one, an issue. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(400).max(599),
    issue: z.string().optional(),
  }),
  /**
   * Does what was asked and then refuses all the same. The same request id
   * gives the true answer later, unless that is forgotten: then all is done anew.
   */
  z.strictObject({
    kind: z.literal("status after"),
    status: z.number().int().min(400).max(599),
    issue: z.string().optional(),
    forgets: z.boolean().default(false),
  }),
  /** Does what was asked, and says something else of it. */
  z.strictObject({
    kind: z.literal("lie"),
    amount: z.string().optional(),
    currency: z.string().optional(),
    payee: z.string().optional(),
    customId: z.string().optional(),
  }),
]);
export type Fault = z.input<typeof faultSchema>;

export type PlannedFault = z.output<typeof faultSchema>;

/** `match`: a part of the paths of the calls that it is for; all of them when absent. */
type Plan = { call: CallName; fault: PlannedFault; left: number; match?: string | undefined };

/** What is to go wrong, call by call. */
export class Faults {
  #plans: Plan[] = [];

  /** What is still to go wrong. */
  get planned(): readonly Readonly<Plan>[] {
    return this.#plans;
  }

  /** Lets the next calls of this name go wrong, or those of them whose path contains `match`. */
  add(call: CallName, fault: Fault, times = 1, match?: string): void {
    this.#plans.push({ call, fault: faultSchema.parse(fault), left: times, match });
  }

  clear(): void {
    this.#plans = [];
  }

  /** What goes wrong with a call that comes in now. */
  next(call: CallName, path: string): PlannedFault | undefined {
    const plan = this.#plans.find(
      (each) => each.call === call && (each.match === undefined || path.includes(each.match)),
    );
    if (plan === undefined) return undefined;
    plan.left -= 1;
    if (plan.left === 0) this.#plans = this.#plans.filter((each) => each !== plan);
    return plan.fault;
  }
}
