import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DomainError, toLoggable } from "../../src/domain/base/errors.ts";
import { withLoggableMessage } from "../../src/http/log.ts";

const query = (cause: Error) => new DrizzleQueryError("select $1", ["ada@example.com"], cause);
const ofDriver = query(new TypeError("a value that cannot be sent"));
const ofDatabase = query(Object.assign(new Error("of the database"), { code: "23514", severity: "ERROR" }));

describe("The log of an error", () => {
  it.each([
    ["the database has refused", ofDatabase, "rejected 23514"],
    ["the driver could not send", ofDriver, "a value that cannot be sent"],
    [
      "a refusal was caused by",
      new DomainError("STALE", "No", { cause: ofDriver }),
      "No (a value that cannot be sent)",
    ],
  ])("says why a query failed that %s, and nothing of its parameters", (_what, error, message) => {
    expect(toLoggable(error).message).toBe(message);
    expect(JSON.stringify(toLoggable(error))).not.toContain("ada@example.com");
  });

  it("has the same message where a library logs it without one, or with the error's own", () => {
    expect(withLoggableMessage([ofDriver])).toEqual([{ err: ofDriver }, "a value that cannot be sent"]);
    expect(withLoggableMessage([{ err: ofDriver }])).toEqual([{ err: ofDriver }, "a value that cannot be sent"]);
    expect(withLoggableMessage([{ err: ofDriver }, ofDriver.message])[1]).toBe("a value that cannot be sent");
    expect(withLoggableMessage([{ err: ofDriver }, "request failed"])[1]).toBe("request failed");
    expect(withLoggableMessage([{ ms: 1 }, "answered"])).toEqual([{ ms: 1 }, "answered"]);
  });
});
