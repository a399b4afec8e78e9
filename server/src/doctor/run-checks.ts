import { setTimeout as delay } from "node:timers/promises";
import { toLoggable } from "../domain/base/errors.ts";
import { error, type Finding } from "./finding.ts";

/** A check of one part of the configuration. */
export type Check = { about: string; run: () => Promise<Finding[]> };

/** The time-out of one check, in milliseconds. */
const timeoutMs = 20_000;

/** Runs the checks one after the other and reports each finding. Returns whether there was no error. */
export async function runChecks(
  checks: readonly Check[],
  report: (finding: Finding) => void,
  limitMs = timeoutMs,
): Promise<boolean> {
  let isFine = true;
  for (const { about, run } of checks) {
    for (const finding of await findingsOf(about, run, limitMs)) {
      report(finding);
      if (finding.level === "error") isFine = false;
    }
  }
  return isFine;
}

async function findingsOf(about: string, run: Check["run"], limitMs: number): Promise<Finding[]> {
  const ended = new AbortController();
  const tooLate = delay(limitMs, [error(about, "The check did not end in time.")], { signal: ended.signal });
  // Also a failure after the time-out must not end the process.
  const checked = run().catch((failure: unknown) => [
    error(about, `The check failed: ${toLoggable(failure).message}.`),
  ]);
  try {
    return await Promise.race([checked, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    ended.abort();
  }
}

/** A finding as one line of text. */
export function lineOf({ level, about, text }: Finding): string {
  return `${level.padEnd(7)}  ${about}: ${text.replaceAll(/\s+/g, " ")}`;
}
