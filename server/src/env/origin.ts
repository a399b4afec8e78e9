import { EnvError, type Reader, type Variables } from "./variables.ts";

/** The public origin. Production needs one with https, except a demo on this machine. */
export function readOrigin(env: Variables, reader: Reader): string {
  const local = `http://localhost:${env.PORT}`;
  if (env.NODE_ENV !== "production" || reader === "tool") return env.PUBLIC_ORIGIN ?? local;
  const origin = env.PUBLIC_ORIGIN ?? (env.DEMO === true ? local : undefined);
  if (origin === undefined) {
    throw new EnvError("PUBLIC_ORIGIN: is required in production, such as https://shop.example.com");
  }
  if (!origin.startsWith("https:") && !(env.DEMO === true && isLocal(origin))) {
    throw new EnvError("PUBLIC_ORIGIN: must begin with https:// in production; only DEMO=1 may use http, on localhost");
  }
  return origin;
}

export function isLocal(origin: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/**
 * Whether a shop that does not say DEMO is a trial on this machine, which is filled with demo data: not in
 * production, on the embedded database, on localhost, and without an account at the payment provider.
 */
export function isTrial(env: Variables, origin: string): boolean {
  const isOnOwnDatabase = env.NODE_ENV !== "production" && env.DATABASE_URL === undefined;
  return isOnOwnDatabase && isLocal(origin) && !isConnected(env);
}

export function hasCredentials(env: Variables): boolean {
  return env.PAYPAL_CLIENT_ID !== undefined || env.PAYPAL_CLIENT_SECRET !== undefined;
}

/** Whether the environment connects the shop to an account where money is moved, or can be tried out. */
function isConnected(env: Variables): boolean {
  return hasCredentials(env) || (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_API_BASE === undefined);
}
