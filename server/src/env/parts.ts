import { join, resolve } from "node:path";
import { passwordWeakness } from "@shop/shared/account/account";
import { type LimitSettings, toLimits } from "../infra/limit-profiles.ts";
import { isLoopback } from "../infra/loopback.ts";
import { type MailPlace, toSmtpServer } from "../infra/mail/settings.ts";
import type { StorageSettings } from "../infra/storage.ts";
import { isLocal } from "./origin.ts";
import { EnvError, type Reader, type Variables } from "./variables.ts";

/** The parts of the settings that depend on several variables. Each throws an EnvError. */

export function checkRequired(env: Variables, reader: Reader): void {
  if (env.NODE_ENV !== "production") return;
  if (env.DATABASE_URL === undefined) throw new EnvError("DATABASE_URL: is required in production");
  if (env.JWT_SECRET === undefined && reader === "shop") throw new EnvError("JWT_SECRET: is required in production");
}

export function readFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password, PASSWORD_MIN: min }: Variables) {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    const missing = email === undefined ? "ADMIN_EMAIL" : "ADMIN_PASSWORD";
    throw new EnvError(`${missing}: the first administrator needs an e-mail and a password`);
  }
  const weakness = passwordWeakness(password, min);
  if (weakness !== null) throw new EnvError(`ADMIN_PASSWORD: ${weakness}`);
  return { email, password };
}

/** A shop in production must not be without limits. */
export function readLimits({ NODE_ENV, RATE_LIMITS, RATE_LIMIT_EXCEPTIONS }: Variables): LimitSettings {
  if (RATE_LIMITS === "off" && NODE_ENV === "production") {
    throw new EnvError("RATE_LIMITS: off is for tests, not for production");
  }
  return toLimits(RATE_LIMITS, RATE_LIMIT_EXCEPTIONS);
}

/** A production shop's server must not be led to addresses of its own network. */
export function readPrivateWebhooks(env: Variables): boolean {
  if (env.WEBHOOKS_PRIVATE && env.NODE_ENV === "production") {
    throw new EnvError("WEBHOOKS_PRIVATE: is for tests, not for production");
  }
  return env.WEBHOOKS_PRIVATE;
}

/** The service that tells what texts mean; none without its address. */
export function readVectors(env: Variables) {
  const { SEARCH_VECTORS_URL: url, SEARCH_VECTORS_MODEL: model, SEARCH_VECTORS_KEY: key } = env;
  if (url === undefined && model === undefined && key === undefined) return undefined;
  if (url === undefined || model === undefined) {
    const missing = url === undefined ? "SEARCH_VECTORS_URL" : "SEARCH_VECTORS_MODEL";
    throw new EnvError(`${missing}: search by meaning needs the address of a service and the name of its model`);
  }
  return {
    url,
    model,
    key,
    dimensions: env.SEARCH_VECTORS_DIMENSIONS,
    deadlineMs: env.SEARCH_VECTORS_MS,
    floor: env.SEARCH_VECTORS_FLOOR,
  };
}

/** The engine that searches ask before PostgreSQL; none without its address. */
export function readEngine(env: Variables) {
  const { SEARCH_ENGINE_URL: url, SEARCH_ENGINE_INDEX: alias } = env;
  if (url === undefined) return undefined;
  return { url, alias, deadlineMs: env.SEARCH_ENGINE_MS, lagMs: env.SEARCH_ENGINE_LAG_SECONDS * 1_000 };
}

/** Image storage: a bucket when one is named, else a folder. */
export function readStorage(env: Variables): StorageSettings {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined) {
    const lost = [env.S3_ENDPOINT, accessKeyId, secretAccessKey].some((setting) => setting !== undefined);
    if (lost) throw new EnvError("S3_BUCKET: the other S3_ settings need the name of a bucket");
    return { kind: "folder", folder: resolve(env.UPLOADS_DIR ?? join(env.DATA_DIR, "uploads")) };
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const missing = accessKeyId === undefined ? "S3_ACCESS_KEY_ID" : "S3_SECRET_ACCESS_KEY";
    throw new EnvError(`${missing}: the object store needs a key's id and its secret, or neither`);
  }
  return {
    kind: "bucket",
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    // Most self-hosted stores have no host name per bucket.
    isPathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
  };
}

/**
 * Where mails go that the environment decides about. Without a server, mails are shown on a page of the shop, but not
 * where others could read them: only if both the origin and the address that the server listens on are this machine's
 * own, and in production only in a demo.
 */
export function readMail(env: Variables, origin: string): MailPlace {
  const { SMTP_URL: url } = env;
  const isForDevelopment = env.NODE_ENV !== "production" || env.DEMO === true;
  return {
    server: url === undefined ? undefined : toSmtpServer(url),
    isShownHere: isForDevelopment && isLocal(origin) && isLoopback(env.HOST),
    host: new URL(origin).hostname,
  };
}
