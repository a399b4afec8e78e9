import type { Page } from "@playwright/test";
import { expect } from "./customer.ts";

/** Opens the link of the newest mail of a kind to an address, once it was sent. */
export async function openMail(page: Page, { kind, email, link }: { kind: string; email: string; link: string }) {
  const mail = page.getByRole("listitem").filter({ hasText: `${kind} to ${email}` });
  await expect(async () => {
    await page.goto("/dev/mail");
    await expect(mail.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.first().getByRole("link", { name: "HTML" }).click();
  await page.getByRole("link", { name: link }).click();
}
