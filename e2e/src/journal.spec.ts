import { randomUUID } from "node:crypto";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths } from "./customer.ts";
import { owner, test } from "./own-shop.ts";
import { squareOf } from "./square-image.ts";

test("an owner writes an article, publishes it for customers to find, plans another one, and takes both back", async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = randomUUID().slice(0, 8);
  const title = `Light for long evenings ${mark}`;
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const guest = await context.newPage();
  await enterAs(page, owner);
  await page.goto("/admin/journal");
  await expect(page.getByText("No articles yet.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "New article" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await expect(dialog.getByLabel("Address")).toHaveValue(`light-for-long-evenings-${mark}`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit article" })).toBeVisible();
  await expect(page.getByText("Only you see this draft. Save it before you publish it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish now" })).toHaveAttribute("aria-disabled", "true");

  await page.getByLabel("Summary").fill("Two small lamps do more than a bright one.");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "lamp.png", mimeType: "image/png", buffer: squareOf([200, 160, 90]) });
  await expect(page.getByRole("button", { name: "Remove the image" })).toBeVisible();
  await page.getByLabel("What the image shows").fill("A warm light");
  await page.getByLabel("Text", { exact: true }).fill("## Where they go\n\n- **Beside** the chair\n\n<b>raw</b>");
  await expect(page.getByRole("region", { name: "Preview" }).getByRole("listitem")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Article saved")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await guest.goto("/journal");
  await expect(guest.getByText("Nothing has been written here yet.")).toBeVisible();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Customers see this article now")).toBeVisible();

  await guest.goto("/products");
  await guest.getByRole("contentinfo").getByRole("link", { name: "Journal" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Journal" })).toBeFocused();
  await expectGoodAtAllWidths(guest);
  await guest.getByRole("link", { name: title }).click();
  await expect(guest.getByRole("heading", { level: 1, name: title })).toBeFocused();
  await expect(guest.getByText("<b>raw</b>")).toBeVisible();
  const image = guest.getByRole("img", { name: "A warm light" });
  await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBeGreaterThan(0);
  await expectGoodAtAllWidths(guest);
  await guest.reload();
  await expect(guest.locator("#root[data-hydrated]")).toHaveCount(1);

  await page.goto("/admin/journal");
  await expect(page.getByText("Published", { exact: true })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Change the time" }).click();
  await dialog.getByLabel("Published on").fill("2099-12-24T09:00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByText("Customers see it from 2099-12-24 09:00 UTC on.")).toBeVisible();
  await page.getByRole("button", { name: "Do not publish" }).click();
  await expect(page.getByText("It is a draft again")).toBeVisible();
  await page.getByRole("button", { name: "Delete the article" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL("/admin/journal");
  await expect(page.getByText("No articles yet.")).toBeVisible();
  await context.close();
});

test.describe("an article that there is not", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("is said to be missing, with a way on", async ({ page }) => {
    await page.goto("/journal/nothing-here");
    await expect(page.getByText("There is no such article any more, or the link has a typo.")).toBeVisible();
    await page.getByRole("link", { name: "Go to the shop" }).click();
    await expect(page).toHaveURL("/");
  });
});
