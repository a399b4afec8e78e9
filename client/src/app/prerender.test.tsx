import { places, standIn } from "@shop/shared/prerender";
import { expect, test } from "vitest";
import { prerender } from "./prerender.tsx";

const drawn = prerender();

/** Which of the words a drawing has; a failure would otherwise print the whole of it. */
function found(prerendered: string, words: string[]): string[] {
  return words.filter((word) => prerendered.includes(word));
}

test("Home and the product pages are drawn with a mark at every place, and no placeholder is left", async () => {
  const { home, product, stars } = await drawn;
  const pages = [home, ...Object.values(product)];
  const { _id, imageId, priceText, numReviews } = standIn;
  for (const page of [...pages, ...stars]) expect(found(page, [_id, imageId, priceText, `${numReviews}`])).toEqual([]);
  const marks = new Set([...pages, ...stars].join("").match(/(?<=\{\{)\w+(?=\}\})/g));
  expect([...marks].sort()).toEqual([...places].sort());
  for (const page of pages) expect(found(page, ["{{name}}"])).toHaveLength(1);
});

test("The product page is drawn for every kind of stock", async () => {
  const { product } = await drawn;
  const words = ["In Stock", "Only {{left}} left", "Out Of Stock", "Quantity"];
  expect(found(product.plenty, words)).toEqual(["In Stock", "Quantity"]);
  expect(found(product.low, words)).toEqual(["In Stock", "Only {{left}} left", "Quantity"]);
  expect(found(product.none, words)).toEqual(["Out Of Stock"]);
});

test("Stars are drawn for each half, with places for their words", async () => {
  const { stars } = await drawn;
  expect(new Set(stars).size).toBe(11);
  for (const row of stars) expect(found(row, ["{{rating}}", "{{reviews}}"])).toHaveLength(2);
});
