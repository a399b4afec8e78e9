import type { FastifyReply, FastifyRequest } from "fastify";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
const loopbackAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Lets in programs on this machine and the control page itself. Pages of other
 * origins may at most open the control page as a page of its own: what they
 * cannot read, they cannot press.
 */
export async function onlyFromHere(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isFromThisMachine(request) || !(isSameOrigin(request) || isPageOfItsOwn(request))) {
    await reply.code(403).send({ issue: "NOT_FROM_HERE" });
  }
}

/** The name is looked at as well as the address: a stranger's name can be made to lead here. */
function isFromThisMachine({ host, ip }: FastifyRequest): boolean {
  return loopbackNames.includes(host.replace(/:\d+$/, "")) && loopbackAddresses.includes(ip);
}

function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  const site = [headers["sec-fetch-site"]].flat()[0];
  return ["same-origin", "none", undefined].includes(site) && (origin === undefined || origin === `http://${host}`);
}

function isPageOfItsOwn({ method, url, headers }: FastifyRequest): boolean {
  return method === "GET" && url === "/control" && headers["sec-fetch-dest"] === "document";
}
