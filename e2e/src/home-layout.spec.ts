import { randomUUID } from "node:crypto";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths } from "./customer.ts";
import { owner, test } from "./own-shop.ts";
import { squareOf } from "./square-image.ts";

test("an owner arranges Home, sees it at three widths, publishes it, and goes back to the usual one", async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = randomUUID().slice(0, 8);
  const title = `Light for long evenings ${mark}`;
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const guest = await context.newPage();
  await enterAs(page, owner);
  await page.goto("/admin/home");
  await page.getByRole("button", { name: "Change it in a draft" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(`Winter ${mark}`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Home page" })).toBeVisible();

  await page.getByRole("button", { name: "Add a block" }).click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: /^Headline/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await dialog.getByLabel("Title").fill(title);
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "lamp.png", mimeType: "image/png", buffer: squareOf([200, 160, 90]) });
  await expect(dialog.getByRole("button", { name: "Remove the image" })).toBeVisible();
  await dialog.getByLabel("What the image shows").fill("A warm light");
  await dialog.getByLabel("Button", { exact: true }).fill("See all");
  await dialog.getByLabel("The button leads to").fill("/products");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toHaveCount(0);

  // A first headline is on top from the start.
  for (const way of ["down", "up"]) {
    await page.getByRole("button", { name: `Move Headline: ${title} ${way}` }).press("Enter");
  }
  await expect(page.getByText(`Headline: ${title} is number 1 of 4`)).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of Home"]');
  await expect(preview.getByRole("heading", { name: title, includeHidden: true })).toBeVisible();
  for (const [device, width] of [
    ["Phone", 390],
    ["Tablet", 768],
    ["Desktop", 1440],
  ] as const) {
    await page.getByText(device, { exact: true }).click();
    await expect.poll(() => preview.locator("html").evaluate(() => window.innerWidth)).toBe(width);
  }
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Layout saved")).toBeVisible();
  await guest.goto("/");
  await expect(guest.getByText(title)).toHaveCount(0);

  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Customers see this Home now")).toBeVisible();
  await expect(page).toHaveURL("/admin/home");
  await expect(page.getByRole("link", { name: `Winter ${mark}` })).toBeVisible();
  await expectGoodAtAllWidths(page);

  await guest.goto("/");
  await expect(guest.getByRole("heading", { level: 2, name: title })).toBeVisible();
  await expect(guest.locator("#root[data-hydrated]")).toHaveCount(1);
  const image = guest.getByRole("img", { name: "A warm light" });
  await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBeGreaterThan(0);
  await expectGoodAtAllWidths(guest);
  await guest.getByRole("link", { name: "See all" }).click();
  await expect(guest).toHaveURL("/products");
  await guest.goBack();
  await expect(guest.getByRole("heading", { level: 2, name: title })).toBeVisible();

  await page.getByRole("button", { name: "Start from the usual Home" }).click();
  await dialog.getByLabel("Name").fill(`Usual ${mark}`);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: `Use Winter ${mark} again` })).toBeVisible();
  await guest.goto("/");
  await expect(guest.getByText(title)).toHaveCount(0);
  await context.close();
});

test.describe("a planned Home", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("an owner plans a Home, is refused a time that has passed, and takes it back @wide", async ({ page }) => {
    const name = `Planned ${randomUUID().slice(0, 8)}`;
    await enterAs(page, owner);
    await page.goto("/admin/home");
    await page.getByRole("button", { name: "Change it in a draft" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit Home page" })).toBeVisible();
    // What is not saved yet is saved with the plan.
    await page.getByLabel("Name").fill(`${name}!`);
    await page.getByRole("button", { name: "Plan a time" }).click();
    await dialog.getByLabel("From").fill("2026-01-01T09:00");
    await dialog.getByRole("button", { name: "Plan", exact: true }).click();
    await expect(dialog.getByText("This time has passed. Choose a later one, or publish now.").first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("From").fill("2099-12-24T09:00");
    await dialog.getByRole("button", { name: "Plan", exact: true }).click();
    await expect(page.getByText("Customers see it from 2099-12-24 09:00 UTC on.")).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page.goto("/admin/home");
    await expect(page.getByRole("link", { name: `${name}!` })).toBeVisible();
    await expect(page.getByText("Planned", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: `${name}!` }).click();
    await page.getByRole("button", { name: "Do not publish" }).click();
    await expect(page.getByText("It is a draft again")).toBeVisible();
    await page.goto("/admin/home");
    await page.getByRole("button", { name: `Delete ${name}!` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Layout deleted")).toBeVisible();
  });
});
