import type { FastifyReply, FastifyRequest } from "fastify";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
const loopbackAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Allows programs on this machine and the control page itself. Other origins can only navigate to
 * the control page: the same-origin policy keeps them from reading or operating it.
 */
export async function requireLocalControl(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isFromThisMachine(request) || !(isSameOrigin(request) || isNavigation(request))) {
    await reply.code(403).send({ issue: "NOT_FROM_HERE" });
  }
}

/** The host name is checked as well as the address, against DNS rebinding. */
function isFromThisMachine({ host, ip }: FastifyRequest): boolean {
  return loopbackNames.includes(host.replace(/:\d+$/, "")) && loopbackAddresses.includes(ip);
}

function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  const site = [headers["sec-fetch-site"]].flat()[0];
  return ["same-origin", "none", undefined].includes(site) && (origin === undefined || origin === `http://${host}`);
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  return method === "GET" && url === "/control" && headers["sec-fetch-dest"] === "document";
}
