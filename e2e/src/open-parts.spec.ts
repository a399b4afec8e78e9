import { z } from "zod";
import { enterAsNew, expect, expectAccessible, expectNoSidewaysScroll, test } from "./customer.ts";

const listSchema = z.object({ products: z.array(z.object({ _id: z.string() })) });

test.describe("What opens on a screen is accessible:", () => {
  test("the menu of an account", { tag: "@both" }, async ({ page }) => {
    await enterAsNew(page, "Ada Lovelace");
    await page.goto("/");
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("all filters beside a search, with those of its page", async ({ page }) => {
    await page.goto("/search/jacket");
    const filters = page.getByRole("form", { name: "Filters for all results" });
    await expect(filters.getByRole("checkbox").first()).toBeVisible();
    await page.getByText("Filter Products").click();
    await expect(page.getByRole("group", { name: "Brands" }).getByRole("button").first()).toBeVisible();
    for (const more of await filters.getByText(/^\d+ more$/).all()) await more.click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("a comparison that shows only differences, and one of nothing", { tag: "@both" }, async ({ page }) => {
    const response = await page.request.get("/api/products?category=Audio&sort=newest");
    const ids = listSchema.parse(await response.json()).products.map(({ _id }) => _id);
    await page.goto(`/compare?ids=${ids.slice(0, 2).join(",")}`);
    const only = page.getByRole("checkbox", { name: "Only differences" });
    await only.check();
    await expect(page.getByRole("columnheader")).toHaveCount(2);
    await expectAccessible(page);
    for (const left of [1, 0]) {
      await page
        .getByRole("button", { name: /^Remove / })
        .first()
        .click();
      await expect(page.getByRole("columnheader")).toHaveCount(left);
    }
    await expect(page.getByText("Nothing to compare yet.")).toBeVisible();
    await expectAccessible(page);
  });

  test("the photos that customers sent, and a product that is saved and compared", { tag: "@both" }, async ({
    page,
  }) => {
    const response = await page.request.get("/api/products?keyword=Reporter+Rangefinder+Camera");
    const [camera] = listSchema.parse(await response.json()).products;
    await page.goto(`/product/${camera?._id}`);
    await page.getByRole("checkbox", { name: /^Compare/ }).check({ force: true });
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await expectAccessible(page);
    const photos = page.getByRole("region", { name: "Photos from customers" });
    await photos.getByRole("link").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});
