import type { PartFailure } from "../lib/lazy-part.tsx";
import { ErrorAlert } from "./error-alert.tsx";

/** The replacement of a part whose absence the user must know of, with a retry button. */
export function missingPart(message: string) {
  return ({ onRetry, isRetrying }: PartFailure) => (
    <ErrorAlert message={message} onRetry={onRetry} isRetrying={isRetrying} />
  );
}
