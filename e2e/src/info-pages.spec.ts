import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

test(
  "an admin writes a page with a preview, and it is in the footer of every page",
  { tag: ["@both", "@wide"] },
  async ({ page, browser, baseURL }, { project }) => {
    const title = `Terms on a ${project.name}`;
    await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
    await page.goto("/admin/pages");
    await expect(
      page.getByRole("region", { name: "Company" }).getByRole("link", { name: "Accessibility" }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page
      .getByRole("region", { name: "Company" })
      .getByRole("link", { name: /^Terms/ })
      .click();
    await page.getByLabel("Title").fill(title);
    await page
      .getByLabel("Text", { exact: true })
      .fill("## Your order\n\n- **Binding**\n- [Returns](/info/returns)\n\n<b>raw</b>");
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("listitem").filter({ hasText: "Binding" })).toBeVisible();
    await page.getByLabel("Shown in the shop").setChecked(true, { force: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Page updated")).toBeVisible();

    // Without scripts, as search engines and some people read it.
    const reader = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const plain = await reader.newPage();
    await plain.goto("/products");
    await plain.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(plain).toHaveTitle(new RegExp(title));
    await expect(plain.getByRole("heading", { name: "Your order" })).toBeVisible();
    await expect(plain.getByText("<b>raw</b>")).toBeVisible();
    await plain.getByRole("main").getByRole("link", { name: "Returns" }).click();
    await expect(plain.getByText("You have 14 days")).toBeVisible();
    await reader.close();
  },
);

test("the shop's own pages and the footer are good at all widths", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/info/accessibility");
  await expect(page.getByRole("heading", { name: "What does not hold yet" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Shipping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shipping" })).toBeFocused();
  const footer = page.getByRole("contentinfo");
  await footer.scrollIntoViewIfNeeded();
  const category = footer.getByRole("navigation", { name: "Products" }).getByRole("link").nth(3);
  const name = (await category.textContent()) ?? "";
  await category.click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});
