import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { hasStatus, isWorthRetrying, messageOf, toRequestFailure } from "./request-failure.ts";

function refusal(httpStatus: number, message: string): TRPCClientError<never> {
  return TRPCClientError.from({ error: { message, code: -32603, data: { httpStatus, code: "X" } } });
}

test("The server's message comes first", () => {
  expect(messageOf(refusal(404, "Product not found"), "Failed to load product")).toBe("Product not found");
});

test("A refusal without a message gives the fallback", () => {
  expect(messageOf(refusal(500, ""), "Failed to load products")).toBe("Failed to load products");
});

test("Anything that is not a failed request gives the fallback", () => {
  expect(messageOf(new Error("undefined is not a function"), "An unknown error occurred")).toBe(
    "An unknown error occurred",
  );
});

test.each([
  ["FETCH_ERROR", new TypeError("Failed to fetch")],
  ["TIMEOUT_ERROR", new DOMException("signal timed out", "TimeoutError")],
  ["PARSING_ERROR", new SyntaxError("Unexpected token <")],
])("%s is told apart", (status, cause) => {
  expect(toRequestFailure(TRPCClientError.from(cause))?.status).toBe(status);
});

test("A refusal carries its HTTP status", () => {
  expect(hasStatus(refusal(409, "Out of stock"), 409)).toBe(true);
});

test("What the server understood and refused is not asked again", () => {
  expect(isWorthRetrying(refusal(404, "Product not found"))).toBe(false);
  expect(isWorthRetrying(refusal(503, "Unavailable"))).toBe(true);
  expect(isWorthRetrying(TRPCClientError.from(new TypeError("Failed to fetch")))).toBe(true);
});

test("A request that was not answered in time is not asked again before its failure is told", () => {
  expect(isWorthRetrying(TRPCClientError.from(new DOMException("signal timed out", "TimeoutError")))).toBe(false);
});
