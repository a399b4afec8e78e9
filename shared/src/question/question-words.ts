// The page of a product shows these, so this module must not import zod.

/** `1 question`, `12 questions`. */
export function questionCount(count: number): string {
  return `${count} ${count === 1 ? "question" : "questions"}`;
}

/** `1 answered question`, `12 answered questions`. */
export function answeredCount(count: number): string {
  return `${count} answered ${count === 1 ? "question" : "questions"}`;
}
