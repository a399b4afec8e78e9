import { randomUUID } from "node:crypto";
import { enterAs, expect, expectGoodAtAllWidths, loseSession, newAccount, signIn, test } from "./customer.ts";

test("who forgot the password gets a code by mail, chooses a new one and signs in with it", {
  tag: ["@phone", "@wide"],
}, async ({ page, context }) => {
  const account = newAccount();
  const password = `new-${randomUUID()}`;
  expect((await page.request.post("/api/users", { data: account })).ok()).toBe(true);
  await loseSession(page);

  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot Your Password?" })).toBeFocused();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Send a Code" }).click();
  await expect(page.getByText("If there is an account for this address, we have sent it a code.")).toBeVisible();
  await expectGoodAtAllWidths(page);

  // The mail is sent by a job.
  const mailbox = await context.newPage();
  const mail = mailbox.getByRole("listitem").filter({ hasText: `reset code to ${account.email}` });
  await expect(async () => {
    await mailbox.goto("/dev/mail");
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.getByRole("link", { name: "HTML" }).click();
  await mailbox.getByRole("link", { name: "Choose a new password" }).click();
  await expect(mailbox.getByLabel("Email")).toHaveValue(account.email);
  await expect(mailbox.getByLabel("Code")).toHaveValue(/^\d{8}$/);
  await expect(mailbox).toHaveURL("/reset-password");
  await mailbox.getByLabel("New Password", { exact: true }).fill(password);
  await mailbox.getByLabel("Confirm Password", { exact: true }).fill(password);
  await expectGoodAtAllWidths(mailbox);
  await mailbox.keyboard.press("Enter");
  await expect(mailbox.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await expect(mailbox.getByLabel("Email")).toHaveValue(account.email);
  // It would read the profile of the session that begins now, and ends with the next sign-in.
  await page.goto("about:blank");
  await signIn(mailbox, { email: account.email, password });
  await expect(mailbox.getByRole("heading", { level: 1, name: "Sign In", exact: true })).toHaveCount(0);
  // Signing in again ends this session, which the page may still read.
  await mailbox.waitForLoadState("networkidle");
  await mailbox.close();
  await enterAs(page, { email: account.email, password });
});
