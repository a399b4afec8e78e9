import { z } from "zod";

/** Fields and what they hold, as the mapping of an index has them. */
export type Fields = ReadonlyMap<string, { type: string; hasValues: boolean }>;
/** A document, or one that is nested in it, with the values of each field by its full name. */
export type Doc = { values: ReadonlyMap<string, readonly (string | number)[]>; nested: readonly Doc[] };

/** What a request gets instead of an answer, as the engine says it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** The score of a document; nothing where it does not match. */
type Score = (doc: Doc) => number | undefined;

const record = z.record(z.string(), z.unknown());
const scalar = z.union([z.string(), z.number()]);
const conditions = z.union([z.array(record), record.transform((one) => [one])]).default([]);
const boolSchema = z
  .object({
    filter: conditions,
    must: conditions,
    must_not: conditions,
    should: conditions,
    minimum_should_match: z.int().optional(),
  })
  .strict();
const nestedSchema = z
  .object({ path: z.string(), query: record, score_mode: z.enum(["avg", "max"]).default("avg") })
  .loose();
const constantSchema = z.object({ filter: record, boost: z.number().default(1) }).strict();
const rangeSchema = z.object({ gte: z.number(), lte: z.number(), gt: z.number(), lt: z.number() }).partial().strict();

/** The most clauses that a query of the engine may have, by its default. */
const clausesMax = 1_024;
const termsMax = 65_536;
const nestedPath = "variants";
const leaves = new Set(["match_all", "match_none", "term", "terms", "prefix", "range"]);

/** How an engine reads queries: what matches and how well. Refuses what it does not know, and what is too large. */
export class Queries {
  readonly #fields: Fields;
  readonly #read = new WeakMap<object, Score>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  score(query: Record<string, unknown>, doc: Doc): number | undefined {
    const score = this.#read.get(query) ?? this.#readQuery(query);
    this.#read.set(query, score);
    return score(doc);
  }

  /** Refuses a query of too many clauses, all of its parts together. */
  requireFew(query: unknown): void {
    if (clausesIn(query) > clausesMax)
      throw new Refusal(
        400,
        "too_many_nested_clauses",
        "Query contains too many nested clauses; maxClauseCount is set to 1024",
      );
  }

  requireNested(path: string): void {
    if (path === nestedPath && this.#fields.get(path)?.type === "nested") return;
    throw new Refusal(400, "query_shard_exception", `[nested] failed to find nested object under path [${path}]`);
  }

  #readQuery(query: Record<string, unknown>): Score {
    const [[kind, body] = ["", undefined], ...more] = Object.entries(query);
    if (more.length > 0) throw new Refusal(400, "parsing_exception", "[bool] malformed query");
    if (kind === "match_all") return () => 1;
    if (kind === "match_none") return () => undefined;
    if (kind === "bool") return this.#readBool(parse(boolSchema, body));
    if (kind === "nested") return this.#readNested(parse(nestedSchema, body));
    if (kind === "constant_score") {
      const { filter, boost } = parse(constantSchema, body);
      const inner = this.#readQuery(filter);
      return (doc) => (inner(doc) === undefined ? undefined : boost);
    }
    if (!leaves.has(kind)) throw new Refusal(400, "parsing_exception", `unknown query [${kind}]`);
    const [[field, wanted] = ["", undefined], ...others] = Object.entries(parse(record, body));
    if (others.length > 0)
      throw new Refusal(400, "parsing_exception", `[${kind}] query doesn't support multiple fields`);
    const isMet = readCondition(kind, wanted);
    // Terms score by how rare they are, which nobody may rely on: a fraction.
    return ({ values }) => (values.get(field)?.some(isMet) === true ? 0.37 : undefined);
  }

  #readBool({ filter, must, must_not, should, minimum_should_match }: z.output<typeof boolSchema>): Score {
    const [filters, musts, nots, shoulds] = [filter, must, must_not, should].map((list) =>
      list.map((each) => this.#readQuery(each)),
    );
    const isOptional = filter.length + must.length > 0 || should.length === 0;
    const least = minimum_should_match ?? (isOptional ? 0 : 1);
    return (doc) => {
      if (filters?.some((each) => each(doc) === undefined)) return undefined;
      if (nots?.some((each) => each(doc) !== undefined)) return undefined;
      const needed = musts?.map((each) => each(doc)) ?? [];
      if (needed.includes(undefined)) return undefined;
      const met = shoulds?.flatMap((each) => each(doc) ?? []) ?? [];
      if (met.length < least) return undefined;
      return [...needed, ...met].reduce<number>((sum, one) => sum + (one ?? 0), 0);
    };
  }

  #readNested({ path, query, score_mode: mode }: z.output<typeof nestedSchema>): Score {
    this.requireNested(path);
    const inner = this.#readQuery(query);
    return ({ nested }) => {
      const scores = nested.flatMap((each) => inner(each) ?? []);
      if (scores.length === 0) return undefined;
      return mode === "max" ? Math.max(...scores) : scores.reduce((sum, one) => sum + one, 0) / scores.length;
    };
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Refusal(400, "parsing_exception", parsed.error.message);
  return parsed.data;
}

function clausesIn(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  return Object.entries(part).reduce((sum, [name, inner]) => sum + (leaves.has(name) ? 1 : clausesIn(inner)), 0);
}

function readCondition(kind: string, wanted: unknown): (value: string | number) => boolean {
  if (kind === "term") {
    const one = parse(scalar, wanted);
    return (value) => value === one;
  }
  if (kind === "prefix") {
    const start = parse(z.string(), wanted);
    return (value) => String(value).startsWith(start);
  }
  if (kind === "range") {
    const { gte = -Infinity, lte = Infinity, gt = -Infinity, lt = Infinity } = parse(rangeSchema, wanted);
    return (value) => Number(value) >= gte && Number(value) <= lte && Number(value) > gt && Number(value) < lt;
  }
  const terms = new Set(parse(z.array(scalar), wanted));
  if (terms.size > termsMax) throw new Refusal(400, "illegal_argument_exception", "too many terms");
  return (value) => terms.has(value);
}
