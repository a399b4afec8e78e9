import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";
import { squareOf } from "./square-image.ts";

const red = [220, 40, 40] as const;
const admin = { email: "admin@example.com", password: "admin-demo-2026" };

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

async function createBrand(page: Page, name: string) {
  await page.goto("/admin/brandlist");
  await page.getByRole("button", { name: "Create Brand" }).click();
  const question = page.getByRole("dialog", { name: "Create a new brand?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Brand created")).toBeVisible();
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Brand updated")).toBeVisible();
}

async function createProduct(page: Page) {
  await page.goto("/admin/productlist");
  await page.getByRole("button", { name: "Create Product" }).click();
  await page
    .getByRole("dialog", { name: "Create a new product?" })
    .getByRole("button", { name: "Create", exact: true })
    .click();
  await expect(page.getByText("Product created")).toBeVisible();
  await expect(nameField(page)).toBeFocused();
}

test.describe("products, brands and categories", () => {
  // The browser itself notes each refusal, the one of a brand in use and the page that is gone.
  test.use({ expectedErrors: [/status of (404|409)/] });

  test("An administrator makes a product with an image, publishes it, renames its brand and takes it away", async ({
    page,
  }) => {
    test.slow();
    const mark = Date.now();
    const [brand, renamed, name] = [`Quarry ${mark}`, `Basalt ${mark}`, `Red square ${mark}`];
    await enterAs(page, admin);
    await createBrand(page, brand);

    await createProduct(page);
    const address = page.url();
    await expect(page.getByText("Only admins see this until you save.")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type(name);
    await page.getByRole("textbox", { name: "Price" }).fill("12.34");
    await page.getByLabel("Count in stock").fill("7");
    await page.getByRole("combobox", { name: "Brand" }).fill("Quarry");
    await page.getByRole("option", { name: brand }).click();
    await page
      .getByLabel("Picture file")
      .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: squareOf(red) });
    await expect(page.getByText("Image uploaded")).toBeVisible();
    await expect(page.getByLabel("Image address")).toHaveValue(/^\/uploads\/[0-9a-f-]{36}\.webp$/);
    await page.getByLabel("Description").fill("As red as it gets.");
    await page.getByRole("button", { name: "Save and publish" }).click();
    await expect(page.getByText("Product updated")).toBeVisible();
    await expect(page.getByText("Only admins see this until you save.")).toBeHidden();
    await expectAccessible(page);

    await page.getByRole("link", { name: "View in shop" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText("$12.34").first()).toBeVisible();
    const image = page.getByRole("img", { name }).first();
    await expect(image).toHaveAttribute("src", /^\/uploads\//);
    await expect
      .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
      .toBe(true);

    await page.goto(`/admin/brandlist?search=${mark}`);
    await page.getByRole("button", { name: `Delete ${brand}` }).click();
    await page.getByRole("dialog", { name: "Delete this brand?" }).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Used by 1 product")).toBeVisible();
    await page.getByRole("link", { name: `Edit ${brand}` }).click();
    await expect(nameField(page)).toHaveValue(brand);
    await nameField(page).fill(renamed);
    await nameField(page).press("Control+s");
    await expect(page.getByText("Brand updated")).toBeVisible();

    const customer = await page.context().browser()?.newContext();
    if (customer === undefined) throw new Error("there is no browser to shop with");
    const shop = await customer.newPage();
    await shop.goto(new URL(`/search/${renamed}`, page.url()).href);
    await expect(shop.getByRole("link", { name })).toBeVisible();
    const product = await shop.getByRole("link", { name }).getAttribute("href");

    await page.goto(`/admin/productlist?search=${mark}`);
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Delete this product?" });
    await expect(question).toContainText(name);
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Product deleted")).toBeVisible();
    await expect(page.getByText("No products found.")).toBeVisible();
    await shop.goto(new URL(product ?? "/", page.url()).href);
    await expect(shop.getByText("Product not found").first()).toBeVisible();
    await customer.close();
    await page.goto(address);
    await expect(page.getByText("Product not found")).toBeVisible();
  });

  test("A product is edited by keyboard alone", { tag: "@wide" }, async ({ page }) => {
    await enterAs(page, admin);
    await createProduct(page);
    const name = `Typed ${Date.now()}`;
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("textbox", { name: "Price" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("3");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("textbox", { name: "Price" })).toHaveValue("3.01");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Count in stock")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("switch", { name: /^Count the stock/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Choose a picture" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator("summary", { hasText: "Image address" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("What the image shows")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Add pictures" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Add a video" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("combobox", { name: "Brand" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Tonvik");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Brand" })).toHaveValue("Tonvik");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Product updated")).toBeVisible();
    await page.reload();
    await expect(nameField(page)).toHaveValue(name);
    await expect(page.getByLabel("Count in stock")).toHaveValue("1");
    await expect(page.getByRole("combobox", { name: "Brand" })).toHaveValue("Tonvik");
  });

  test("The lists and edits fit a phone and break no rule", { tag: ["@phone", "@wide"] }, async ({ page }) => {
    await enterAs(page, admin);
    // Categories have the screens of the brands.
    for (const path of ["/admin/productlist", "/admin/brandlist"]) {
      await page.goto(path);
      const edit = page.getByRole("link", { name: /^Edit / }).first();
      await expect(edit).toBeVisible();
      await expectGoodAtAllWidths(page);
      await edit.click();
      await expect(nameField(page)).toBeVisible();
      await expectGoodAtAllWidths(page);
    }
  });
});
