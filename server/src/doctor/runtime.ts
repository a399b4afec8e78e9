import { error, type Finding, ok, warning } from "./finding.ts";

/** Until which day the Node project mends each release line; from its published schedule. */
const supportedUntil: Readonly<Record<number, string>> = {
  20: "2026-04-30",
  22: "2027-04-30",
  24: "2028-04-30",
};
const oldestMajor = 20;

/** Whether this process's Node still gets security updates. */
export function checkNode(version: string, now: Date): Finding {
  const major = Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0);
  const advice = "Install a newer line that has long-term support";
  if (major < oldestMajor) return error("node", `Node ${version} is too old for the shop. ${advice}.`);
  const until = supportedUntil[major];
  if (until === undefined) {
    return major % 2 === 0
      ? ok("node", `Node ${version}.`)
      : warning("node", `Node ${version} gets updates for some months only. ${advice}.`);
  }
  if (now.toISOString().slice(0, 10) <= until) return ok("node", `Node ${version}, with security updates to ${until}.`);
  return warning("node", `Node ${version} has got no security updates since ${until}. ${advice}.`);
}
