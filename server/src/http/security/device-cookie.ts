import type {} from "@fastify/cookie";
import { uuidv7 } from "uuidv7";
import { type Device, deviceAccount } from "../../domain/account/device.ts";
import type { RequestContext } from "../context.ts";

function deviceCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-device" : "device";
}

function attributes(isSecure: boolean) {
  return { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
}

/** The lifetime of the cookie, in seconds: as long as its token is valid. */
const maxAge = 31_536_000;

/** The device that the request comes from, if it has signed in before. */
export async function readDevice({ request, isSecure, deviceTokens }: RequestContext): Promise<Device | null> {
  const token = request.cookies[deviceCookieName(isSecure)];
  return token === undefined ? null : deviceTokens.verify(token);
}

/**
 * Marks the browser as a device of an account that it has signed in to (a device cookie as OWASP describes it). It stays
 * when the session ends, and only exempts the device from limits that attackers elsewhere can exhaust.
 */
export async function rememberDevice(context: RequestContext, email: string): Promise<void> {
  const { reply, isSecure, deviceTokens } = context;
  const account = deviceAccount(email);
  const known = await readDevice(context);
  const id = known?.account === account ? known.id : uuidv7();
  reply.setCookie(deviceCookieName(isSecure), await deviceTokens.sign({ id, account }), {
    ...attributes(isSecure),
    maxAge,
  });
}

/** Clears the cookie of a device of the account. */
export async function forgetDevice(context: RequestContext, email: string): Promise<void> {
  const { reply, isSecure } = context;
  if ((await readDevice(context))?.account !== deviceAccount(email)) return;
  reply.clearCookie(deviceCookieName(isSecure), attributes(isSecure));
}
