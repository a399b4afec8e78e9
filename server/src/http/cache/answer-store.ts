import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Encodable } from "./encodings.ts";

/** A whole answer of status 200, as it is sent. */
export type Answer = Encodable & {
  type: string;
  etag: string;
  /** What the answer depends on. */
  tags: readonly string[];
  /** The keywords for which it has nothing. */
  emptySearches: readonly string[];
  /** The keywords whose products it has. */
  foundSearches: readonly string[];
  /** The facets by which its list was narrowed. */
  chosenFacets: readonly string[];
  /** When its production began, as a time of `performance.now()`. */
  beganAt: number;
  /** Since when its order of products or its counts may be another, in the same way. */
  outdatedAt?: number;
};

const entryBytes = 600;
const tagBytes = 120;
/** A body and its two compressed forms. */
const bodyFactor = 1.6;

/** Answers by key, bounded by estimated bytes, that can be dropped by what they depend on. */
export class AnswerStore {
  readonly #answers: LRUCache<string, Answer>;
  readonly #keysByTag = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body, tags }, key) =>
        Math.ceil(entryBytes + 2 * key.length + tagBytes * tags.length + bodyFactor * body.length),
      dispose: ({ tags }, key) => this.#forgetTags(key, tags),
    });
  }

  get(key: string): Answer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Answer): void {
    this.#answers.set(key, answer);
    // An answer larger than the store is not in it.
    if (this.#answers.peek(key) !== answer) return;
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys === undefined) this.#keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  /** Removes the answers that depend on a tag. */
  drop(tag: string): void {
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#answers.delete(key);
  }

  /** Marks the answers that depend on a tag as outdated from a time on. */
  outdate(tag: string, at: number): void {
    for (const key of this.#keysByTag.get(tag) ?? []) {
      const answer = this.#answers.peek(key);
      if (answer !== undefined) answer.outdatedAt ??= at;
    }
  }

  clear(): void {
    this.#answers.clear();
  }

  /** Estimated size of all answers. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  #forgetTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

/** A weak validator, because all encodings of an answer share it. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url")}"`;
}
