import { z } from "zod";
import { expect, expectGoodAtAllWidths, test } from "./customer.ts";

const listSchema = z.object({ products: z.array(z.object({ _id: z.string() })) });

test("Three products stand side by side, and on a phone only their table scrolls sideways", { tag: "@phone" }, async ({
  page,
}) => {
  const response = await page.request.get("/api/products?category=Audio&sort=newest");
  const ids = listSchema.parse(await response.json()).products.map(({ _id }) => _id);
  await page.goto(`/compare?ids=${ids.slice(0, 3).join(",")}`);
  await expect(page.getByRole("columnheader")).toHaveCount(3);
  await expectGoodAtAllWidths(page);
});
