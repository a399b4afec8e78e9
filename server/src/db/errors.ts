/**
 * A database error without its message: messages of the driver and the query
 * builder can contain bound parameters, so they are neither logged nor sent.
 */
export type DatabaseFailure = {
  /** SQLSTATE, or the code of a system call when there was no connection. */
  code: string;
  constraint: string | undefined;
  kind: "unavailable" | "conflict" | "rejected";
};

// SQLSTATE classes: connection exception, insufficient resources, operator intervention; our own time-outs; and what a
// server says that is a standby, or read-only, or has other plans than the connection remembers.
const unavailable = /^(08|53|57)|^(55P03|25P03|25P02|25006|0A000)$/;
const conflicts = /^(40001|40P01)$/;
const systemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);
/** File system errors have a code and a system call as well. */
const networkCalls = /^(connect|getaddrinfo|read|write|shutdown)$/;
const poolMessages = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "This socket has been ended by the other party",
  "Client has encountered a connection error",
  "Query read timeout",
  "Cannot use a pool after calling end",
];

function hasString<Key extends string>(value: object, key: Key): value is Record<Key, string> {
  return key in value && typeof Reflect.get(value, key) === "string";
}

/** The database failure behind an error, also when the error wraps it; `null` for other errors. */
export function toDatabaseFailure(error: unknown): DatabaseFailure | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (hasString(at, "code")) {
      const constraint = hasString(at, "constraint") ? at.constraint : undefined;
      if (hasString(at, "severity") && /^[0-9A-Z]{5}$/.test(at.code)) {
        const kind = unavailable.test(at.code) ? "unavailable" : conflicts.test(at.code) ? "conflict" : "rejected";
        return { code: at.code, constraint, kind };
      }
      if (systemCodes.has(at.code) && hasString(at, "syscall") && networkCalls.test(at.syscall)) {
        return { code: at.code, constraint: undefined, kind: "unavailable" };
      }
    }
    const { message } = at;
    if (poolMessages.some((start) => message.startsWith(start))) {
      return { code: "CONNECTION", constraint: undefined, kind: "unavailable" };
    }
    if (at instanceof AggregateError && at.errors[0] !== at) {
      const inner = toDatabaseFailure(at.errors[0]);
      if (inner !== null) return inner;
    }
  }
  return null;
}
