import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";

test("The same product in another shape is one press away, and says which one is shown", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  await page.goto("/products?keyword=aviator+sunglasses");
  await page.getByRole("link", { name: "Cirrus Aviator Sunglasses" }).first().click();
  const siblings = page.getByRole("navigation", { name: "Also available as" });
  await expect(siblings.getByRole("link", { name: /^Aviator/ })).toHaveAttribute("aria-current", "page");
  await expectGoodAtAllWidths(page);
  await siblings.getByRole("link", { name: /^Round/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dune Round Sunglasses" })).toBeVisible();
  await expect(siblings.getByRole("link", { name: /^Round/ })).toHaveAttribute("aria-current", "page");
  await expect(siblings.getByRole("link")).toHaveCount(3);
});

test("An administrator makes two products siblings with the keyboard, and ends it again", { tag: "@wide" }, async ({
  page,
}) => {
  await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
  await page.goto("/admin/productlist?search=fenwick");
  await page
    .getByRole("link", { name: /Fenwick Penny Loafers/ })
    .first()
    .click();
  const field = page.getByRole("group", { name: "Siblings" });
  await field.getByRole("button", { name: "Add siblings" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Siblings" });
  await dialog.getByRole("textbox", { name: /this product/ }).fill("Oxblood");
  await dialog.getByRole("combobox", { name: "Add a product" }).focus();
  await page.keyboard.type("dorset");
  await expect(page.getByRole("option", { name: "Dorset Tassel Loafers" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Dorset Tassel Loafers" })).toBeFocused();
  await page.keyboard.type("Navy suede");
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Siblings saved")).toBeVisible();
  await expect(field.getByRole("listitem")).toHaveText(["Oxblood this product", "Navy suede Dorset Tassel Loafers"]);
  await expectAccessible(page);

  await field.getByRole("button", { name: "Change siblings" }).click();
  await dialog.getByRole("button", { name: "Remove Dorset Tassel Loafers" }).click();
  await dialog.getByRole("button", { name: "Remove Fenwick Penny Loafers" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(field.getByRole("button", { name: "Add siblings" })).toBeVisible();
});
