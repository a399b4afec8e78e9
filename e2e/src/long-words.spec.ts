import type { Page } from "@playwright/test";
import { enterAs, expect, expectNoSidewaysScroll, test } from "./customer.ts";
import { inside } from "./paying.ts";
import { openShopDatabase } from "./shop-database.ts";

const narrowest = { width: 320, height: 740 };
const longWord = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const address = {
  address: longWord("Llanfairpwllgwyngyll", 100),
  city: longWord("Taumatawhakatangihangakoauauo", 80),
  postalCode: longWord("1234567890", 20),
  country: longWord("Landwithaverylongname", 60),
};
const customer = {
  name: longWord("Wolfeschlegelsteinhausenbergerdorff", 100),
  email: `${longWord("x", 60)}@${longWord("sub", 60)}.example.com`,
  password: "symmetry-1918",
};

/** Nothing reaches beyond the screen, once everything of it is there. */
async function expectWrapped(page: Page, path: string | RegExp, shown: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.getByText(shown).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectNoSidewaysScroll(page);
}

test("names, addresses and towns of one long word wrap at 320 pixels, from the product to the admin's list @wide", async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = await openShopDatabase();
  const lamp = longWord("Donaudampfschifffahrtslampe", 100);
  const product = await shop.addProduct({ name: lamp, priceCents: 4_000, stock: 9 });
  await shop.close();
  await page.setViewportSize(narrowest);
  await page.goto("/register");
  await page.getByLabel("Name").fill(customer.name);
  await page.getByLabel("Email").fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(customer.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");

  await page.goto(`/product/${product}`);
  await expectWrapped(page, `/product/${product}`, lamp);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expectWrapped(page, "/cart", `Added: ${lamp}`);
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await expect(page).toHaveURL("/shipping");
  await page.getByLabel("Address", { exact: true }).fill(address.address);
  await page.getByLabel("City").fill(address.city);
  await page.getByLabel("Postal Code").fill(address.postalCode);
  await page.getByLabel("Country").fill(address.country);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Enter");
  await expectWrapped(page, "/payment", "Payment Method");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectWrapped(page, "/placeorder", address.city);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expectWrapped(page, /\/order\//, address.city);
  const order = new URL(page.url()).pathname;
  await page.goto("/profile");
  await expectWrapped(page, "/profile", "My Orders");

  const own: unknown = await (await page.request.get("/api/users/profile")).json();
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), viewport: narrowest });
  const admin = await context.newPage();
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  const id = String(inside(own, "_id"));
  for (const path of [
    "/",
    "/admin/orderlist",
    order,
    "/admin/userlist",
    `/admin/user/${id}`,
    `/admin/user/${id}/edit`,
  ]) {
    await admin.goto(path);
    await expect(admin.getByText(customer.name.slice(0, 35)).or(admin.getByLabel("Name")).first()).toBeVisible();
    await admin.waitForLoadState("networkidle");
    await expectNoSidewaysScroll(admin);
  }
  await context.close();
});
