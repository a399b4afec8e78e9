/**
 * The life of an order as one table: a step may be taken when the one before
 * it is done. Server and screens ask this and nothing else.
 */
export const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;
export type Step = (typeof steps)[number];

/** When each step was done; `null` while it is not. */
export type Progress = Record<`${Step}At`, unknown>;

/** Whether a step is done. */
export function isDone(progress: Progress, step: Step): boolean {
  return progress[`${step}At`] !== null;
}

/** The first step that is not done, or `null` when the order is delivered. */
export function nextStep(progress: Progress): Step | null {
  return steps.find((step) => !isDone(progress, step)) ?? null;
}
