import { z } from "zod";
import { foundField } from "../../../src/infra/search-engine.ts";
import { Aggregations } from "./aggregations.ts";
import { type Doc, type Fields, Queries, Refusal } from "./queries.ts";

export type Stored = { id: string; source: Record<string, unknown>; doc: Doc };

const record = z.record(z.string(), z.unknown());
const sortSchema = z.array(z.record(z.string(), z.unknown())).default([]);
const innerSchema = z.object({ size: z.int().default(3), sort: sortSchema });
const fieldSort = z.union([
  z.enum(["asc", "desc"]).transform((order) => ({ order, mode: undefined, nested: undefined })),
  z.object({
    order: z.enum(["asc", "desc"]),
    mode: z.enum(["min", "max"]).optional(),
    nested: z.object({ path: z.string(), filter: record }).optional(),
  }),
]);
const bodySchema = z
  .object({
    from: z.int().default(0),
    size: z.int().default(10),
    query: record.default({ match_all: {} }),
    post_filter: record.optional(),
    sort: sortSchema,
    track_total_hits: z.union([z.boolean(), z.int()]).default(10_000),
    _source: z.union([z.boolean(), z.array(z.string())]).default(true),
    aggs: z.unknown().optional(),
  })
  .strict();

const windowMax = 10_000;
type Scored = { stored: Stored; score: number };

/** The answer to a search over what is visible of an index. */
export function search(body: unknown, { fields, docs }: { fields: Fields; docs: readonly Stored[] }): object {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) throw new Refusal(400, "parsing_exception", parsed.error.message);
  const asked = parsed.data;
  if (asked.from + asked.size > windowMax)
    throw new Refusal(
      400,
      "illegal_argument_exception",
      "Result window is too large, from + size must be less than or equal to: [10000]",
    );
  const queries = new Queries(fields);
  for (const query of [asked.query, asked.post_filter]) queries.requireFew(query);
  const matched = docs.flatMap((stored): Scored[] => {
    const score = queries.score(asked.query, stored.doc);
    return score === undefined ? [] : [{ stored, score }];
  });
  const found = matched.filter(
    ({ stored: { doc } }) => asked.post_filter === undefined || queries.score(asked.post_filter, doc) !== undefined,
  );
  const sorted = sortDocs(
    found.map((each) => ({ ...each, doc: each.stored.doc })),
    asked.sort,
    queries,
  );
  const inner = innerOf(asked.query);
  const aggregations =
    asked.aggs === undefined
      ? {}
      : {
          aggregations: new Aggregations(queries, fields).count(
            asked.aggs,
            matched.map(({ stored: { doc } }) => doc),
          ),
        };
  return {
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    [foundField]: {
      total: totalOf(found.length, asked.track_total_hits),
      max_score: null,
      [foundField]: sorted.slice(asked.from, asked.from + asked.size).map(({ stored, score }) => ({
        _id: stored.id,
        _score: score,
        ...(asked._source === false ? {} : { _source: sourceOf(stored.source, asked._source) }),
        ...(inner === undefined ? {} : { inner_hits: { variants: innerOfFound(stored, inner, queries) } }),
      })),
    },
    ...aggregations,
  };
}

function totalOf(count: number, tracked: boolean | number): object | undefined {
  if (tracked === false) return undefined;
  if (tracked === true || count <= tracked) return { value: count, relation: "eq" };
  return { value: tracked, relation: "gte" };
}

function sourceOf(source: Record<string, unknown>, wanted: true | string[] | boolean): Record<string, unknown> {
  if (typeof wanted === "boolean") return source;
  return Object.fromEntries(Object.entries(source).filter(([name]) => wanted.includes(name)));
}

type Inner = z.output<typeof innerSchema> & { query: Record<string, unknown> };

/** The one part of a query that tells which nested documents matched. */
function innerOf(query: unknown): Inner | undefined {
  if (typeof query !== "object" || query === null) return undefined;
  for (const [name, body] of Object.entries(query)) {
    const own = record.safeParse(body).data;
    if (name === "nested" && own?.inner_hits !== undefined)
      return { ...innerSchema.parse(own.inner_hits), query: record.parse(own.query) };
    const found = innerOf(body);
    if (found !== undefined) return found;
  }
  return undefined;
}

function innerOfFound(stored: Stored, { query, size, sort }: Inner, queries: Queries): object {
  const matched = stored.doc.nested.flatMap((doc, offset) => {
    const score = queries.score(query, doc);
    return score === undefined ? [] : [{ doc, offset, score }];
  });
  const shown = sortDocs(matched, sort, queries).slice(0, size);
  return {
    [foundField]: {
      total: { value: matched.length, relation: "eq" },
      [foundField]: shown.map(({ offset, score }) => ({
        _id: stored.id,
        _nested: { field: "variants", offset },
        _score: score,
      })),
    },
  };
}

/** In the order of the keys; documents without a value come last. */
function sortDocs<Sorted extends { doc: Doc; score: number }>(
  docs: Sorted[],
  sort: z.output<typeof sortSchema>,
  queries: Queries,
): Sorted[] {
  const keys = sort.flatMap((each) => Object.entries(each).map(([field, how]) => ({ field, ...fieldSort.parse(how) })));
  const valued = docs.map((each) => ({
    each,
    values: keys.map(({ field, mode, nested }) => {
      if (field === "_score") return each.score;
      const from =
        nested === undefined
          ? [each.doc]
          : each.doc.nested.filter((doc) => queries.score(nested.filter, doc) !== undefined);
      const values = from.flatMap((doc) => doc.values.get(field) ?? []);
      const [first] = values;
      if (typeof first !== "number") return first;
      return mode === "min" ? Math.min(...values.map(Number)) : Math.max(...values.map(Number));
    }),
  }));
  const compare = (a: (string | number | undefined)[], b: (string | number | undefined)[]) => {
    for (const [place, { order }] of keys.entries()) {
      const [left, right] = [a[place], b[place]];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return (left < right ? -1 : 1) * (order === "asc" ? 1 : -1);
    }
    return 0;
  };
  return valued.sort((a, b) => compare(a.values, b.values)).map(({ each }) => each);
}
