import { enterAs, expect, expectGoodAtAllWidths, tabTo, test } from "./customer.ts";

test("an administrator sees what sells by product and by hour, and what is in stock, also by keyboard", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Reports" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/reports");
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  const table = page.getByRole("group", { name: "Sales by product" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByLabel("Sales by", { exact: true }).selectOption("Hour of the day");
  await expect(page.getByRole("group", { name: "Sales by hour" }).getByRole("row")).toHaveCount(26);
  await expect(page.getByRole("link", { name: "Download as CSV" })).toHaveAttribute(
    "href",
    "/api/sales-report.csv?by=hour",
  );
  await page.getByLabel("From").fill("2019-01-01");
  await page.getByLabel("To", { exact: true }).fill("2019-01-31");
  await expect(page.getByText("Nothing was sold from 2018-12-01 to 2019-01-31.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Stock" }).click();
  await expect(page.getByRole("group", { name: "Products in stock" }).getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByText(/units of .* products come to \$/)).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("a visit is counted step by step, without anything that is stored in the browser, and an administrator sees how far visits come", {
  tag: ["@wide"],
}, async ({ page, browser, baseURL }) => {
  const customer = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  const noted: unknown[] = [];
  customer.on("request", (request) => {
    if (request.url().includes("/trpc/visit.note")) noted.push(request.postData());
  });
  await customer.goto("/");
  await expect.poll(() => noted.length).toBeGreaterThan(0);
  await customer.getByRole("article").first().getByRole("link").first().click();
  await expect.poll(() => noted.join("\n")).toContain("product");
  await customer.goto("/cart");
  await expect.poll(() => noted.join("\n")).toContain("cart");
  expect(await customer.context().cookies()).toEqual([]);
  expect(await customer.evaluate(() => Object.keys(localStorage).filter((key) => /visit/i.test(key)))).toEqual([]);
  await customer.close();

  await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
  // What is counted is written every few seconds.
  await expect(async () => {
    await page.goto("/admin/reports/visits");
    await expect(page.getByRole("row").filter({ hasText: "Opened the cart" })).not.toContainText("Opened the cart0");
  }).toPass({ timeout: 60_000 });
  await expectGoodAtAllWidths(page);
  await page.getByLabel("From", { exact: true }).fill("2019-01-01");
  await page.getByLabel("To", { exact: true }).fill("2019-01-31");
  await expect(page.getByText("Nobody was counted from 2018-12-01 to 2019-01-31.")).toBeVisible();
  await expectGoodAtAllWidths(page);
});
