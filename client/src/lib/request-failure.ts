import type { ErrorCode } from "@shop/shared/errors";
import { isTRPCClientError } from "@trpc/client";

/** How a request failed: before an answer, by an unreadable answer, or by the server's refusal. */
export type RequestFailure =
  | { status: "FETCH_ERROR" | "TIMEOUT_ERROR" | "PARSING_ERROR"; error: string }
  | { status: number; code: string | undefined; message: string | undefined; errors: FieldError[] };

type FieldError = { path: string; message: string };

/** The server's refusal of a call that does not go through tRPC, with the body that it sent. */
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

/** Tells apart the ways in which a request can fail; the only place that does. */
export function toRequestFailure(error: unknown): RequestFailure | undefined {
  const cause = isTRPCClientError(error) ? (error.cause ?? error) : error;
  const data: unknown = isTRPCClientError(error) ? error.data : undefined;
  if (isTRPCClientError(error) && typeof data === "object" && data !== null) {
    const status: unknown = Reflect.get(data, "httpStatus");
    if (typeof status === "number") {
      return {
        status,
        code: textOf(data, "code"),
        message: error.message === "" ? undefined : error.message,
        errors: fieldErrorsIn(data),
      };
    }
  }
  if (error instanceof RestRefusal) {
    const body = Object(error.body);
    return {
      status: error.status,
      code: textOf(body, "code"),
      message: textOf(body, "message"),
      errors: fieldErrorsIn(body),
    };
  }
  if (isNamed(cause, "TimeoutError")) {
    return { status: "TIMEOUT_ERROR", error: "The shop did not answer in time. Please try again." };
  }
  if (isNamed(cause, "TypeError") || isNamed(cause, "AbortError")) {
    return { status: "FETCH_ERROR", error: "The shop could not be reached. Please check your connection." };
  }
  if (isNamed(cause, "SyntaxError") || isTRPCClientError(error)) {
    return { status: "PARSING_ERROR", error: "The shop's answer could not be read. Please try again." };
  }
  return undefined;
}

/** What to tell people: the server's message, else the request layer's own text, else the fallback. */
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

/** What the server says of single fields: a message by each field's name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const failure = toRequestFailure(error);
  if (failure === undefined || !("errors" in failure)) return {};
  return Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]));
}

/** Whether an answer says that there is no session; a wrong password says nothing about one. */
export function isSessionOver(error: unknown): boolean {
  return hasStatus(error, 401) && !hasCode(error, "INVALID_CREDENTIALS");
}

/** Whether asking the same again can help: not when the server understood and refused. */
export function isWorthRetrying(error: unknown): boolean {
  const status = toRequestFailure(error)?.status;
  return !(typeof status === "number" && status >= 400 && status < 500);
}
