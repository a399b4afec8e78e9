import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { colorsOf } from "./catalog/options.ts";
import { products } from "./catalog/products.ts";
import { imageFiles, photoFile, photographed } from "./images.ts";

const folder = fileURLToPath(new URL("../images/", import.meta.url));
const slugs = products.flatMap(({ slug }) => [
  slug,
  ...colorsOf(slug)
    .slice(1)
    .map(({ imageSlug }) => imageSlug),
]);
const named = slugs.flatMap(imageFiles);
const sideMax = 1600;
const bytesMax = 15_000_000;

/** Width and height that a lossy WebP states in the head of its one frame. */
function sizeOf(file: Buffer): readonly [number, number] {
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16)).toBe("RIFFWEBPVP8 ");
  return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
}

describe("the images", () => {
  it("are there for every product and every color, and none without one", () => {
    const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
    expect(files.sort()).toEqual([...named].sort());
  });

  it("show thirty products twice or three times", () => {
    const often = products.filter(({ slug }) => imageFiles(slug).length > 1);
    expect(often).toHaveLength(30);
    for (const { slug } of often) expect([2, 3]).toContain(imageFiles(slug).length);
  });

  it("are square, and as large as the largest width that a shop may want", () => {
    for (const file of named) expect(sizeOf(readFileSync(folder + file)), file).toEqual([sideMax, sideMax]);
  });

  it("have photos of customers beside them, one of a product", () => {
    expect(readdirSync(`${folder}reviews`).sort()).toEqual(photographed.map((slug) => `${slug}.webp`).sort());
    for (const slug of photographed) {
      expect(slugs).toContain(slug);
      const photo = readFileSync(folder + photoFile(slug));
      expect(sizeOf(photo)).toEqual([1200, 900]);
      expect(photo.length).toBeLessThan(100_000);
    }
  });

  it("are each of their own, and light enough for a repository", () => {
    const contents = named.map((file) => readFileSync(folder + file));
    expect(new Set(contents.map((content) => content.toString("latin1"))).size).toBe(named.length);
    expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(bytesMax);
  });
});
