import { describe, expect, it } from "vitest";
import { resolveMatterSchema } from "./matter.ts";

const matterId = "0190a5d0-0000-7000-8000-00000000000a";

describe("the resolution of a matter", () => {
  it("names one matter and has a note of one line", () => {
    expect(resolveMatterSchema.parse({ matterId, note: "  Called the customer. " })).toEqual({
      matterId,
      note: "Called the customer.",
    });
    expect(resolveMatterSchema.safeParse({ matterId, note: "x".repeat(500) }).success).toBe(true);
    for (const note of [undefined, null, 5, "", " ", "\u200b", "x".repeat(501)]) {
      expect(resolveMatterSchema.safeParse({ matterId, note }).success, JSON.stringify(note)).toBe(false);
    }
    for (const wrong of [undefined, null, "", "abc", "paid twice"]) {
      expect(resolveMatterSchema.safeParse({ matterId: wrong, note: "Done" }).success).toBe(false);
    }
  });
});
