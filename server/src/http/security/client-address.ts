import { isIP, isIPv6 } from "node:net";
import { compile } from "@fastify/proxy-addr";

/** Forms of an address with a port, which some proxies write into X-Forwarded-For: 203.0.113.7:4711, [2001:db8::1]:4711. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

function withoutPort(address: string): string {
  const [, six, four] = withPort.exec(address.trim()) ?? [];
  return six ?? four ?? address.trim();
}

/** A client's IP address without its port; `null` for anything else. */
export function plainAddress(address: string): string | null {
  const plain = withoutPort(address);
  return isIP(plain) === 0 ? null : plain;
}

/** Whether an address belongs to a trusted proxy, with or without a port. */
export function proxyTrust(trustedProxies: string[]): (address: string, hop: number) => boolean {
  const isTrusted = compile(trustedProxies);
  return (address, hop) => isTrusted(withoutPort(address), hop);
}

/**
 * The key of a client's address for limits: an IPv4 address, the /64 network of an IPv6 address, because one customer
 * usually has all its addresses, or "unknown" for anything else. IPv4 addresses that are written as IPv6 count as IPv4.
 */
export function addressKey(address: string): string {
  const plain = withoutPort(address).replace(/%.*$/, "");
  if (!isIPv6(plain)) return isIP(plain) === 0 ? "unknown" : plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // Writes an IPv4 ending as two groups.
  const normal = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = normal.split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail ?? "")];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
