import { describe, expect, it } from "vitest";
import { backdrops, drawingKinds, type Look, materials } from "../look.ts";
import { drawProduct } from "./draw-product.ts";

const designs = [0, 1, 2] as const;

const lookOf = (kind: Look["kind"], design: Look["design"], change: Partial<Look> = {}): Look => ({
  kind,
  design,
  body: "#31435f",
  accent: "#e0a458",
  material: "matte",
  backdrop: "slate",
  ...change,
});

/** What keeps the markup from being well formed, or nothing. */
function flawOf(svg: string): string | undefined {
  const open: string[] = [];
  let rest = 0;
  for (const match of svg.matchAll(/<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w:-]*="[^"<>]*")*)\s*(\/?)>/g)) {
    if (svg.slice(rest, match.index).trim() !== "") return `stray text: ${svg.slice(rest, match.index)}`;
    rest = match.index + match[0].length;
    const [, closing, name = "", attributes = "", selfClosing] = match;
    const names = [...attributes.matchAll(/([A-Za-z][\w:-]*)="/g)].map((found) => found[1]);
    if (new Set(names).size !== names.length) return `attribute given twice: ${match[0]}`;
    if (closing === "/") {
      const expected = open.pop();
      if (expected !== name) return `closes ${name}, expected ${expected}`;
    } else if (selfClosing !== "/") {
      open.push(name);
    }
  }
  if (rest !== svg.length) return `stray text at the end: ${svg.slice(rest, rest + 40)}`;
  return open.length === 0 ? undefined : `never closed: ${open.join(", ")}`;
}

const valuesOf = (svg: string, pattern: RegExp): string[] => [...svg.matchAll(pattern)].map((match) => match[1] ?? "");

describe.each(drawingKinds)("the picture of %s", (kind) => {
  it.each(designs)("design %i is well-formed, with unique ids that all resolve and no bad numbers", (design) => {
    const svg = drawProduct(lookOf(kind, design));
    expect(flawOf(svg)).toBeUndefined();
    const ids = valuesOf(svg, /\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const references = valuesOf(svg, /url\(#([^)]+)\)/g);
    expect(references.filter((reference) => !ids.includes(reference))).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg).not.toMatch(/<text|<image|<script|href=/);
  });

  it("has three designs that differ", () => {
    expect(new Set(designs.map((design) => drawProduct(lookOf(kind, design)))).size).toBe(3);
  });

  it("is the same text every time", () => {
    expect(drawProduct(lookOf(kind, 1))).toBe(drawProduct(lookOf(kind, 1)));
  });

  it.each(designs)("design %i shows the body colour and the accent colour", (design) => {
    const plain = drawProduct(lookOf(kind, design));
    expect(drawProduct(lookOf(kind, design, { body: "#9a3324" }))).not.toBe(plain);
    expect(drawProduct(lookOf(kind, design, { accent: "#5fb0a5" }))).not.toBe(plain);
  });

  it("is drawn in every material", () => {
    for (const material of materials) expect(flawOf(drawProduct(lookOf(kind, 0, { material })))).toBeUndefined();
  });
});

it("stands before a different wall for every backdrop", () => {
  const pictures = backdrops.map((backdrop) => drawProduct(lookOf("camera", 0, { backdrop })));
  expect(new Set(pictures).size).toBe(backdrops.length);
});
