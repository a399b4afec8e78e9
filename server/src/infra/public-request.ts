import { lookup } from "node:dns/promises";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";

type Address = { address: string; family: number };

export type PublicRequestSettings = {
  resolve: (host: string) => Promise<Address[]>;
  isAllowed: (address: string) => boolean;
  /** As they stand in addresses: empty for the usual port. All without it. */
  ports?: readonly string[];
  protocols: readonly string[];
};

type Sent = { method?: "GET" | "POST"; headers: OutgoingHttpHeaders; body?: string; signal: AbortSignal };

/** Sends one request; rejects with a RefusedAddress for an address that is not allowed. Follows no redirect. */
export type PublicRequest = (url: URL, sent: Sent) => Promise<IncomingMessage>;

/** An address that no request goes to. A passing problem may be another one later. */
export class RefusedAddress extends Error {
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message);
  }
}

/**
 * IPv4 networks that are not public: this host, private, shared, link-local with metadata, tests, multicast, reserved, and
 * the address at which a cloud answers its machines.
 */
const privateNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"],
];
/** Networks within the public ones of IPv6 that lead elsewhere: tunnels, with an IPv4 address inside, and documentation. */
const tunnels = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const notPublic = blockListOf(privateNetworks, "ipv4");
const notPublic6 = blockListOf(tunnels, "ipv6");
const public6 = blockListOf(["2000::/3"], "ipv6");

function blockListOf(networks: string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is one of the public Internet. An IPv4 address in IPv6 notation never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  return public6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

const usualSettings: PublicRequestSettings = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  protocols: ["http:", "https:"],
};

/**
 * Requests to addresses that people type, to public ones alone: every address of the host is checked, and the connection
 * goes to a checked one, whatever the name resolves to by then.
 */
export function openPublicRequest(settings: Partial<PublicRequestSettings> = {}): PublicRequest {
  const all = { ...usualSettings, ...settings };
  return async (url, sent) => send(url, await findTarget(url, all), sent);
}

async function findTarget(url: URL, { resolve, isAllowed, ports, protocols }: PublicRequestSettings): Promise<Address> {
  if (!protocols.includes(url.protocol)) {
    const isWeb = url.protocol === "http:" || url.protocol === "https:";
    throw new RefusedAddress(isWeb ? "The address is not encrypted" : "The address is not one of the web", false);
  }
  if (url.username !== "" || url.password !== "") throw new RefusedAddress("The address has a password", false);
  if (ports !== undefined && !ports.includes(url.port)) {
    throw new RefusedAddress("The address has an unusual port", false);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }];
  const [target] = found;
  if (target === undefined) throw new RefusedAddress("The address is unknown", true);
  if (!found.every(({ address }) => isAllowed(address))) throw new RefusedAddress("The address is not public", false);
  return target;
}

function send(url: URL, target: Address, { method = "GET", headers, body, signal }: Sent): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers,
      signal,
      agent: false,
      // Node asks for all addresses at once, or for one.
      lookup: (_host, options, callback) =>
        options.all === true ? callback(null, [target]) : callback(null, target.address, target.family),
    });
    sent.on("response", resolve).on("error", reject).end(body);
  });
}
