import { expect, test, vi } from "vitest";
import "./zod-without-eval.ts";

test("zod checks without code that the content security policy would refuse", async () => {
  vi.resetModules();
  const { config } = await import("zod/v4/core");
  expect(config().jitless).toBe(true);
});
