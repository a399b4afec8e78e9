import { expect } from "vitest";
import { z } from "zod";
import { send } from "./raw-http.ts";

const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decode = (text: string) => text.replace(/&([a-z]+|#\d+);/g, (whole, name: string) => names[name] ?? whole);

type Element = { name: string; attributes: Record<string, string>; text: string };

/**
 * The elements of a head or body as a browser would tell them apart: raw text
 * ends only at its own closing tag, attributes only at their own quote.
 */
export function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const tag = /<([a-z]+)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/gi;
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const name = (found[1] ?? "").toLowerCase();
    const attributes = Object.fromEntries(
      [...(found[2] ?? "").matchAll(/([a-z:-]+)(?:="([^"]*)")?/gi)].map((pair) => [
        pair[1] ?? "",
        decode(pair[2] ?? ""),
      ]),
    );
    const isRaw = name === "script" || name === "style" || name === "title";
    const end = isRaw ? html.toLowerCase().indexOf(`</${name}`, tag.lastIndex) : tag.lastIndex;
    expect(end, `the end of <${name}>`).toBeGreaterThanOrEqual(tag.lastIndex);
    const text = html.slice(tag.lastIndex, end);
    elements.push({ name, attributes, text: name === "title" ? decode(text) : text });
    tag.lastIndex = end;
  }
  return elements;
}

const pageDataSchema = z.object({
  shop: z.object({ name: z.string(), origin: z.string() }),
  queries: z.array(z.object({ path: z.array(z.string()), input: z.unknown().optional(), data: z.unknown() })),
});

/** Everything that a page says, taken apart. */
export async function openPage(at: { origin: string }, path: string) {
  const { status, headers, body } = await send(at.origin, { path });
  expect(headers["content-type"], body).toBe("text/html; charset=utf-8");
  const elements = elementsOf(body);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const metas = named("meta").map(({ attributes }): [string, string | undefined] => [
    attributes.name ?? attributes.property ?? "",
    attributes.content,
  ]);
  const scripts = named("script");
  const data = scripts.filter(({ attributes }) => attributes.id === "page-data");
  const linked = scripts.filter(({ attributes }) => attributes.type === "application/ld+json");
  expect(data).toHaveLength(1);
  expect(named("title")).toHaveLength(1);
  const { queries, shop: identity } = pageDataSchema.parse(JSON.parse(data[0]?.text ?? ""));
  const linkedData: unknown = linked[0] === undefined ? undefined : JSON.parse(linked[0].text);
  return {
    status,
    headers,
    body,
    elements,
    scripts,
    title: named("title")[0]?.text,
    canonical: named("link").find(({ attributes }) => attributes.rel === "canonical")?.attributes.href,
    meta: Object.fromEntries(metas),
    linkedData,
    identity,
    queries: Object.fromEntries(
      queries.map(({ path: procedure, input, data: answer }) => [procedure.join("."), { input, answer }]),
    ),
  };
}
