import { isDeepStrictEqual } from "node:util";
import { pageDataElementId } from "@shop/shared/page/page-data";
import { reviewPageSize } from "@shop/shared/shop";
import { addressOf, type Origins, type Scenario, type Transport } from "./scenarios.ts";

/**
 * Throws unless every route of a scenario answers with the same content, uncompressed and with
 * keep-alive, so that no contender is faster by a wrong or smaller response.
 */
export async function verifySameAnswers(scenario: Scenario, origins: Origins): Promise<void> {
  let expected: unknown;
  for (const route of scenario.routes) {
    const { transport, path } = route;
    const body = await ask(addressOf(route, origins));
    const content = contentOf(transport, body, scenario.inPage);
    if (isDeepStrictEqual(field(content, "products"), [])) throw new Error(`${path} finds nothing`);
    expected ??= content;
    const wanted = isHtml(transport) ? asPagesAnswer(expected) : expected;
    if (!isDeepStrictEqual(content, wanted)) throw differing(scenario.name, transport, wanted, content);
  }
}

async function ask(address: string): Promise<string> {
  const response = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const connection = response.headers.get("connection");
  if (!response.ok || response.headers.has("content-encoding") || (connection ?? "keep-alive") !== "keep-alive") {
    throw new Error(`${address} answers ${response.status}, connection ${connection}`);
  }
  return response.text();
}

function isHtml(transport: Transport): boolean {
  return transport === "HTML" || transport === "HTML memory" || transport === "HTML plain";
}

function contentOf(transport: Transport, body: string, inPage: string | undefined): unknown {
  if (transport === "tRPC") return field(field(JSON.parse(body), "result"), "data");
  if (!isHtml(transport)) return JSON.parse(body);
  const data = new RegExp(`<script[^>]* id="${pageDataElementId}"[^>]*>(.*?)</script>`, "s").exec(body)?.[1];
  const queries = field(JSON.parse(data ?? "{}"), "queries");
  const answerTo = (path?: string) =>
    Array.isArray(queries)
      ? field(
          queries.find((one) => pathOf(one) === path),
          "data",
        )
      : undefined;
  const [content, listed] = [answerTo(inPage), field(answerTo("review.list"), "reviews")];
  return Array.isArray(listed) ? { ...Object(content), reviews: listed.map(asProductsAnswer) } : content;
}

/** A product page has its first reviews in a separate response. */
function asPagesAnswer(content: unknown): unknown {
  const reviews = field(content, "reviews");
  return Array.isArray(reviews) ? { ...Object(content), reviews: reviews.slice(0, reviewPageSize) } : content;
}

/** The review list has more fields per review than the product. */
function asProductsAnswer(review: object): object {
  const more = new Set(["isVerified", "editedAt", "photos", "helpful", "answer"]);
  return Object.fromEntries(Object.entries(review).filter(([name]) => !more.has(name)));
}

function pathOf(query: unknown): string {
  const path = field(query, "path");
  return Array.isArray(path) ? path.join(".") : "";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function differing(scenario: string, transport: Transport, expected: unknown, found: unknown): Error {
  const show = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  return new Error(`${scenario}: ${transport} differs from the bare server\n${show(expected)}\n${show(found)}`);
}
