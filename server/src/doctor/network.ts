import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isLoopback } from "../infra/loopback.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

export type PortFacts = { port: number; metrics: { port: number; host: string } | undefined };

/** The ports of the shop and of its metrics, which nobody else may read. */
export function checkPorts({ port, metrics }: PortFacts): Finding[] {
  if (metrics === undefined) return [];
  if (metrics.port === port && port !== 0) {
    return [error("ports", `PORT and METRICS_PORT are both ${port}. Give each its own.`)];
  }
  if (isLoopback(metrics.host)) return [];
  const advice = "Let a firewall admit Prometheus alone, or set METRICS_HOST to an address of a private network";
  return [warning("metrics", `Whoever reaches ${metrics.host} at port ${metrics.port} reads sales. ${advice}.`)];
}

/** How long a name may take to resolve, in milliseconds. */
const lookupMs = 5_000;

/** Whether the host of an origin resolves here; absent where it has no name to resolve. */
export async function resolves(origin: string): Promise<boolean | undefined> {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 || host === "localhost") return undefined;
  const ended = new AbortController();
  const late = delay(lookupMs, false, { signal: ended.signal });
  const found = lookup(host).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

export function checkDomain(origin: string, isResolved: boolean | undefined): Finding[] {
  if (isResolved === undefined) return [];
  const { hostname } = new URL(origin);
  if (isResolved) return [ok("domain", `${hostname} resolves.`)];
  const advice = "Correct PUBLIC_ORIGIN, or add the record where the domain is registered";
  return [warning("domain", `${hostname} does not resolve on this machine. ${advice}.`)];
}
