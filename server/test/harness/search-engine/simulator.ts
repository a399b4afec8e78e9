import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type Doc, type Fields, Refusal } from "./queries.ts";
import { type Stored, search } from "./search.ts";

/**
 * A simulator of the part of OpenSearch's protocol that the shop uses, written by its documentation: indexes with strict
 * mappings, bulk writes that searches see after a refresh, aliases that move in one step, searches with nested documents
 * and aggregations, limits and errors. It refuses what it does not know, as the engine refuses what is wrong.
 */
export type EngineSimulator = {
  url: string;
  /** The requests so far, as method and path. */
  asked: string[];
  /** How the next requests are answered: later, or with a status of one's own where a path matches. */
  behave: (how: { delayMs?: number; status?: number; at?: RegExp }) => void;
  /** The names of the indexes. */
  indexes: () => string[];
  /** Loses documents of all indexes, as an engine does that was restored from an old copy. */
  lose: (count: number) => void;
  deleteAll: () => void;
  close: () => Promise<void>;
};

type Index = {
  fields: Fields;
  excluded: string[];
  isStrict: boolean;
  aliases: Set<string>;
  written: Map<string, Stored>;
  visible: Stored[];
};

const propertySchema = z.object({
  type: z.string(),
  doc_values: z.boolean().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const indexSchema = z.object({
  settings: z.object({ index: z.object({ number_of_shards: z.int(), max_result_window: z.int() }) }),
  mappings: z.object({
    dynamic: z.literal("strict"),
    _source: z.object({ excludes: z.array(z.string()) }),
    properties: z.record(z.string(), z.unknown()),
  }),
});
const actionsSchema = z.object({
  actions: z.array(
    z.union([
      z.object({ add: z.object({ index: z.string(), alias: z.string() }) }),
      z.object({ remove: z.object({ index: z.string(), alias: z.string() }) }),
    ]),
  ),
});
const bulkLine = z.union([
  z.object({ index: z.object({ _id: z.string() }) }).strict(),
  z.object({ delete: z.object({ _id: z.string() }) }).strict(),
]);

const bounds: Record<string, number> = { byte: 2 ** 7, short: 2 ** 15, integer: 2 ** 31, long: 2 ** 53 };
const password = "engine-password";

export async function startEngineSimulator(): Promise<EngineSimulator> {
  const indexes = new Map<string, Index>();
  const asked: string[] = [];
  let how: { delayMs?: number; status?: number; at?: RegExp } = {};
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    const body = await text(request);
    const applies = how.at?.test(line) ?? true;
    if (applies && how.delayMs !== undefined) await new Promise((done) => setTimeout(done, how.delayMs));
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    };
    try {
      if (applies && how.status !== undefined) throw new Refusal(how.status, "simulated_exception", "as asked");
      requirePassword(request);
      answer(200, handle(request, body, indexes));
    } catch (error) {
      if (!(error instanceof Refusal))
        return answer(500, { error: { type: "bug", reason: String(error) }, status: 500 });
      const { status, type, message } = error;
      answer(status, { error: { root_cause: [{ type, reason: message }], type, reason: message }, status });
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://shop:${password}@127.0.0.1:${address.port}`,
    asked,
    behave: (next) => {
      how = next;
    },
    indexes: () => [...indexes.keys()],
    lose: (count) => {
      for (const index of indexes.values()) {
        for (const id of [...index.written.keys()].slice(0, count)) index.written.delete(id);
        refresh(index);
      }
    },
    deleteAll: () => indexes.clear(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function requirePassword({ headers }: IncomingMessage): void {
  const wanted = `Basic ${Buffer.from(`shop:${password}`).toString("base64")}`;
  if (headers.authorization !== wanted) throw new Refusal(401, "security_exception", "Unauthorized");
}

function handle({ method, url = "" }: IncomingMessage, body: string, indexes: Map<string, Index>): unknown {
  const [path = "", query = ""] = url.split("?");
  const [first = "", second = ""] = path.slice(1).split("/");
  const json = () => JSON.parse(body === "" ? "{}" : body);
  if (path === "/") return { version: { distribution: "opensearch", number: "3.1.0" } };
  if (first === "_cat") return catalog(second, path, indexes);
  if (first === "_alias") return aliased(second, indexes);
  if (first === "_aliases") return moveAliases(actionsSchema.parse(json()).actions, indexes);
  if (second === "_bulk") return bulk(first, body, { indexes, isRefreshed: query.includes("refresh=true") });
  if (second === "_search") return search(json(), visibleOf(first, indexes));
  if (method === "PUT") return create(first, json(), indexes);
  if (method === "DELETE") {
    if (!indexes.delete(first)) throw notFound(first);
    return { acknowledged: true };
  }
  throw new Refusal(405, "illegal_argument_exception", `Incorrect HTTP method for uri [${url}]`);
}

const notFound = (name: string) => new Refusal(404, "index_not_found_exception", `no such index [${name}]`);

function catalog(what: string, path: string, indexes: Map<string, Index>): unknown {
  if (what !== "indices") throw new Refusal(400, "illegal_argument_exception", `unknown [${what}]`);
  const prefix = (path.split("/")[3] ?? "").replace(/\*$/, "");
  return [...indexes.keys()].filter((name) => name.startsWith(prefix)).map((index) => ({ index }));
}

function aliased(alias: string, indexes: Map<string, Index>): unknown {
  const found = [...indexes].filter(([, { aliases }]) => aliases.has(alias));
  if (found.length === 0) throw new Refusal(404, "aliases_not_found_exception", `alias [${alias}] missing`);
  return Object.fromEntries(found.map(([name]) => [name, { aliases: { [alias]: {} } }]));
}

/** All actions or none of them. */
function moveAliases(actions: z.output<typeof actionsSchema>["actions"], indexes: Map<string, Index>): unknown {
  for (const action of actions) {
    const { index } = "add" in action ? action.add : action.remove;
    if (!indexes.has(index)) throw notFound(index);
  }
  for (const action of actions) {
    if ("add" in action) indexes.get(action.add.index)?.aliases.add(action.add.alias);
    else indexes.get(action.remove.index)?.aliases.delete(action.remove.alias);
  }
  return { acknowledged: true };
}

function visibleOf(name: string, indexes: Map<string, Index>): { fields: Fields; docs: readonly Stored[] } {
  const own = indexes.get(name);
  const found = own === undefined ? [...indexes.values()].filter(({ aliases }) => aliases.has(name)) : [own];
  const [only, ...more] = found;
  if (only === undefined) throw notFound(name);
  if (more.length > 0) throw new Refusal(400, "illegal_argument_exception", "several indexes have the alias");
  return { fields: only.fields, docs: only.visible };
}

function create(name: string, body: unknown, indexes: Map<string, Index>): unknown {
  if (indexes.has(name)) throw new Refusal(400, "resource_already_exists_exception", `index [${name}] already exists`);
  if (!/^[a-z][a-z0-9_-]*$/.test(name)) throw new Refusal(400, "invalid_index_name_exception", "must be lowercase");
  const { mappings } = indexSchema.parse(body);
  const fields = new Map<string, { type: string; hasValues: boolean }>();
  const read = (properties: Record<string, unknown>, before: string) => {
    for (const [field, property] of Object.entries(properties)) {
      const { type, doc_values: hasValues = true, properties: inner } = propertySchema.parse(property);
      fields.set(before + field, { type, hasValues });
      if (inner !== undefined) read(inner, `${before}${field}.`);
    }
  };
  read(mappings.properties, "");
  indexes.set(name, emptyIndex(fields, mappings._source.excludes));
  return { acknowledged: true, shards_acknowledged: true, index: name };
}

function emptyIndex(fields: Fields, excluded: string[], isStrict = true): Index {
  return { fields, excluded, isStrict, aliases: new Set(), written: new Map(), visible: [] };
}

const refresh = (index: Index) => {
  index.visible = [...index.written.values()];
};

/** An absent index is made by the way, with no mapping, as an engine does by its default. */
function bulk(
  name: string,
  body: string,
  { indexes, isRefreshed }: { indexes: Map<string, Index>; isRefreshed: boolean },
): unknown {
  const index = indexes.get(name) ?? emptyIndex(new Map(), [], false);
  indexes.set(name, index);
  if (!body.endsWith("\n"))
    throw new Refusal(400, "illegal_argument_exception", "The bulk request must be terminated by a newline");
  const lines = body.split("\n").slice(0, -1);
  const items: Record<string, unknown>[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    const action = bulkLine.parse(JSON.parse(lines[place] ?? ""));
    if ("delete" in action) {
      const isThere = index.written.delete(action.delete._id);
      items.push({
        delete: { _id: action.delete._id, status: isThere ? 200 : 404, result: isThere ? "deleted" : "not_found" },
      });
      continue;
    }
    place += 1;
    items.push({ index: put(index, action.index._id, JSON.parse(lines[place] ?? "")) });
  }
  if (isRefreshed) refresh(index);
  return { took: 1, errors: items.some((item) => JSON.stringify(item).includes('"error"')), items };
}

function put(index: Index, id: string, source: unknown): object {
  try {
    const { doc } = read(index, z.record(z.string(), z.unknown()).parse(source));
    index.written.set(id, { id, source: z.record(z.string(), z.unknown()).parse(source), doc });
    return { _id: id, status: 201, result: "created" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { _id: id, status: error.status, error: { type: error.type, reason: error.message } };
  }
}

function read(index: Index, source: Record<string, unknown>, before = ""): { doc: Doc } {
  const values = new Map<string, (string | number)[]>();
  const nested: Doc[] = [];
  for (const [name, value] of Object.entries(source)) {
    const field = index.fields.get(before + name);
    if (field === undefined) {
      if (!index.isStrict) continue;
      throw new Refusal(400, "strict_dynamic_mapping_exception", `dynamic introduction of [${name}] is not allowed`);
    }
    const list = Array.isArray(value) ? value : [value];
    if (field.type === "nested")
      nested.push(
        ...list.map((each) => read(index, z.record(z.string(), z.unknown()).parse(each), `${before}${name}.`).doc),
      );
    else
      values.set(
        before + name,
        list.map((each) => toValue(field.type, each)),
      );
  }
  return { doc: { values, nested } };
}

function toValue(type: string, value: unknown): string | number {
  if (type === "keyword" && typeof value === "string" && Buffer.byteLength(value) <= 32_766) return value;
  const bound = bounds[type];
  if (bound !== undefined && typeof value === "number" && Number.isInteger(value) && value >= -bound && value < bound)
    return value;
  throw new Refusal(400, "mapper_parsing_exception", `failed to parse a field of type [${type}]`);
}
