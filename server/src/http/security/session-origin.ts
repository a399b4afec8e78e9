import Bowser from "bowser";
import type { FastifyRequest } from "fastify";
import type { SessionOrigin } from "../../domain/account/session.ts";
import { plainAddress } from "./client-address.ts";

const deviceLength = 60;

/** What a session that this request opens is told apart by: its device and its IP address. */
export function sessionOrigin({ headers, ip }: FastifyRequest): SessionOrigin {
  return { device: deviceOf(headers["user-agent"]), ip: plainAddress(ip) };
}

/** "Firefox on Windows"; for other programs the name that they give themselves. */
function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === "") return null;
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name ?? userAgent.split(/[/ ]/, 1)[0];
  const device = [program, os.name].filter((name) => name !== undefined && name !== "").join(" on ");
  return device === "" ? null : device.slice(0, deviceLength);
}
