import { describe, expect, it } from "vitest";
import { imageFiles, viewsOf } from "../images.ts";
import { productKinds } from "../kind.ts";
import type { DemoProduct } from "../product.ts";
import { attributesOf, slugsWithAttributes } from "./attributes.ts";
import { brands } from "./brands.ts";
import { categories, categoriesAbove } from "./categories.ts";
import { collections } from "./collections.ts";
import { interleave } from "./interleave.ts";
import { colorsOf, optionOf, ownLabel, variantsOf } from "./options.ts";
import { people } from "./people.ts";
import { products } from "./products.ts";
import { questions } from "./questions.ts";
import { saidOf } from "./remarks/said-of.ts";
import { reviewsOf } from "./reviews.ts";

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

const kindsOf = (shelf: readonly DemoProduct[]): readonly string[] => shelf.map(({ kind }) => kind);

const pages = Array.from({ length: products.length / 12 }, (_, page) => products.slice(page * 12, page * 12 + 12));

describe("the products", () => {
  it("number 120, each with its own slug and name", () => {
    expect(products).toHaveLength(120);
    expect(repeated(products.map(({ slug }) => slug))).toEqual([]);
    expect(repeated(products.map(({ name }) => name.toLowerCase()))).toEqual([]);
    for (const { slug } of products) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("use every brand and every category, and no others", () => {
    expect(brands).toHaveLength(16);
    expect(categories).toHaveLength(12);
    expect(new Set(products.map(({ brand }) => brand))).toEqual(new Set(brands));
    expect(new Set(products.map(({ category }) => category))).toEqual(new Set(categories));
  });

  it("are in collections by slugs that there are, in categories that are below others", () => {
    const slugs = new Set(products.map(({ slug }) => slug));
    const chosen = collections.flatMap((collection) => collection.slugs);
    expect(chosen.filter((slug) => !slugs.has(slug))).toEqual([]);
    for (const name of Object.entries(categoriesAbove).flat()) expect(categories).toContain(name);
  });

  it("have facts with a group, and each view of a product its own words", () => {
    expect(new Set(slugsWithAttributes)).toEqual(new Set(products.map(({ slug }) => slug)));
    for (const { slug } of products) {
      expect(attributesOf(slug).length, slug).toBeGreaterThanOrEqual(2);
      for (const { groupName, name, value } of attributesOf(slug)) {
        expect(
          [groupName, name, value].every((text) => text !== ""),
          `${slug}: ${name}`,
        ).toBe(true);
      }
      const further = imageFiles(slug).length;
      expect(new Set(viewsOf(slug)).size, slug).toBe(further === 1 ? 0 : further);
    }
  });

  it("carry prices and stock that the shop accepts", () => {
    for (const { priceCents, countInStock } of products) {
      expect(Number.isInteger(priceCents) && priceCents >= 1 && priceCents <= 99_999_999).toBe(true);
      expect(Number.isInteger(countInStock) && countInStock >= 0 && countInStock <= 1_000_000).toBe(true);
    }
    const stocks = products.map(({ countInStock }) => countInStock);
    expect(stocks.filter((stock) => stock === 0)).toHaveLength(10);
    expect(stocks.filter((stock) => stock >= 1 && stock <= 5)).toHaveLength(12);
    expect(stocks.filter((stock) => stock > 60)).toEqual([500]);
    expect(products.filter(({ priceCents }) => priceCents < 2_000).length).toBeGreaterThanOrEqual(3);
    expect(products.filter(({ priceCents }) => priceCents > 100_000).length).toBeGreaterThanOrEqual(3);
  });

  it("have names that fit a card and test the search", () => {
    const names = products.map(({ name }) => name);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(48);
    for (const mark of ["%", "&", "'", "é"]) expect(names.some((name) => name.includes(mark))).toBe(true);
    expect(brands.some((brand) => brand.includes("ü"))).toBe(true);
  });

  it("have descriptions of two to four sentences, each written for itself", () => {
    const starts = products.map(({ description }) => description.split(" ").slice(0, 4).join(" "));
    expect(repeated(starts)).toEqual([]);
    for (const { slug, description } of products) {
      expect(description.length, slug).toBeGreaterThanOrEqual(220);
      expect(description.length, slug).toBeLessThanOrEqual(520);
      const sentences = description.replaceAll("No. ", "").match(/[.!?](?=\s|$)/g) ?? [];
      expect(sentences.length, slug).toBeGreaterThanOrEqual(2);
      expect(sentences.length, slug).toBeLessThanOrEqual(4);
    }
  });
});

describe("the kinds", () => {
  it("are each sold in two or three products", () => {
    for (const kind of productKinds) {
      const uses = products.filter((product) => product.kind === kind).length;
      expect(uses, kind).toBeGreaterThanOrEqual(2);
      expect(uses, kind).toBeLessThanOrEqual(3);
    }
  });
});

describe("the shelf order", () => {
  it("shows a mix on every page and never two of a category side by side", () => {
    for (const page of pages) {
      expect(new Set(page.map(({ category }) => category)).size).toBeGreaterThanOrEqual(8);
      expect(new Set(kindsOf(page)).size).toBeGreaterThanOrEqual(11);
    }
    expect(new Set(pages[0]?.map(({ category }) => category)).size).toBeGreaterThanOrEqual(10);
    for (const [index, { category }] of products.entries()) expect(products[index - 1]?.category).not.toBe(category);
  });

  it("interleaves evenly, keeps the order of each list and loses nothing", () => {
    expect(interleave([["a", "b", "c", "d"], ["1", "2"], []])).toEqual(["a", "1", "b", "c", "2", "d"]);
    expect(interleave([])).toEqual([]);
  });
});

describe("what people say", () => {
  const least = { positive: [14, 4], middling: [6, 2], negative: [6, 2] } as const;

  it("has enough lines for every kind, each long enough to stand alone", () => {
    for (const kind of productKinds) {
      const { department, own } = saidOf(kind);
      for (const mood of ["positive", "middling", "negative"] as const) {
        const [shared, special] = least[mood];
        expect(department[mood].length, `${mood} on ${kind}`).toBeGreaterThanOrEqual(shared);
        expect(own[mood].length, `${mood} on ${kind}`).toBeGreaterThanOrEqual(special);
        const lines = [...department[mood], ...own[mood]];
        expect(repeated(lines)).toEqual([]);
        for (const line of lines) expect(line.split(" ").length, line).toBeGreaterThanOrEqual(6);
      }
    }
  });
});

describe("the reviews", () => {
  const all = products.map((product) => ({ product, reviews: reviewsOf(product) }));

  it("are the same in every run", () => {
    for (const { product, reviews } of all) expect(reviewsOf({ ...product })).toEqual(reviews);
  });

  it("come from distinct people who say distinct things", () => {
    expect(people).toHaveLength(130);
    expect(repeated(people)).toEqual([]);
    for (const { product, reviews } of all) {
      expect(repeated(reviews.map(({ person }) => String(person))), product.slug).toEqual([]);
      expect(repeated(reviews.map(({ comment }) => comment)), product.slug).toEqual([]);
      for (const { person } of reviews) expect(people[person]).toBeDefined();
    }
  });

  it("stay within what the shop accepts and people write", () => {
    for (const { rating, comment, daysAgo } of all.flatMap(({ reviews }) => reviews)) {
      expect([1, 2, 3, 4, 5]).toContain(rating);
      const words = comment.split(" ").length;
      expect(words >= 6 && words <= 60, comment).toBe(true);
      expect(comment.length).toBeLessThanOrEqual(2_000);
      expect(Number.isInteger(daysAgo) && daysAgo >= 1 && daysAgo <= 400).toBe(true);
    }
  });

  it("range from none to 34, and 120 for one product", () => {
    const counts = all.map(({ reviews }) => reviews.length);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(3);
    expect(counts.filter((count) => count > 34)).toEqual([120]);
  });

  it("lean towards four and five stars by a margin that depends on the product", () => {
    const ratings = all.flatMap(({ reviews }) => reviews.map(({ rating }) => rating));
    expect(ratings.filter((rating) => rating >= 4).length / ratings.length).toBeGreaterThan(0.7);
    for (const rating of [1, 2, 3]) expect(ratings).toContain(rating);
    const means = all
      .filter(({ reviews }) => reviews.length > 0)
      .map(({ reviews }) => reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length);
    expect(Math.min(...means)).toBeGreaterThanOrEqual(2.8);
    expect(Math.min(...means)).toBeLessThan(3.6);
    expect(Math.max(...means)).toBeGreaterThan(4.7);
    expect(Math.max(...means)).toBeLessThan(5);
  });
});

it("Whatever is worn comes in sizes, some of it in colors, most of them in stock, and one is sold out here and there", () => {
  const worn = products.filter((product) => optionOf(product) !== undefined);
  expect(worn.length).toBeGreaterThan(25);
  for (const product of worn) {
    const { values = [], own } = optionOf(product) ?? {};
    expect(values, product.slug).toContain(own);
    const colors = colorsOf(product.slug).map(({ label }) => `${label}, `);
    const labels = (colors.length === 0 ? [""] : colors).flatMap((color) => values.map((size) => color + size));
    expect([ownLabel(product), ...variantsOf(product).map(({ label }) => label)].sort()).toEqual(labels.sort());
  }
  const others = worn.filter(({ countInStock }) => countInStock > 0).flatMap(variantsOf);
  const soldOut = others.filter(({ countInStock }) => countInStock === 0).length;
  expect(soldOut).toBeGreaterThan(5);
  expect(soldOut).toBeLessThan(others.length / 4);
});

describe("the questions of the demo", () => {
  it("are about its products, by its people, and no text is there twice", () => {
    const slugs = new Set(products.map(({ slug }) => slug));
    expect(questions.filter(({ slug }) => !slugs.has(slug))).toEqual([]);
    expect(questions.filter(({ person }) => people[person] === undefined)).toEqual([]);
    const texts = questions.flatMap(({ text, answer }) => [text, answer]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
