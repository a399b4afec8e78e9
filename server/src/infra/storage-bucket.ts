import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { currentContext } from "./request-context.ts";
import {
  type Answer,
  type FileRequest,
  mediaTypeOf,
  type Storage,
  type StorageSettings,
  StorageUnavailable,
  type StoreCalls,
} from "./storage.ts";

type BucketSettings = Extract<StorageSettings, { kind: "bucket" }>;

/** A single range. Any other Range header is ignored and answered with the whole file, which RFC 9110 allows. */
const oneRange = /^bytes=\d+-\d*$/;

/** How long the object store may take for a large file, in milliseconds. */
const largeFileMs = 120_000;

/** Stores files as objects of one bucket; the object store writes each atomically. */
export async function openBucket(settings: BucketSettings, warn: (line: string) => void): Promise<Storage> {
  const { bucket, region, endpoint, isPathStyle, credentials } = settings;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    ...(credentials === undefined ? {} : { credentials }),
    // Two attempts of each call end well within a request's time-out.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 1_500,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
      socketTimeout: 5_000,
      httpAgent: { keepAlive: true, maxSockets: 50 },
      httpsAgent: { keepAlive: true, maxSockets: 50 },
    },
    // Some S3-compatible stores do not support the checksums that newer clients send by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const calls = countCalls(client);
  const at = (name: string) => ({ Bucket: bucket, Key: name });

  const get = async (name: string, { isHead, range, ifNoneMatch }: FileRequest): Promise<Answer> => {
    const command = {
      ...at(name),
      ...(range !== undefined && oneRange.test(range) ? { Range: range } : {}),
      ...(ifNoneMatch === undefined ? {} : { IfNoneMatch: ifNoneMatch }),
    };
    try {
      if (isHead)
        return toAnswer(await client.send(new HeadObjectCommand({ ...command, Range: undefined })), undefined);
      const found = await client.send(new GetObjectCommand(command));
      if (!(found.Body instanceof Readable)) throw new StorageUnavailable("the object store sent no content");
      return toAnswer(found, found.Body);
    } catch (error) {
      const status = statusOf(error);
      if (status === 304 || status === 404 || status === 416) return { status, headers: {}, content: undefined };
      throw toUnavailable(error);
    }
  };
  const whole = { isHead: false, range: undefined, ifNoneMatch: undefined };

  await checkAccess(client, bucket, warn);
  return {
    calls,
    write: async (name, content) => {
      const object = { ...at(name), Body: content, ContentType: mediaTypeOf(name) };
      await client.send(new PutObjectCommand(object)).catch(refuse);
    },
    writeFrom: async (name, path) => {
      const { size } = await stat(path);
      const object = { ...at(name), Body: createReadStream(path), ContentLength: size, ContentType: mediaTypeOf(name) };
      await client.send(new PutObjectCommand(object), { requestTimeout: largeFileMs }).catch(refuse);
    },
    read: async (name) => {
      const { content } = await get(name, whole);
      return content === undefined ? undefined : buffer(content).catch(refuse);
    },
    has: async (name) => (await get(name, { ...whole, isHead: true })).status === 200,
    remove: async (name) => void (await client.send(new DeleteObjectCommand(at(name))).catch(refuse)),
    list: async function* () {
      let next: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: next }))
          .catch(refuse);
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    served: { answer: get },
  };
}

/** What the store says of a file that is not there or has not changed is an answer. */
const answers = new Set([304, 404, 412, 416]);

/** Counts the calls of a client, and logs those that fail. Returns the counts. */
function countCalls(client: S3Client): () => StoreCalls[] {
  const counts = new Map<string, StoreCalls>();
  const count = (call: string, outcome: StoreCalls["outcome"]) => {
    const key = `${call} ${outcome}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { call, outcome, count: 1 });
    else known.count += 1;
  };
  client.middlewareStack.add(
    (next, { commandName = "unknown" }) =>
      async (args) => {
        const call = commandName.replace(/Command$/, "");
        const since = performance.now();
        try {
          const answer = await next(args);
          count(call, "ok");
          return answer;
        } catch (error) {
          const status = statusOf(error);
          if (status !== undefined && answers.has(status)) count(call, "ok");
          else {
            count(call, status === undefined ? "none" : status < 500 ? "4xx" : "5xx");
            const facts = {
              call,
              status,
              code: toUnavailable(error).message,
              ms: Math.round(performance.now() - since),
            };
            currentContext()?.log.info(facts, "object store failed");
          }
          throw error;
        }
      },
    { step: "initialize", name: "countCalls" },
  );
  return () => [...counts.values()];
}

type Found = Pick<GetObjectCommandOutput, "ContentLength" | "ContentRange" | "ETag" | "LastModified">;

function toAnswer({ ContentLength, ContentRange, ETag, LastModified }: Found, content: Readable | undefined): Answer {
  return {
    status: ContentRange === undefined ? 200 : 206,
    headers: {
      "accept-ranges": "bytes",
      ...(ContentLength === undefined ? {} : { "content-length": String(ContentLength) }),
      ...(ContentRange === undefined ? {} : { "content-range": ContentRange }),
      ...(ETag === undefined ? {} : { etag: ETag }),
      ...(LastModified === undefined ? {} : { "last-modified": LastModified.toUTCString() }),
    },
    content,
  };
}

/** Lists one object, which fails for every wrong setting. */
async function checkAccess(client: S3Client, bucket: string, warn: (line: string) => void): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  } catch (error) {
    const status = statusOf(error);
    const { message } = toUnavailable(error);
    if (status === 404) throw new Error(`S3_BUCKET: there is no bucket ${bucket} (${message})`);
    if (status !== undefined && status >= 300 && status < 500)
      throw new Error(`S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY: ${message}`);
    warn(`Pictures are not available yet: ${message}`);
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** The store's error code only; its messages can contain signed data. */
function toUnavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const code = error instanceof Error ? String(Reflect.get(error, "code") ?? error.name) : "unknown";
  const what = statusOf(error) === undefined ? "does not answer" : "refuses";
  return new StorageUnavailable(`the object store ${what} (${code})`);
}

function refuse(error: unknown): never {
  throw toUnavailable(error);
}
