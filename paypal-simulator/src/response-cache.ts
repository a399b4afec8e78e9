import { z } from "zod";

const answerSchema = z.object({ status: z.number(), body: z.unknown() });
export type Answer = z.infer<typeof answerSchema>;

const hourMs = 3_600_000;
/** The retention of request ids, longer for payments than for orders, as at the provider. */
const retentionMs = { payments: 45 * 24 * hourMs, orders: 6 * hourMs };
/** The number of responses between two prunings. */
const pruneEvery = 1_000;

export const storedAnswersSchema = z.array(
  z.tuple([z.string(), z.object({ answer: answerSchema, until: z.number() })]),
);

/** The responses by request id: a repeated request gets the same response and is not processed again. */
export class ResponseCache {
  readonly #answers = new Map<string, { answer: Answer; until: number }>();
  readonly #inProgress = new Set<string>();
  #added = 0;

  /** Marks a request as in progress; `false` if it already is. */
  begin(key: string): boolean {
    if (this.#inProgress.has(key)) return false;
    this.#inProgress.add(key);
    return true;
  }

  end(key: string): void {
    this.#inProgress.delete(key);
  }

  find(key: string, now: number): Answer | undefined {
    const known = this.#answers.get(key);
    if (known === undefined || known.until <= now) return undefined;
    const { status, body } = known.answer;
    // A repeated request is not processed again.
    return { status: status === 201 ? 200 : status, body };
  }

  remember(key: string, answer: Answer, { path, now }: { path: string; now: number }): void {
    this.#answers.set(key, {
      answer,
      until: now + (path.startsWith("/v2/payments") ? retentionMs.payments : retentionMs.orders),
    });
    this.#added += 1;
    if (this.#added % pruneEvery === 0) this.#prune(now);
  }

  delete(key: string): void {
    this.#answers.delete(key);
  }

  /** For the state file. */
  entries(): z.infer<typeof storedAnswersSchema> {
    return [...this.#answers];
  }

  restore(entries: z.infer<typeof storedAnswersSchema>): void {
    for (const [key, known] of entries) this.#answers.set(key, known);
  }

  #prune(now: number): void {
    for (const [key, { until }] of this.#answers) if (until <= now) this.#answers.delete(key);
  }
}
