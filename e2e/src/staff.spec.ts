import { randomUUID } from "node:crypto";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, signIn } from "./customer.ts";
import { openMail } from "./mailbox.ts";
import { owner, test } from "./own-shop.ts";

test("an owner invites somebody by mail, who chooses a password, joins, and sees what the role permits @wide", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `olive-${randomUUID()}@example.com`;
  const password = "a-password-of-olive-2026";
  await enterAs(page, owner);
  await page.goto("/admin/staff");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Olive");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption("Orders");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Invitation sent")).toBeVisible();
  await expect(page.getByText("invited as Orders")).toBeVisible();

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const olive = await context.newPage();
  await openMail(olive, { kind: "staff invitation", email, link: "Choose a password" });
  await olive.getByRole("button", { name: "Send a Code" }).click();
  await expect(olive.getByText("we have sent it a code")).toBeVisible();
  await openMail(olive, { kind: "reset code", email, link: "Choose a new password" });
  await expect(olive.getByLabel("Code")).toHaveValue(/^\d{8}$/);
  await olive.getByLabel("New Password", { exact: true }).fill(password);
  await olive.getByLabel("Confirm Password", { exact: true }).fill(password);
  await olive.keyboard.press("Enter");
  await expect(olive.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await signIn(olive, { email, password });
  await expect(olive.getByText("Your role: Orders.")).toBeVisible();
  await olive.getByRole("button", { name: "Join the staff" }).click();
  await expect(olive.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await signIn(olive, { email, password });

  const nav = olive.getByRole("navigation", { name: "Administration" });
  await expect(nav.getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(nav.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await expect(nav.getByRole("link", { name: "Staff" })).toHaveCount(0);
  await expect(olive.getByRole("heading", { name: "Latest orders" })).toBeVisible();
  await nav.getByRole("link", { name: "Products", exact: true }).click();
  await expect(olive.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await expect(olive.getByRole("button", { name: "Create Product" })).toHaveCount(0);
  await expectGoodAtAllWidths(olive);
  // Whoever types the address is told why it does not open.
  await olive.goto("/admin/settings");
  await expect(olive.getByText("Your role does not permit this. Please ask an owner.")).toBeVisible();
  await context.close();

  await page.reload();
  const role = page.getByLabel("Role of Olive");
  await expect(role).toHaveValue("orders");
  await role.selectOption("Support");
  await page.getByRole("button", { name: "Give the role" }).click();
  await expect(page.getByText("Olive has another role now")).toBeVisible();
  await expect(role).toHaveValue("support");
});
