import { z } from "zod";

export const callNames = [
  "token",
  "create",
  "read",
  "change",
  "capture",
  "track",
  "change tracker",
  "read capture",
  "refund",
  "read refund",
  "read dispute",
  "list disputes",
  "list transactions",
  "verify",
] as const;
export type CallName = (typeof callNames)[number];

const milliseconds = z.number().int().min(0).max(120_000);

export const faultSchema = z.union([
  /** Delays before processing, or between processing and the response. */
  z.strictObject({ kind: z.enum(["delay", "delay answer"]), ms: milliseconds }),
  /** Processes the request and closes the connection without a response. */
  z.strictObject({ kind: z.literal("drop") }),
  /** Closes the connection at once. */
  z.strictObject({ kind: z.literal("refuse") }),
  /** Sends broken JSON or an HTML page without processing the request. */
  z.strictObject({ kind: z.enum(["garbage", "page"]) }),
  /** Sends an oversized response without processing the request. */
  z.strictObject({ kind: z.literal("huge"), bytes: z.number().int().min(1).max(50_000_000).default(10_000_000) }),
  z.strictObject({ kind: z.literal("redirect"), to: z.url() }),
  /** Refuses with a status and, if given, an issue. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(400).max(599),
    issue: z.string().optional(),
  }),
  /**
   * Processes the request and refuses it all the same. A retry with the same request id gets the
   * true response, unless `forgets` is set; then the request is processed again.
   */
  z.strictObject({
    kind: z.literal("status after"),
    status: z.number().int().min(400).max(599),
    issue: z.string().optional(),
    forgets: z.boolean().default(false),
  }),
  /** Processes the request and sends an altered response. */
  z.strictObject({
    kind: z.literal("lie"),
    amount: z.string().optional(),
    currency: z.string().optional(),
    payee: z.string().optional(),
    customId: z.string().optional(),
    /** The codes of the card's issuer for the security code and for the address. */
    cvvCode: z.string().optional(),
    avsCode: z.string().optional(),
  }),
]);
export type Fault = z.input<typeof faultSchema>;

export type PlannedFault = z.output<typeof faultSchema>;

/** `match`: a substring of the paths of the affected calls; all calls if absent. */
type Plan<Name> = { call: Name; fault: PlannedFault; left: number; match?: string | undefined };

/** Planned faults per call. */
export class Faults<Name extends string = CallName> {
  #plans: Plan<Name>[] = [];

  /** The faults that have not occurred yet. */
  get planned(): readonly Readonly<Plan<Name>>[] {
    return this.#plans;
  }

  /** Plans a fault for the next calls of this name, or for those whose path contains `match`. */
  add(call: Name, fault: Fault, times = 1, match?: string): void {
    this.#plans.push({ call, fault: faultSchema.parse(fault), left: times, match });
  }

  clear(): void {
    this.#plans = [];
  }

  /** The fault of an incoming call. */
  next(call: Name, path: string): PlannedFault | undefined {
    const plan = this.#plans.find(
      (each) => each.call === call && (each.match === undefined || path.includes(each.match)),
    );
    if (plan === undefined) return undefined;
    plan.left -= 1;
    if (plan.left === 0) this.#plans = this.#plans.filter((each) => each !== plan);
    return plan.fault;
  }
}
