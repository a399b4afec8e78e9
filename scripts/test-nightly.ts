/** Runs `test-resilience.ts` at full length, which takes hours on a slow machine. */
process.env.TEST_WIDTH = "full";
await import("./test-resilience.ts");
