import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, loseSession, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";
import { squareOf } from "./square-image.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const grey = [119, 119, 119] as const;
const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("a customer reviews with a photo, another one reports it, and the shop answers and hides it", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const name = `Brass lamp ${randomUUID()}`;
  const id = await shop.addProduct({ name, priceCents: 4_000, stock: 5 });
  await enterAsNew(page, "Ada Lovelace");
  await page.goto(`/product/${id}#write-review`);
  await page.getByRole("combobox", { name: "Rating" }).selectOption("4 - Very Good");
  await page.getByRole("textbox", { name: "Comment" }).fill("Warm light, and it stands well.");
  const photo = { name: "lamp.png", mimeType: "image/png", buffer: squareOf(grey) };
  await page.getByLabel("Photo files").setInputFiles(photo);
  await expect(page.getByRole("button", { name: "Remove photo 1" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit" }).click();
  const own = page.getByRole("region", { name: "Your review" });
  await expect(own.getByText("Warm light")).toBeVisible();
  await own.getByRole("button", { name: "Edit your review" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Warm light. Call me at 555-0100.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(own.getByText("555-0100")).toBeVisible();

  await loseSession(page);
  await enterAsNew(page, "Grace Hopper");
  await page.goto(`/product/${id}`);
  const review = page.getByRole("article", { name: "Ada Lovelace" });
  await expect(review.getByText("Edited")).toBeVisible();
  await review.getByRole("link", { name: "1 of 1 by Ada Lovelace" }).click();
  await expect(page.getByRole("dialog", { name: "Photos by Ada Lovelace" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close photos" }).click();
  await review.getByRole("button", { name: "Helpful" }).click();
  await expect(review.getByText("1 person found this helpful")).toBeVisible();
  await review.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog", { name: "Report this review" });
  await dialog.getByRole("combobox").selectOption("Personal data");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Report" }).click();
  await expect(review.getByText("Reported")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await loseSession(page);
  await enterAs(page, admin);
  await page.goto(`/admin/reviews?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Answer review of ${name}` }).click();
  await page.getByRole("textbox", { name: "Answer of the shop" }).fill("Thank you, Ada.");
  await page.getByRole("button", { name: "Save answer" }).click();
  await expect(page.getByText("Thank you, Ada.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: `Hide review of ${name}` }).click();
  await page.getByRole("combobox", { name: "Why is it hidden?" }).selectOption("Personal data");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide review", exact: true }).click();
  await expect(page.getByText("No reviews found.")).toBeVisible();

  await page.goto(`/product/${id}`);
  await expect(page.getByText("1 hidden by the shop")).toBeVisible();
  await expect(page.getByText("No Reviews")).toBeVisible();
  await shop.remove(id);
});

test("who waits for a sold-out product confirms the address by a mail, and is told once it is back", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  const name = `Oak stool ${randomUUID()}`;
  const email = `waits-${randomUUID()}@example.com`;
  const id = await shop.addProduct({ name, priceCents: 4_000, stock: 0 });
  await page.goto(`/product/${id}`);
  const alert = page.getByRole("region", { name: "Tell me when it is back" });
  await alert.getByRole("textbox", { name: "Email" }).fill(email);
  await expectGoodAtAllWidths(page);
  await alert.getByRole("button", { name: "Tell me" }).click();
  await expect(alert.getByText(`we have sent a mail to ${email}`)).toBeVisible();

  await page.goto(await linkInMail(page, email, "confirm stock alert", "/stock-alerts/confirm"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  await expectGoodAtAllWidths(page);

  await shop.setStock(id, 2);
  await page.goto(await linkInMail(page, email, "stock alert", "/stock-alerts/stop"));
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await expect(page.getByText("is on no list any more")).toBeVisible();
  await shop.remove(id);
});

/** The link of this path in the newest mail of a kind to an address, as soon as it is there. */
async function linkInMail(page: Page, email: string, kind: string, path: string) {
  const mailbox = await page.context().newPage();
  try {
    await expect(async () => {
      await mailbox.goto("/dev/mail");
      const line = mailbox.getByRole("listitem").filter({ hasText: new RegExp(`^\\s*${kind} to ${email}`) });
      await line.getByRole("link", { name: "Text" }).first().click({ timeout: 1_000 });
    }).toPass();
    const text = (await mailbox.locator("body").textContent()) ?? "";
    const link = new RegExp(`${path}\\?token=[\\w.-]+`).exec(text)?.[0];
    if (link === undefined) throw new Error(`No link to ${path} in the mail`);
    return link;
  } finally {
    await mailbox.close();
  }
}
