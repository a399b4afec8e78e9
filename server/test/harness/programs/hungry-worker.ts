/** A program that takes all memory that it gets. */
process.on("message", () => {
  const held: number[][] = [];
  for (;;) held.push(Array.from({ length: 10_000 }, Math.random));
});
process.send?.("ready");
