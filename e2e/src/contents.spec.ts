import { randomUUID } from "node:crypto";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths } from "./customer.ts";
import { owner, test } from "./own-shop.ts";
import { squareOf } from "./square-image.ts";

test("an owner writes a page with an image, and puts it into the menus, where customers find it @wide", async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = randomUUID().slice(0, 8);
  await enterAs(page, owner);
  await page.goto("/admin/pages");
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(`Our story ${mark}`);
  await expect(dialog.getByLabel("Address")).toHaveValue(`our-story-${mark}`);
  await dialog.getByLabel("Link").selectOption("None: only texts and menus lead to it");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(`/admin/pages/our-story-${mark}`);
  await page.getByLabel("Text", { exact: true }).fill("We began in a **shed**.");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "shed.png", mimeType: "image/png", buffer: squareOf([120, 80, 40]) });
  await expect(page.getByText("The image is at the end of the text")).toBeVisible();
  await page.getByLabel("Shown in the shop").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Page updated")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.goto("/admin/menus");
  const addLink = async (button: string, label: string, to: string) => {
    await page.getByRole("button", { name: button }).click();
    await dialog.getByLabel("Name").fill(label);
    await dialog.getByLabel("Address").fill(to);
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await addLink("Add a link to the header", "Journal", "https://example.com/journal");
  await addLink("Add a link to the header", "Our story", `/info/our-story-${mark}`);
  await page.getByRole("button", { name: "Move Our story up" }).click();
  await expect(page.getByRole("button", { name: "Move Our story down" })).toBeFocused();
  await page.getByRole("button", { name: "Add a column to the footer" }).click();
  await page.getByLabel("Name of the column").fill("Follow us");
  await addLink("Add a link to column 1 of the footer", "Mastodon", "https://mastodon.example");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Menus saved")).toBeVisible();

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: true });
  const guest = await context.newPage();
  await guest.goto("/cart");
  const menu = guest.getByRole("navigation", { name: "Menu", exact: true });
  await expect(menu.getByRole("link")).toHaveText(["Our story", "Journal"]);
  await expect(guest.getByRole("navigation", { name: "Follow us" }).getByRole("link")).toHaveText(["Mastodon"]);
  await expectGoodAtAllWidths(guest);
  await menu.getByRole("link", { name: "Our story" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: `Our story ${mark}` })).toBeVisible();
  const image = guest.getByRole("img", { name: "What the image shows" });
  await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBeGreaterThan(0);
  await expectGoodAtAllWidths(guest);
  await context.close();

  await page.goto(`/admin/pages/our-story-${mark}`);
  await page.getByRole("button", { name: "Delete the page" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL("/admin/pages");
  await expect(page.getByText(`Our story ${mark}`)).toHaveCount(0);
});

test("an owner writes the words of a mail, sees them in a preview, and sends them to the own mailbox", async ({
  page,
}) => {
  await enterAs(page, owner);
  await page.goto("/admin/mails/texts");
  await page.getByLabel("Mail", { exact: true }).selectOption("Receipt");
  await page.getByLabel("Subject").fill("Thank you, {name}!");
  await page.getByLabel("Opening words").fill("Your {total} have arrived.");
  const mail = page.frameLocator('iframe[title="The mail"]');
  await expect(mail.getByRole("paragraph").getByText(/^Your \$[\d.]+ have arrived\.$/)).toBeVisible();
  await expect(page.getByText("Thank you, Ada Lovelace!")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Send it to me" }).click();
  await expect(page.getByText("Sent to you")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Words saved")).toBeVisible();
  await page.reload();
  await page.getByLabel("Mail", { exact: true }).selectOption("Welcome");
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await page.getByLabel("Mail", { exact: true }).selectOption("Receipt");
  await expect(page.getByLabel("Subject")).toHaveValue("Thank you, {name}!");
});
