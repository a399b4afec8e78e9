import { attributeProductsMax, parseAttributeChoice } from "@shop/shared/catalog/product-address";
import { z } from "zod";
import { foundField, SearchEngineError } from "../../../infra/search-engine.ts";
import { parseOption } from "../engine/documents.ts";
import type { Choice } from "./choice.ts";
import type { AttributeRow } from "./count-attributes.ts";
import type { FacetCounts } from "./count-facets.ts";
import { uppersOf } from "./engine-query.ts";

const countSchema = z.object({ doc_count: z.int() });
const keySchema = z.union([z.string(), z.number()]);
const bucketsSchema = z.array(z.object({ key: keySchema, doc_count: z.int(), entries: countSchema }));
const valuesSchema = z.object({ values: z.object({ buckets: bucketsSchema }) });
const entriesSchema = z.object({ entries: countSchema });
const attributesSchema = valuesSchema.extend({
  doc_count: z.int(),
  options: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.int() })) }),
});
const foundSchema = z.object({
  _source: z.object({ products: z.array(z.string()) }),
  inner_hits: z.object({
    variants: z.object({
      [foundField]: z.object({ [foundField]: z.array(z.object({ _nested: z.object({ offset: z.int() }) })) }),
    }),
  }),
});
const answerSchema = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ failed: z.int() }),
  [foundField]: z.object({ total: z.object({ value: z.int() }), [foundField]: z.array(foundSchema) }),
  aggregations: z.object({ variants: z.record(z.string(), z.unknown()) }).optional(),
});

/** What an engine has found. `ids`: those of a page; `total`: up to what is counted; `counted`: where that was asked for. */
export type EngineAnswer = { ids: string[]; total: number; counted: EngineCounts | undefined };

export type EngineCounts = {
  /** Whether any product has the words, whatever is chosen. */
  hasWords: boolean;
  facets: FacetCounts;
  attributes: AttributeRow[];
  onSale: number;
};

/** Reads what an engine answers. Throws a SearchEngineError for what it has not answered as a whole. */
export function readEngineAnswer(
  answer: unknown,
  { nested, attributes }: { nested: Choice["nested"]; attributes: readonly string[] },
): EngineAnswer {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new SearchEngineError("the answer is not one of OpenSearch");
  const { [foundField]: found, aggregations, timed_out: isLate, _shards: shards } = parsed.data;
  if (isLate || shards.failed > 0) throw new SearchEngineError("the answer is not whole");
  const total = found.total.value;
  const ids = found[foundField].flatMap(({ _source, inner_hits }) => {
    const offset = inner_hits.variants[foundField][foundField][0]?._nested.offset;
    return offset === undefined ? [] : (_source.products[offset] ?? []);
  });
  const counted = aggregations && readCounts(aggregations.variants, { nested, attributes, total });
  return { ids, total, counted };
}

type Counting = { nested: Choice["nested"]; attributes: readonly string[]; total: number };

function readCounts(found: Record<string, unknown>, { nested, attributes, total }: Counting): EngineCounts {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> => {
    const parsed = schema.safeParse(found[name]);
    if (!parsed.success) throw new SearchEngineError(`the answer does not count ${name}`);
    return parsed.data;
  };
  const valuesOf = (name: string) =>
    new Map(read(name, valuesSchema).values.buckets.map(({ key, entries }) => [Number(key), entries.doc_count]));
  const category = valuesOf("category");
  for (const { number } of uppersOf({ nested })) {
    const count = read(`within_${number}`, entriesSchema).entries.doc_count;
    if (count > 0) category.set(number, count);
  }
  const chosen = read("chosen", attributesSchema);
  const missed = attributes.map((name, place) => ({ name, ...read(`missed_${place}`, attributesSchema) }));
  return {
    hasWords: read("found", countSchema).doc_count > 0,
    facets: {
      brand: valuesOf("brand"),
      category,
      price: valuesOf("price"),
      rating: valuesOf("rating"),
      inStock: new Map([[1, read("inStock", entriesSchema).entries.doc_count]]),
      total,
    },
    attributes: readAttributes(chosen, missed, { isMany: attributes.length === 0 && total > attributeProductsMax }),
    onSale: read("onSale", entriesSchema).entries.doc_count,
  };
}

type Values = z.output<typeof attributesSchema>;

/** As PostgreSQL's search counts: of too many products those that meet the choice alone, or none. */
function readAttributes(
  chosen: Values,
  missed: readonly (Values & { name: string })[],
  { isMany }: { isMany: boolean },
): AttributeRow[] {
  const all = chosen.doc_count + missed.reduce((sum, { doc_count: count }) => sum + count, 0);
  if (isMany || chosen.doc_count > attributeProductsMax) return [];
  const rows = new Map<string, AttributeRow>();
  const places = new Map<string, { sum: number; count: number }>();
  for (const { values, options, name } of [chosen, ...(all > attributeProductsMax ? [] : missed)].map(named)) {
    for (const { key, entries } of values.buckets) {
      const choice = parseAttributeChoice(String(key));
      if (choice === undefined || (name !== undefined && choice.name !== name)) continue;
      const known = rows.get(String(key)) ?? {
        name: choice.name,
        label: choice.value,
        count: 0,
        place: null,
        swatch: null,
      };
      rows.set(String(key), { ...known, count: known.count + entries.doc_count });
    }
    for (const { key, doc_count: count } of options.buckets) {
      const { choice, place, swatch } = parseOption(key);
      const row = rows.get(choice);
      if (row === undefined || (name !== undefined && row.name !== name)) continue;
      const { sum, count: before } = places.get(choice) ?? { sum: 0, count: 0 };
      places.set(choice, { sum: sum + place * count, count: before + count });
      rows.set(choice, { ...row, swatch: later(row.swatch, swatch) });
    }
  }
  return [...rows].map(([choice, row]) => {
    const { sum, count } = places.get(choice) ?? { sum: 0, count: 0 };
    return { ...row, place: count === 0 ? null : sum / count };
  });
}

const named = (values: Values & { name?: string }) => ({ name: undefined, ...values });

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}
