import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("an owner keeps a phoned order as a draft, goes on with it, and enters it with a price of its own", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await enterAs(page, admin);
  await page.goto("/admin/orderlist");
  await page.getByRole("link", { name: "New order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New order" })).toBeVisible();
  await page.getByLabel("Name of a new customer").fill("Grace Hopper");
  await page.getByRole("searchbox", { name: "Find products to add" }).fill("halden");
  await page
    .getByRole("button", { name: /^Add Halden/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Total" })).toContainText("Total");
  await page.getByRole("button", { name: "Save as a draft" }).press("Enter");
  await expect(page.getByText("Draft saved")).toBeVisible();

  // The draft is there for whoever comes next.
  await page.goto("/admin/new-order");
  await expect(page.getByRole("region", { name: "Drafts" })).toContainText("Grace Hopper, 1 item");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go on with the draft for Grace Hopper, 1 item" }).first().click();
  await expect(page.getByLabel("Name of a new customer")).toHaveValue("Grace Hopper");
  await page.getByLabel("Email (optional)").fill("grace@phone.example");
  await page.getByLabel(/^Own price of Halden/).fill("50");
  const delivery = page.getByRole("region", { name: "Delivery" });
  await delivery.getByRole("textbox", { name: "Address" }).fill("1 Main St");
  await delivery.getByRole("textbox", { name: "City" }).fill("Springfield");
  await delivery.getByRole("textbox", { name: "Postal Code" }).fill("12345");
  await delivery.getByLabel(/^Country/).fill("USA");
  // 50.00, 7.50 of tax and 10.00 of shipping.
  await expect(page.getByRole("region", { name: "Total" })).toContainText("$67.50");
  await page.getByRole("button", { name: "Enter this order" }).press("Enter");
  await expect(page.getByText("Say why these prices are not those of the catalog")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await page.getByRole("textbox", { name: "Reason" }).fill("Agreed on the phone");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Enter this order" }).press("Enter");
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("Not Paid")).toBeVisible();
  await expect(page.getByText("$67.50").first()).toBeVisible();
  await page.goto("/admin/new-order");
  await expect(page.getByRole("searchbox", { name: "Find products to add" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Drafts" })).toHaveCount(0);
});

test("a sale at the counter is paid and delivered with a few presses", { tag: "@wide" }, async ({ page }) => {
  await enterAs(page, admin);
  await page.goto("/admin/new-order");
  await expectGoodAtAllWidths(page);
  await page.getByLabel("Name of a new customer").fill("Counter");
  await page.getByRole("searchbox", { name: "Find products to add" }).fill("halden");
  await page
    .getByRole("button", { name: /^Add Halden/ })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Taken along at once" }).check();
  await page.getByRole("textbox", { name: "Entry" }).fill("Cash");
  await page.getByRole("button", { name: "Enter this order" }).press("Enter");
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("Sold at the counter", { exact: true })).toBeVisible();
  const steps = page.getByRole("list", { name: "Order status" });
  await expect(steps.locator("[data-state=done]")).toHaveCount(4);
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
});
