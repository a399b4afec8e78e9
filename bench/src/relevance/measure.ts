import { products } from "@shop/demo/catalog/products";
import { z } from "zod";
import { type Judgement, judgements } from "./judgements.ts";
import { questions } from "./questions.ts";

/** The sets of queries, with the least mean of each. */
const sets = [
  { name: "judged queries", judged: judgements, floor: 0.9 },
  { name: "questions", judged: questions, floor: 0.85 },
];
/** Ranks that count. */
const depth = 10;
const worstShown = 15;

const pageSchema = z.object({ products: z.array(z.object({ name: z.string() })) });
const answerSchema = z.object({ result: z.object({ data: pageSchema }) });

/**
 * Asks a shop with the demo catalog every judged query and question, and prints the mean NDCG@10 of each set, the worst
 * queries and those without any result. Returns the misses, one sentence each.
 */
export async function measureRelevance(shop: string): Promise<string[]> {
  const misses: string[] = [];
  for (const set of sets) misses.push(...(await measureSet(shop, set)));
  return misses;
}

async function measureSet(shop: string, { name, judged, floor }: (typeof sets)[number]): Promise<string[]> {
  const slugOf = new Map(products.map((product) => [product.name, product.slug]));
  const results: { query: string; score: number; found: number }[] = [];
  for (const judgement of judged) {
    const found = await ask(shop, judgement.query);
    const slugs = found.map((product) => slugOf.get(product.name) ?? "");
    results.push({ query: judgement.query, score: ndcg(gradesOf(judgement), slugs), found: found.length });
  }
  const mean = results.reduce((sum, { score }) => sum + score, 0) / results.length;
  const empty = results.filter(({ found }) => found === 0);
  console.log(`\nRelevance of ${results.length} ${name}: mean NDCG@${depth} ${mean.toFixed(3)}, floor ${floor}`);
  console.log(`Queries without a result though products fit: ${empty.length}`);
  const worst = results.toSorted((a, b) => a.score - b.score).slice(0, worstShown);
  for (const { query, score, found } of worst) {
    console.log(`  ${score.toFixed(2)} ${query} (${found === 0 ? "no result" : `${found} on the first page`})`);
  }
  return [
    ...(mean < floor ? [`relevance: mean NDCG@${depth} of the ${name} ${mean.toFixed(3)}, floor ${floor}`] : []),
    ...empty.map(({ query }) => `relevance: nothing found for “${query}”`),
  ];
}

/** The products of the first page, as the shop's own pages find them: the documented search reads no questions. */
async function ask(shop: string, keyword: string) {
  const input = JSON.stringify({ keyword, pageNumber: 1 });
  const response = await fetch(`${shop}/trpc/catalog.list?${new URLSearchParams({ input })}`);
  return answerSchema.parse(await response.json()).result.data.products;
}

/** The grade of each product that fits, by slug. Fails for slugs of no product. */
function gradesOf({ query, fits }: Judgement): Map<string, number> {
  const slugs = new Set(products.map(({ slug }) => slug));
  const grades = new Map<string, number>();
  for (const [grade, listed] of Object.entries(fits)) {
    for (const slug of listed.split(" ")) {
      if (!slugs.has(slug)) throw new Error(`“${query}” is judged to fit ${slug}, which is no product`);
      grades.set(slug, Number(grade));
    }
  }
  return grades;
}

/** Normalized discounted cumulative gain: 1 if the first ranks have the products that fit best, best first. */
function ndcg(grades: ReadonlyMap<string, number>, slugs: readonly string[]): number {
  const ideal = gain([...grades.values()].toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : gain(slugs.map((slug) => grades.get(slug) ?? 0)) / ideal;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
}
