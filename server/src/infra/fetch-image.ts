import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import { imageBytesMax } from "@shop/shared/shop";

/** The content of an image, or why there is none; a passing problem is worth another attempt. */
export type FetchedImage = { content: Buffer } | { problem: string; isPassing: boolean };
export type FetchImage = (address: string) => Promise<FetchedImage>;

type Address = { address: string; family: number };
export type FetchSettings = {
  resolve: (host: string) => Promise<Address[]>;
  isAllowed: (address: string) => boolean;
  ports: readonly string[];
  timeoutMs: number;
};

const redirectsMax = 5;

/** IPv4 networks that are not public: this host, private, shared, link-local with metadata, tests, multicast, reserved. */
const privateNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
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

const usualSettings: FetchSettings = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  ports: ["", "80", "443"],
  timeoutMs: 20_000,
};

/**
 * Fetches images from public addresses alone: every address of the host is checked, the connection goes to a checked one,
 * and a redirect is checked like the first address. Size and time are those of uploads.
 */
export function openFetchImage(settings: Partial<FetchSettings> = {}): FetchImage {
  const all = { ...usualSettings, ...settings };
  return async (address) => {
    const signal = AbortSignal.timeout(all.timeoutMs);
    try {
      let url = new URL(address);
      for (let left = redirectsMax; left >= 0; left -= 1) {
        const answer = await fetchOnce(url, all, signal);
        if (!("redirect" in answer)) return answer;
        url = new URL(answer.redirect, url);
      }
      return lasting("It was redirected too often");
    } catch (error) {
      if (error instanceof TypeError) return lasting("The address is not valid");
      return passing(signal.aborted ? "It took too long" : "The address did not answer");
    }
  };
}

const lasting = (problem: string) => ({ problem, isPassing: false });
const passing = (problem: string) => ({ problem, isPassing: true });

async function fetchOnce(
  url: URL,
  { resolve, isAllowed, ports }: FetchSettings,
  signal: AbortSignal,
): Promise<FetchedImage | { redirect: string }> {
  if (url.protocol !== "http:" && url.protocol !== "https:") return lasting("The address is not one of the web");
  if (url.username !== "" || url.password !== "") return lasting("The address has a password");
  if (!ports.includes(url.port)) return lasting("The address has an unusual port");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }];
  const [target] = found;
  if (target === undefined) return passing("The address is unknown");
  if (!found.every(({ address }) => isAllowed(address))) return lasting("The address is not public");
  return readAnswer(await send(url, target, signal));
}

/** Sends the request to the checked address, whatever the name resolves to by now. */
function send(url: URL, target: Address, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: false,
      signal,
      // Node asks for all addresses at once, or for one.
      lookup: (_host, options, callback) =>
        options.all === true ? callback(null, [target]) : callback(null, target.address, target.family),
      headers: { accept: "image/avif,image/webp,image/*;q=0.8", "user-agent": "shop-image-import" },
    });
    sent.on("response", resolve).on("error", reject).end();
  });
}

async function readAnswer(answer: IncomingMessage): Promise<FetchedImage | { redirect: string }> {
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  try {
    if (status >= 300 && status < 400 && location !== undefined) return { redirect: location };
    if (status === 429 || status >= 500) return passing(`It was answered with status ${status}`);
    if (status !== 200) return lasting(`It was answered with status ${status}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > imageBytesMax) return lasting(`It has more than ${imageBytesMax / 1024 / 1024} MB`);
      chunks.push(chunk);
    }
    return { content: Buffer.concat(chunks) };
  } finally {
    answer.destroy();
  }
}
