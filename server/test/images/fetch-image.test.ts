import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type FetchSettings, openFetchImage } from "../../src/infra/fetch-image.ts";
import { isPublicAddress } from "../../src/infra/public-request.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.headers.host}${request.url}`);
  if (request.url === "/private") response.writeHead(302, { location: "http://intranet.example/secret" }).end();
  else if (request.url === "/moved") response.writeHead(301, { location: "/image" }).end();
  else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (request.url === "/busy") response.writeHead(503).end();
  else if (request.url === "/gone") response.writeHead(404).end();
  else if (request.url === "/large") response.end(Buffer.alloc(6_000_000));
  else response.end("image");
});
const portSchema = z.custom<AddressInfo>((value) => typeof value === "object" && value !== null && "port" in value);
let port = "";
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = String(portSchema.parse(server.address()).port);
});
afterAll(() => server.close());

/** Names that stand for the test's server, for a private address, and for both. */
const addresses: Record<string, string[]> = {
  "shop.example": ["127.0.0.1"],
  "intranet.example": ["10.0.0.5"],
  "both.example": ["127.0.0.1", "10.0.0.5"],
};
const fetchImage = (address: string, settings: Partial<FetchSettings> = {}) =>
  openFetchImage({
    resolve: async (host) => (addresses[host] ?? []).map((each) => ({ address: each, family: 4 })),
    // The test's server stands for a public one.
    isAllowed: (each) => each === "127.0.0.1",
    ports: ["", port],
    ...settings,
  })(address);

describe("fetching an image from another server", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
    ...["0.0.0.0", "198.18.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0"],
    ...["fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::7f00:1"],
    ...["168.63.129.16", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:1::1", "2001:db8::1", "localhost", ""],
  ])("takes %s for no public address", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111"])("takes %s for a public one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...["http://127.0.0.1/x", "http://[::1]/x", "http://[::ffff:169.254.169.254]/x", "http://2130706433/x"],
    ...["http://0x7f.1/x", "http://169.254.169.254/latest/meta-data", "https://localhost/x"],
  ])("refuses %s as not public", async (address) => {
    expect(await openFetchImage()(address)).toEqual({ problem: "The address is not public", isPassing: false });
  });

  it("refuses other protocols, passwords and ports, and says so", async () => {
    const problems = [];
    for (const address of [
      "ftp://shop.example/x",
      "http://a:b@shop.example/x",
      "http://shop.example:22/x",
      "nonsense",
    ]) {
      problems.push(await fetchImage(address));
    }
    expect(problems).toEqual(
      [
        "The address is not one of the web",
        "The address has a password",
        "The address has an unusual port",
        "The address is not valid",
      ].map((problem) => ({ problem, isPassing: false })),
    );
  });

  it("connects to the checked address and follows redirects that are public, and no others", async () => {
    expect(await fetchImage(`http://shop.example:${port}/moved`)).toEqual({ content: Buffer.from("image") });
    expect(asked).toEqual([`shop.example:${port}/moved`, `shop.example:${port}/image`]);
    const refused = { problem: "The address is not public", isPassing: false };
    expect(await fetchImage(`http://shop.example:${port}/private`)).toEqual(refused);
    expect(await fetchImage(`http://both.example:${port}/image`)).toEqual(refused);
    expect(await fetchImage(`http://shop.example:${port}/loop`)).toMatchObject({ isPassing: false });
  });

  it("bounds the size, and tells what is worth another attempt from what is not", async () => {
    expect(await fetchImage(`http://shop.example:${port}/large`)).toEqual({
      problem: "It has more than 5 MB",
      isPassing: false,
    });
    expect(await fetchImage(`http://shop.example:${port}/busy`)).toMatchObject({ isPassing: true });
    expect(await fetchImage(`http://shop.example:${port}/gone`)).toMatchObject({ isPassing: false });
    expect(await fetchImage("http://unknown.example/x")).toMatchObject({ isPassing: true });
  });
});
