import { z } from "zod";

/** Where a search engine is that speaks OpenSearch's protocol, and the name that its products have there. */
export type SearchEngineSettings = {
  /** With the user and the password, if it wants any. The operator's own setting, so that it may be in the same network. */
  url: string;
  /** The alias by which products are searched; indexes have longer names. */
  alias: string;
};

/** Why there is no answer. `status`: that of the answer, if there was one. */
export class SearchEngineError extends Error {
  override readonly name = "SearchEngineError";
  constructor(
    message: string,
    readonly status: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** A document to write; without a content it is to be deleted. */
export type WrittenDocument = { id: string; content: object | undefined };

/** The few calls that the shop makes. Each rejects with a SearchEngineError, also after the time-out in milliseconds. */
export type SearchEngineClient = {
  readonly settings: SearchEngineSettings;
  /** The version that it says it has. */
  readVersion: (timeoutMs: number) => Promise<string>;
  /** Asks what has the alias, or an index by its name. */
  search: (body: object, timeoutMs: number, index?: string) => Promise<unknown>;
  createIndex: (name: string, body: object) => Promise<void>;
  /** The indexes of products that there are, whether they have the alias or not. */
  readIndexes: () => Promise<string[]>;
  /** Deletes an index; one that is gone already is none to delete. */
  deleteIndex: (name: string) => Promise<void>;
  /** Writes documents and has searches see them. */
  write: (index: string, documents: readonly WrittenDocument[]) => Promise<void>;
  /** The indexes that have the alias. */
  readAliased: () => Promise<string[]>;
  /** Gives the alias to one index alone, in one step. */
  moveAlias: (to: string, from: readonly string[]) => Promise<void>;
};

/** The field of an answer with what a search has found. */
export const foundField = "hits";

/** Answers beyond this are none; in bytes. */
const answerBytesMax = 32_000_000;
/** How long writes and changes of indexes may take, in milliseconds. */
const writeTimeoutMs = 30_000;

const failureSchema = z.object({ error: z.union([z.string(), z.object({ type: z.string() })]) });
const bulkSchema = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), z.object({ status: z.int(), error: z.object({ type: z.string() }).optional() }))),
});

/** Opens the client of an engine. Follows no redirect, which could lead products and password elsewhere. */
export function openSearchEngine(settings: SearchEngineSettings): SearchEngineClient {
  const call = callsTo(settings.url);
  const { alias } = settings;
  return {
    settings,
    readVersion: async (timeoutMs) => {
      const answer = await call({ method: "GET", path: "/" }, timeoutMs);
      return parse(z.object({ version: z.object({ number: z.string() }) }), answer).version.number;
    },
    search: (body, timeoutMs, index = alias) =>
      call({ method: "POST", path: `/${index}/_search`, body: JSON.stringify(body) }, timeoutMs),
    createIndex: async (name, body) => {
      await call({ method: "PUT", path: `/${name}`, body: JSON.stringify(body) }, writeTimeoutMs);
    },
    readIndexes: async () => {
      const answer = await call(
        { method: "GET", path: `/_cat/indices/${alias}-*?format=json&h=index` },
        writeTimeoutMs,
      );
      const isOurs = new RegExp(`^${alias}-[0-9a-z]+$`);
      const rows = parse(z.array(z.object({ index: z.string() })), answer);
      return rows.map(({ index }) => index).filter((name) => isOurs.test(name));
    },
    deleteIndex: async (name) => {
      await call({ method: "DELETE", path: `/${name}` }, writeTimeoutMs).catch(ignoreAbsence);
    },
    write: async (index, documents) => {
      if (documents.length === 0) return;
      const body = documents.map(toLines).join("");
      const path = `/${index}/_bulk?refresh=true`;
      const answer = await call({ method: "POST", path, body, type: "application/x-ndjson" }, writeTimeoutMs);
      refuseFailures(parse(bulkSchema, answer));
    },
    readAliased: async () => {
      const answer = await call({ method: "GET", path: `/_alias/${alias}` }, writeTimeoutMs).catch(ignoreAbsence);
      return Object.keys(parse(z.record(z.string(), z.unknown()), answer ?? {}));
    },
    moveAlias: async (to, from) => {
      const removed = from.filter((name) => name !== to).map((name) => ({ remove: { index: name, alias } }));
      const body = JSON.stringify({ actions: [...removed, { add: { index: to, alias } }] });
      await call({ method: "POST", path: "/_aliases", body }, writeTimeoutMs);
    },
  };
}

type Call = { method: string; path: string; body?: string; type?: string };

function callsTo(url: string) {
  const { username, password, origin, pathname } = new URL(url);
  const base = origin + pathname.replace(/\/$/, "");
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> = { accept: "application/json" };
  if (username !== "") headers.authorization = `Basic ${Buffer.from(user).toString("base64")}`;
  return async ({ method, path, body, type = "application/json" }: Call, timeoutMs: number): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body === undefined ? { headers } : { headers: { ...headers, "content-type": type }, body };
    try {
      const response = await fetch(base + path, { method, ...sent, signal, redirect: "manual" });
      const text = await readCapped(response);
      if (!response.ok) throw toFailure(response.status, text);
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof SearchEngineError) throw error;
      if (error instanceof SyntaxError) throw new SearchEngineError("the answer is no JSON");
      throw new SearchEngineError(signal.aborted ? "no answer in time" : "no connection");
    }
  };
}

async function readCapped({ body }: Response): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new SearchEngineError("the answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Says the status and the type of a failure. Its reason can quote what was sent. */
function toFailure(status: number, text: string): SearchEngineError {
  const parsed = failureSchema.safeParse(orUndefined(() => JSON.parse(text)));
  const { error } = parsed.data ?? { error: "" };
  const type = typeof error === "string" ? "" : ` ${error.type}`;
  return new SearchEngineError(`status ${status}${type}`, status);
}

function orUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function ignoreAbsence(error: unknown): undefined {
  if (error instanceof SearchEngineError && error.status === 404) return undefined;
  throw error;
}

function parse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new SearchEngineError("the answer is not one of OpenSearch");
  return parsed.data;
}

function toLines({ id, content }: WrittenDocument): string {
  if (content === undefined) return `${JSON.stringify({ delete: { _id: id } })}\n`;
  return `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(content)}\n`;
}

/** What was deleted before is no failure. */
function refuseFailures({ errors, items }: z.output<typeof bulkSchema>): void {
  if (!errors) return;
  for (const item of items) {
    for (const [action, { status, error }] of Object.entries(item)) {
      if (error === undefined || (action === "delete" && status === 404)) continue;
      throw new SearchEngineError(`a document was refused: status ${status} ${error.type}`, status);
    }
  }
}
