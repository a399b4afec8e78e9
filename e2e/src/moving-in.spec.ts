import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { enterAs, expect, expectGoodAtAllWidths, loseSession, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

async function choose(page: Page, name: string, content: string) {
  await page.goto("/admin/import");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
}

async function importFile(page: Page, button: RegExp) {
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText("What has changed")).toBeVisible();
}

test("Customers and orders of a former shop move in, and a customer finds theirs after the first sign-in", {
  tag: ["@both", "@wide"],
}, async ({ page, context }) => {
  test.slow();
  const mark = Date.now();
  const email = `grace-${mark}@example.com`;
  const password = `new-${randomUUID()}`;
  const day = "2021-03-04 10:00:00 +0000";
  await enterAs(page, admin);
  await choose(
    page,
    `customers-${mark}.csv`,
    `First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip\nGrace,Hopper ${mark},${email},yes,1 Navy Way,Arlington,US,02210\nNo,Mail,,no,,,,\n`,
  );
  await expect(page.getByText("Looks like an export of Shopify.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await importFile(page, /^Import 1 customer$/);
  await expect(page.getByText("It has no e-mail")).toBeVisible();
  await expect(page.getByRole("button", { name: "Write to 1 customer" })).toBeVisible();
  await expectGoodAtAllWidths(page);

  await choose(
    page,
    `orders-${mark}.csv`,
    [
      "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Refunded Amount",
      `#${mark},${email},paid,${day},fulfilled,${day},EUR,90.00,4.90,15.15,94.90,10.00,${day},2,Oak table,35.00,Grace Hopper,1 Navy Way,Arlington,02210,US,5.00`,
      `#${mark},${email},,,,,,,,,,,${day},1,Oak chair,30.00,,,,,,`,
    ].join("\n"),
  );
  await importFile(page, /^Import 1 earlier order$/);
  await page.goto(`/admin/orderlist?search=${mark}`);
  await page.getByRole("link", { name: `1 order of your former shop matches “${mark}”` }).click();
  await expect(page.getByRole("link", { name: `Details of earlier order #${mark}` })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: `Details of earlier order #${mark}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order #${mark}` })).toBeVisible();
  await expect(page.getByText("€94.90")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.evaluate(() => localStorage.clear());
  await loseSession(page);
  await page.goto(`/forgot-password#email=${encodeURIComponent(email)}`);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send a Code" }).click();
  const mailbox = await context.newPage();
  const mail = mailbox.getByRole("listitem").filter({ hasText: `reset code to ${email}` });
  await expect(async () => {
    await mailbox.goto("/dev/mail");
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(mailbox.getByRole("listitem").filter({ hasText: `account moved to ${email}` })).toHaveCount(0);
  await mail.getByRole("link", { name: "HTML" }).click();
  await mailbox.getByRole("link", { name: "Choose a new password" }).click();
  // The link fills the form in.
  await expect(mailbox.getByLabel("Code")).toHaveValue(/^\d{8}$/);
  await expect(mailbox).toHaveURL("/reset-password");
  await mailbox.getByLabel("New Password", { exact: true }).fill(password);
  await mailbox.getByLabel("Confirm Password", { exact: true }).fill(password);
  await mailbox.keyboard.press("Enter");
  await expect(mailbox.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await mailbox.close();
  await enterAs(page, { email, password });
  await page.goto("/profile");
  await expect(page.getByRole("region", { name: "Earlier orders" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: `Details of earlier order #${mark}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order #${mark}` })).toBeFocused();
  await expect(page.getByText("Tax within it")).toBeVisible();
});
