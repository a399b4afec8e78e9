import { expect, expectGoodAtAllWidths, signIn, test } from "./customer.ts";

/** One of each kind; the client's own test knows more of them. */
const hostile = ["%2f%2fevil.example", "/%09/evil.example", "javascript:alert(1)"];

const ada = { name: "Ada Lovelace", email: "ada@example.com", password: "ada-demo-2026" };
const grace = { name: "Grace Hopper", email: "grace@example.com", password: "grace-demo-2026" };

test.describe("the way on after signing in", () => {
  // Some of the hostile targets resolve to unknown paths of the shop.
  test.use({ expectedErrors: [/404/] });
  test("never leads to another site", { tag: "@wide" }, async ({ page, baseURL }) => {
    await page.goto("/login?redirect=//evil.example/");
    await signIn(page, ada);
    await expect(page).toHaveURL("/");
    for (const screen of ["/login", "/register"]) {
      for (const target of hostile) {
        await page.goto(`${screen}?redirect=${target}`, { waitUntil: "commit" });
        await expect(page).not.toHaveURL(new RegExp(`${screen}\\?`));
        expect(new URL(page.url()).origin, target).toBe(baseURL);
      }
    }
  });
});

test("a guest who must sign in first arrives where they were going, query included", async ({ page }) => {
  await page.goto("/profile?from=here");
  await expect(page).toHaveURL("/login?redirect=/profile%3Ffrom%3Dhere");
  await signIn(page, grace);
  await expect(page).toHaveURL("/profile?from=here");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile");
});

test("An old address that an administrator enters leads to its page, with the query of the link", {
  tag: "@wide",
}, async ({ page, baseURL }) => {
  const mark = Date.now();
  await page.goto("/login?redirect=/admin/search/addresses");
  await signIn(page, { email: "admin@example.com", password: "admin-demo-2026" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Old addresses");
  await page.getByRole("button", { name: "Add old address" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an old address" });
  await dialog.getByRole("textbox", { name: "Old address" }).fill("/cart");
  await dialog.getByRole("textbox", { name: "Page" }).fill("/products");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("This is a page of this shop")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Old address" }).fill(`https://old.example/pages/about-${mark}/`);
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText(`/pages/about-${mark}`)).toBeVisible();
  await expectGoodAtAllWidths(page);
  // A list, with the keyboard alone.
  await page.getByRole("button", { name: "Add a list" }).press("Enter");
  const list = page.getByRole("dialog", { name: "Add a list of old addresses" });
  const field = list.getByRole("textbox", { name: "Old addresses and their pages" });
  await expect(field).toBeFocused();
  await page.keyboard.insertText(`/collections/tables-${mark},/products\n/nowhere-${mark},/nowhere`);
  await page.keyboard.press("Tab");
  await expect(list.getByText(/^Line 2: /)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await field.fill(`/collections/tables-${mark},/products`);
  await list.getByRole("button", { name: "Add" }).press("Enter");
  await expect(page.getByText(`/collections/tables-${mark}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a list" })).toBeFocused();
  await page.goto(`/pages/about-${mark}?from=mail`);
  await expect(page).toHaveURL(`${baseURL}/products?from=mail`);
});

test.describe("the administrators' addresses", () => {
  test("turn customers away to Home and ask guests to sign in", async ({ page }) => {
    await page.goto("/admin/orderlist?page=2");
    await expect(page).toHaveURL("/login?redirect=/admin/orderlist%3Fpage%3D2");
    await signIn(page, ada);
    await expect(page).toHaveURL("/");
    await page.goto("/admin/userlist");
    await expect(page).toHaveURL("/");
  });
});
