import { enterAs, enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";

test("A dress that was searched for is bought in a size that is chosen by keyboard, and the order says so", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  await enterAsNew(page);
  await page.goto("/products?keyword=linen+dress");
  await page.getByRole("link", { name: "Solène Linen Midi Dress" }).first().click();
  const sizes = page.getByRole("radiogroup", { name: "Size" });
  await expect(sizes.getByRole("radio", { checked: true })).toHaveCount(0);
  await expectGoodAtAllWidths(page);
  await page.getByRole("main").getByRole("button", { name: "Add To Cart" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Select a size" })).toBeVisible();
  await expect(sizes.getByRole("radio").first()).toBeFocused();
  await expectAccessible(page);
  // The first one from there is sold out.
  await page.keyboard.press("ArrowRight");
  const chosen = sizes.getByRole("radio", { checked: true });
  await expect(chosen).toHaveText("S, sold out");
  await expect(page.getByRole("heading", { name: "Tell me when it is back" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(chosen).toHaveText("M");
  await expect(chosen).toBeFocused();
  const name = "Solène Linen Midi Dress · M";
  await expect(page).toHaveTitle(new RegExp(name));
  await page.goBack();
  await expect(chosen).toHaveText("S, sold out");
  await page.goForward();
  await page.getByRole("main").getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page.getByRole("link", { name })).toBeVisible();

  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  const address = { Address: "1 Weaver Street", City: "Loomtown", "Postal Code": "12345", Country: "USA" };
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Continue" }).click();
  // Both steps have a button of this name.
  await expect(page.getByRole("heading", { name: "Payment Method" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("An administrator gives a product sizes with the keyboard, and takes them back", { tag: "@wide" }, async ({
  page,
}) => {
  await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
  await page.goto("/admin/productlist?search=infield");
  await page
    .getByRole("link", { name: /Infield Cotton Cap/ })
    .first()
    .click();
  const field = page.getByRole("group", { name: "Options", exact: true });
  await field.getByRole("button", { name: "Add options" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Options" });
  await dialog.getByRole("combobox", { name: "Values" }).focus();
  await page.keyboard.type("Small");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Large");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("combobox", { name: "Product for Large" })).toHaveValue("new");
  await expectGoodAtAllWidths(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save options" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Options saved")).toBeVisible();
  await expect(field.getByRole("rowheader")).toHaveText([/^Small/, /^Large/]);
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);

  await field.getByRole("button", { name: "Remove options" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove options" }).click();
  await expect(field.getByRole("button", { name: "Add options" })).toBeVisible();
});
