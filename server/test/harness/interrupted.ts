/** What is still running and would outlive a run that is broken off, each with how to end it at once. */
const running = new Set<() => void>();

const endAll = () => {
  for (const end of running) end();
  running.clear();
};
// A run that is told to stop leaves at once, before those who come later in line; its workers notice that it is gone.
process.prependOnceListener("exit", endAll);
process.once("disconnect", () => {
  endAll();
  // Whoever is in the middle of a test has nobody left to tell how it went.
  process.kill(process.pid, "SIGKILL");
});

/** Has something ended at once when the run is broken off; returns what forgets it again. */
export function whenInterrupted(end: () => void): () => void {
  running.add(end);
  return () => void running.delete(end);
}
