import { z } from "zod";
import { type Doc, type Fields, type Queries, Refusal } from "./queries.ts";

const aggregationsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const filterSchema = z.record(z.string(), z.unknown());
const termsSchema = z.object({ field: z.string(), size: z.int().default(10) });
const rangeSchema = z.object({
  field: z.string(),
  ranges: z.array(z.object({ key: z.string(), from: z.number().optional(), to: z.number().optional() })),
});

/** A document with the one that it is nested in. */
type Placed = { doc: Doc; root: Doc };

/** The most buckets that one answer of the engine has, by its default. */
const bucketsMax = 65_535;

/** Counts documents as the engine does: each sub-aggregation of those in the bucket above. */
export class Aggregations {
  readonly #queries: Queries;
  readonly #fields: Fields;
  #buckets = 0;

  constructor(queries: Queries, fields: Fields) {
    this.#queries = queries;
    this.#fields = fields;
  }

  count(asked: unknown, docs: readonly Doc[]): Record<string, unknown> {
    return this.#all(
      asked,
      docs.map((doc) => ({ doc, root: doc })),
    );
  }

  #all(asked: unknown, docs: readonly Placed[]): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(aggregationsSchema.parse(asked ?? {})).map(([name, each]) => [name, this.#one(each, docs)]),
    );
  }

  #one({ aggs, ...own }: Record<string, unknown>, docs: readonly Placed[]): unknown {
    const [[kind, body] = ["", undefined]] = Object.entries(own);
    const bucket = (inside: readonly Placed[]) => this.#bucket(inside, aggs);
    switch (kind) {
      case "filter": {
        const condition = filterSchema.parse(body);
        return bucket(docs.filter(({ doc }) => this.#queries.score(condition, doc) !== undefined));
      }
      case "nested":
        this.#queries.requireNested(z.object({ path: z.string() }).parse(body).path);
        return bucket(docs.flatMap(({ root }) => root.nested.map((doc) => ({ doc, root }))));
      case "reverse_nested":
        return bucket([...new Set(docs.map(({ root }) => root))].map((root) => ({ doc: root, root })));
      case "terms":
        return this.#terms(termsSchema.parse(body), docs, bucket);
      case "range":
        return this.#ranges(rangeSchema.parse(body), docs, bucket);
      default:
        throw new Refusal(400, "parsing_exception", `Unknown aggregation type [${kind}]`);
    }
  }

  #bucket(docs: readonly Placed[], aggs: unknown): Record<string, unknown> {
    this.#buckets += 1;
    if (this.#buckets > bucketsMax)
      throw new Refusal(503, "too_many_buckets_exception", "Trying to create too many buckets");
    return { doc_count: docs.length, ...this.#all(aggs, docs) };
  }

  #terms(
    { field, size }: z.output<typeof termsSchema>,
    docs: readonly Placed[],
    bucket: (docs: readonly Placed[]) => Record<string, unknown>,
  ): unknown {
    if (this.#fields.get(field)?.hasValues === false)
      throw new Refusal(
        400,
        "illegal_argument_exception",
        `Can't load fielddata on [${field}] because fielddata is unsupported`,
      );
    const byValue = new Map<string | number, Placed[]>();
    for (const placed of docs) {
      for (const value of new Set(placed.doc.values.get(field) ?? []))
        byValue.set(value, [...(byValue.get(value) ?? []), placed]);
    }
    const sorted = [...byValue].sort(([a, inA], [b, inB]) => inB.length - inA.length || (a < b ? -1 : 1));
    return {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: sorted.slice(size).reduce((sum, [, inside]) => sum + inside.length, 0),
      buckets: sorted.slice(0, size).map(([key, inside]) => ({ key, ...bucket(inside) })),
    };
  }

  #ranges(
    { field, ranges }: z.output<typeof rangeSchema>,
    docs: readonly Placed[],
    bucket: (docs: readonly Placed[]) => Record<string, unknown>,
  ): unknown {
    const isIn = (value: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) =>
      value >= from && value < to;
    const buckets = ranges.map(({ key, from, to }) => {
      const inside = docs.filter(({ doc }) =>
        (doc.values.get(field) ?? []).some((value) => isIn(Number(value), from, to)),
      );
      return { key, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...bucket(inside) };
    });
    return { buckets };
  }
}
