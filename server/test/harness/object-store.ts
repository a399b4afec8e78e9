import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { StorageSettings } from "../../src/infra/storage.ts";

type BucketSettings = Extract<StorageSettings, { kind: "bucket" }>;

export type ObjectStore = {
  settings: BucketSettings;
  /** The same bucket as variables of a shop's environment. */
  env: Record<string, string>;
  /** Where the store keeps its objects. */
  folder: string;
  /** Ends the store's process, as a crash does; what it holds stays. */
  kill: () => Promise<void>;
  /** Starts it again under the same address. */
  start: () => Promise<void>;
  discard: () => Promise<void>;
};

const program = fileURLToPath(new URL("object-store-process.ts", import.meta.url));
const bucket = "pictures-of-the-tests";
/** The one key that this store knows. */
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** An S3 server in a process of its own, with one empty bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), "shop-objects-"));
  // Any free port the first time, and the same one ever after.
  let port = "0";
  let kill = async () => {};

  const start = async () => {
    const child = spawn(process.execPath, ["--import", "tsx", program, folder, port, bucket], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "close");
    kill = async () => {
      child.kill("SIGKILL");
      await exited;
    };
    for await (const line of createInterface({ input: child.stdout })) {
      port = /^port (\d+)$/.exec(line)?.[1] ?? "0";
      if (port !== "0") return;
    }
    throw new Error("The object store did not start");
  };

  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: { kind: "bucket", bucket, region: "us-east-1", endpoint, isPathStyle: true, credentials },
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    folder,
    kill: () => kill(),
    start,
    discard: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
