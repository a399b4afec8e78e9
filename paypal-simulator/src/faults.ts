import { z } from "zod";

export const callNames = ["token", "create", "read", "capture", "refund", "verify"] as const;
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

type Planned = { call: CallName; fault: z.output<typeof faultSchema>; left: number };

/** What is to go wrong, call by call. */
export class Faults {
  #planned: Planned[] = [];

  /** Lets the next calls of this name go wrong. */
  add(call: CallName, fault: Fault, times = 1): void {
    this.#planned.push({ call, fault: faultSchema.parse(fault), left: times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** What goes wrong with a call that comes in now. */
  next(call: CallName): z.output<typeof faultSchema> | undefined {
    const planned = this.#planned.find((each) => each.call === call && each.left > 0);
    if (planned === undefined) return undefined;
    planned.left -= 1;
    return planned.fault;
  }
}
