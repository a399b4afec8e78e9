/** A program that works on its first request for ever. */
process.on("message", () => {
  for (;;) Math.random();
});
process.send?.("ready");
