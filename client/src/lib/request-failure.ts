import type { AppRouter } from "@shop/server/http/trpc/router";
import type { ErrorCode } from "@shop/shared/errors";
import { isTRPCClientError } from "@trpc/client";

/** How a request failed: without an answer, with an unreadable answer, or by the server's refusal. */
export type RequestFailure =
  | { status: "FETCH_ERROR" | "TIMEOUT_ERROR" | "PARSING_ERROR"; error: string }
  | { status: number; code: string | undefined; message: string | undefined; errors: FieldError[] };

type FieldError = { path: string; message: string };

/** The refusal of a REST call, with the body of the answer. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

function isNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}

function textOf(data: object, key: string): string | undefined {
  const value: unknown = Reflect.get(data, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function fieldErrorsIn(data: object): FieldError[] {
  const errors: unknown = Reflect.get(data, "errors");
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    if (typeof error !== "object" || error === null) return [];
    const [path, message] = [textOf(error, "path"), textOf(error, "message")];
    return path === undefined || message === undefined ? [] : [{ path, message }];
  });
}

function restFailure({ status, body }: RestRefusal): RequestFailure {
  const fields = Object(body);
  return { status, code: textOf(fields, "code"), message: textOf(fields, "message"), errors: fieldErrorsIn(fields) };
}

/** The failure behind a thrown value; `undefined` for anything but a failed request. */
export function toRequestFailure(error: unknown): RequestFailure | undefined {
  if (error instanceof RestRefusal) return restFailure(error);
  const isTrpc = isTRPCClientError<AppRouter>(error);
  if (isTrpc && error.data != null) {
    const { httpStatus, code, errors = [] } = error.data;
    return { status: httpStatus, code, message: error.message === "" ? undefined : error.message, errors };
  }
  const cause = isTrpc ? (error.cause ?? error) : error;
  if (isNamed(cause, "TimeoutError")) {
    return { status: "TIMEOUT_ERROR", error: "The shop did not answer in time. Please try again." };
  }
  if (isNamed(cause, "TypeError") || isNamed(cause, "AbortError")) {
    return { status: "FETCH_ERROR", error: "The shop could not be reached. Please check your connection." };
  }
  if (isNamed(cause, "SyntaxError") || isTrpc) {
    return { status: "PARSING_ERROR", error: "The shop's answer could not be read. Please try again." };
  }
  return undefined;
}

/** The text for the user: the server's message, else the request layer's, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  const failure = toRequestFailure(error);
  if (failure === undefined) return fallback;
  if (typeof failure.status === "number") return ("message" in failure ? failure.message : undefined) ?? fallback;
  return "error" in failure ? failure.error : fallback;
}

/** Whether a request failed with this HTTP status. */
export function hasStatus(error: unknown, status: number): boolean {
  return toRequestFailure(error)?.status === status;
}

/** Whether the server refused with this code. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  const failure = toRequestFailure(error);
  return failure !== undefined && "code" in failure && failure.code === code;
}

/** The server's messages by field name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const failure = toRequestFailure(error);
  if (failure === undefined || !("errors" in failure)) return {};
  return Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]));
}

/** Whether the server found no session. A wrong password is a 401 too, and no sign of that. */
export function isSessionOver(error: unknown): boolean {
  return hasStatus(error, 401) && !hasCode(error, "INVALID_CREDENTIALS");
}

/** Whether a retry can succeed soon: not after a 4xx, and not after a time-out, which was long enough to wait. */
export function isWorthRetrying(error: unknown): boolean {
  const status = toRequestFailure(error)?.status;
  if (status === "TIMEOUT_ERROR") return false;
  return !(typeof status === "number" && status >= 400 && status < 500);
}
