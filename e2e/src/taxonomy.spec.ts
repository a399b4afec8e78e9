import type { Page } from "@playwright/test";
import { enterAs, expect, expectGoodAtAllWidths, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };
let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

async function createBrand(page: Page, name: string) {
  await page.goto("/admin/brandlist");
  await page.getByRole("button", { name: "Create Brand" }).click();
  const question = page.getByRole("dialog", { name: "Create a new brand?" });
  await question.getByRole("button", { name: "Create" }).click();
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Brand updated")).toBeVisible();
}

test("An administrator merges a brand into another one, whose page has its products then", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const mark = Date.now();
  const [from, into, product] = [`Elder ${mark}`, `Hazel ${mark}`, `Carved bowl ${mark}`];
  await enterAs(page, admin);
  await createBrand(page, into);
  await createBrand(page, from);
  await shop.addProductOf({ name: product, brand: from });
  await page.getByRole("combobox", { name: "Move all products to" }).selectOption(into);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Merge this brand?" });
  await expect(question).toContainText(`1 product moves to ${into}`);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText(`1 product moved to ${into}`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(into);
  await page.goto(`/brand/elder-${mark}`);
  await expect(page).toHaveURL(`/brand/hazel-${mark}`);
  await expect(page.getByRole("link", { name: product })).toBeVisible();
});

test("The order of the menu is set by keyboard alone and by the mouse, and the menu follows it", {
  tag: "@wide",
}, async ({ page }) => {
  test.slow();
  await enterAs(page, admin);
  await page.goto("/admin/categorylist");
  const add = page.getByRole("combobox", { name: "Another category" });
  const chosen: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    chosen.push((await add.getByRole("option").nth(1).textContent()) ?? "");
    await add.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Add", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Move ${chosen[n]} up` })).toBeVisible();
  }
  const [first = "", second = "", third = ""] = chosen;
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: `Move ${third} up` }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${third} is number 2 of 3`)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${third} is number 1 of 3`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Move ${third} down` })).toBeFocused();
  const rowOf = (name: string) => page.getByRole("listitem").filter({ has: page.getByLabel(`Move ${name} up`) });
  await rowOf(second).dragTo(rowOf(first));
  await expect(page.getByText(`${second} is number 2 of 3`)).toBeVisible();
  await page.getByRole("button", { name: "Save order" }).click();
  await expect(page.getByText("Order saved")).toBeVisible();

  await page.goto("/browse");
  const links = page.getByRole("main").getByRole("region", { name: "Categories" }).getByRole("link");
  const shown = await links.allTextContents();
  const places = [third, second, first].map((name) => shown.findIndex((text) => text.startsWith(name)));
  expect(places.filter((place) => place >= 0)).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b));
  await page.goto("/admin/categorylist");
  for (const name of chosen) await page.getByRole("button", { name: `Remove ${name} from the order` }).click();
  await page.getByRole("button", { name: "Save order" }).click();
  await expect(page.getByText("Order saved")).toBeVisible();
});
