import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../../src", import.meta.url));

it("Products are written by their writer alone, but for the stock of sales and the ratings of reviews", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const write =
    /\.(insert|update|delete)\(products\)|(insert into|update|delete from|merge into) (\$\{products\}|products\b)/;
  const writers = files.filter((file) => write.test(readFileSync(join(source, file), "utf8")));
  expect(writers.sort()).toEqual([
    "domain/catalog/product-group/count-ratings.ts",
    "domain/catalog/write-product.ts",
    "domain/order/stock.ts",
  ]);
});
