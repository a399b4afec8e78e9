import { constants, setPriority } from "node:os";

/**
 * Lets a process use what requests leave of the processors. Its limits of time that count the clock are long: at the
 * default it takes ten times as long on a busy machine.
 */
export function lowerPriority(
  pid: number | undefined,
  niceness: number = constants.priority.PRIORITY_BELOW_NORMAL,
): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it; the work is the same.
  }
}
